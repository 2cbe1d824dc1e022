import type { SessionSource } from '../source.ts';
import { listPi, piRoots } from './paths.ts';

export const pi: SessionSource = {
  name: 'pi',
  label: 'pi',
  roots: piRoots,
  list: listPi,
  reader: async () => (await import('./session-reader.ts')).piReader,
};

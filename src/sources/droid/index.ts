import type { SessionSource } from '../source.ts';
import { droidRoots, listDroid } from './paths.ts';

export const droid: SessionSource = {
  name: 'droid',
  label: 'Droid',
  roots: droidRoots,
  list: listDroid,
  reader: async () => (await import('./session-reader.ts')).droidReader,
};

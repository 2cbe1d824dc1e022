import type { SessionSource } from '../source.ts';
import { kimiRoots, listKimi } from './paths.ts';

export const kimiCode: SessionSource = {
  name: 'kimi-code',
  label: 'Kimi Code',
  roots: kimiRoots,
  list: listKimi,
  reader: async () => (await import('./session-reader.ts')).kimiCodeReader,
};

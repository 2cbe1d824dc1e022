import type { SessionSource } from '../source.ts';
import { clineRoots, listCline } from './paths.ts';

export const clineCli: SessionSource = {
  name: 'cline-cli',
  label: 'Cline CLI',
  roots: clineRoots,
  list: listCline,
  reader: async () => (await import('./session-reader.ts')).clineCliReader,
};

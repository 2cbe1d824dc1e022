import type { SessionSource } from '../source.ts';
import { continueRoots, listContinue } from './paths.ts';

export const continueCli: SessionSource = {
  name: 'continue-cli',
  label: 'Continue',
  roots: continueRoots,
  list: listContinue,
  reader: async () => (await import('./session-reader.ts')).continueCliReader,
};

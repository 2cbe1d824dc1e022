import type { SessionSource } from '../source.ts';
import { copilotRoots, listCopilot } from './paths.ts';

export const copilotCli: SessionSource = {
  name: 'copilot-cli',
  label: 'Copilot CLI',
  roots: copilotRoots,
  list: listCopilot,
  reader: async () => (await import('./session-reader.ts')).copilotCliReader,
};

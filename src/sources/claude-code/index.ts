import type { SessionSource } from '../source.ts';
import { listTranscripts, NAME, projectRoots } from './paths.ts';

/** Claude Code, 1.x to 2.1.332: one JSON-lines transcript per session, appended to. */
export const claudeCode: SessionSource = {
  name: NAME,
  label: 'Claude Code',
  roots: projectRoots,
  list: (environment) => listTranscripts(projectRoots(environment)),
  reader: async () => (await import('./session-reader.ts')).claudeCodeReader,
};

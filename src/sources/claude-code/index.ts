import type { SessionSource } from '../source.ts';
import { describeTranscript } from './describe.ts';
import { listTranscripts, NAME, projectRoots } from './paths.ts';
import { readTranscript } from './read.ts';

/** Claude Code, 1.x to 2.1.332: one JSON-lines transcript per session, appended to. */
export const claudeCode: SessionSource = {
  name: NAME,
  label: 'Claude Code',
  roots: projectRoots,
  list: (environment) => listTranscripts(projectRoots(environment)),
  describe: describeTranscript,
  read: readTranscript,
};

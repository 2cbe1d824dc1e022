import { dirname, join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { absolutePath, directoriesIn, fileEntry, filesIn } from '../directory.ts';
import type { Environment } from '../source.ts';

const EVENTS = 'events.jsonl';

/** `COPILOT_HOME` is the directory that else is `~/.copilot`. */
export function copilotRoots(environment: Environment): string[] {
  const { home, variables } = environment;
  const root = variables.COPILOT_HOME
    ? absolutePath(variables.COPILOT_HOME, environment)
    : join(home, '.copilot');
  return [join(root, 'session-state')];
}

/** A folder per session since 1.0; before, one file per session. */
export function* listCopilot(environment: Environment): Generator<SessionEntry> {
  for (const root of copilotRoots(environment)) {
    for (const name of directoriesIn(root)) {
      const entry = fileEntry('copilot-cli', name, join(root, name, EVENTS));
      if (entry) yield entry;
    }
    for (const name of filesIn(root, '.jsonl')) {
      const entry = fileEntry('copilot-cli', name.slice(0, -'.jsonl'.length), join(root, name));
      if (entry) yield entry;
    }
  }
}

/** The session's folder with its database and checkpoints; none for the older single file. */
export function sessionFolder(entry: SessionEntry): string | undefined {
  return entry.location.endsWith(EVENTS) ? dirname(entry.location) : undefined;
}

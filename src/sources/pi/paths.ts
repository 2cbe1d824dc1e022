import { basename, join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { absolutePath, directoriesIn, fileEntry, filesIn } from '../directory.ts';
import type { Environment } from '../source.ts';

/**
 * `PI_CODING_AGENT_SESSION_DIR` holds session files without folders in between; the agent's own directory
 * (`PI_CODING_AGENT_DIR`) has one folder per working directory below `sessions` (pi source, session-manager).
 */
export function piRoots(environment: Environment): string[] {
  const { home, variables } = environment;
  const sessions = variables.PI_CODING_AGENT_SESSION_DIR;
  const agent = variables.PI_CODING_AGENT_DIR;
  return [
    ...(sessions ? [absolutePath(sessions, environment)] : []),
    join(agent ? absolutePath(agent, environment) : join(home, '.pi', 'agent'), 'sessions'),
  ];
}

export function* listPi(environment: Environment): Generator<SessionEntry> {
  const seen = new Set<string>();
  for (const root of piRoots(environment)) {
    for (const folder of [root, ...directoriesIn(root).map((name) => join(root, name))]) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      for (const name of filesIn(folder, '.jsonl')) {
        const entry = fileEntry('pi', sessionIdOf(name), join(folder, name));
        if (entry) yield entry;
      }
    }
  }
}

/** The id in a file's name, `<time>_<id>.jsonl`; the whole stem where there is no time. Works for the paths of another machine. */
export function sessionIdOf(path: string): string {
  const stem = basename(path.replaceAll('\\', '/'), '.jsonl');
  const separator = stem.indexOf('_');
  return separator === -1 ? stem : stem.slice(separator + 1);
}

import { join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { absolutePath, fileEntry, filesIn } from '../directory.ts';
import type { Environment } from '../source.ts';

/** The list of sessions, rewritten as a whole; no session. */
const INDEX = 'sessions.json';

export function continueRoots(environment: Environment): string[] {
  const moved = environment.variables.CONTINUE_GLOBAL_DIR;
  return [join(moved ? absolutePath(moved, environment) : join(environment.home, '.continue'), 'sessions')];
}

export function* listContinue(environment: Environment): Generator<SessionEntry> {
  for (const root of continueRoots(environment)) {
    for (const name of filesIn(root, '.json')) {
      if (name === INDEX) continue;
      const entry = fileEntry('continue-cli', name.slice(0, -'.json'.length), join(root, name));
      if (entry) yield entry;
    }
  }
}

/**
 * The working directory as a path: the command line writes one, the IDE a URI (`file:///…`, `vscode-remote://host/…`).
 */
export function directoryOf(workspace: string | undefined): string | undefined {
  const uri = /^[a-z][a-z0-9+.-]*:\/\/[^/]*(\/.*)$/i.exec(workspace ?? '');
  if (!uri) return workspace || undefined;
  const path = uri[1] ?? '';
  try {
    return decodeURIComponent(path).replace(/^\/(?=[A-Za-z]:)/, '');
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

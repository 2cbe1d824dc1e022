import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PraisonError } from '../errors.ts';
import { isFileSystemError } from '../sources/directory.ts';
import type { Environment } from '../sources/source.ts';
import { expandHome } from '../stores/paths.ts';

/**
 * Where the agent is started: where the person says, else where the session was, else (a store that records no
 * directory) here.
 *
 * @param ask asks the person for another directory when the session's is gone; absent where nobody can be asked, and
 *   `undefined` from it means that the person gave up
 * @throws PraisonError `directory-missing`
 */
export async function launchDirectory(
  given: string | undefined,
  recorded: string | undefined,
  environment: Environment,
  ask?: (missing: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (given !== undefined) {
    const directory = resolve(environment.directory, expandHome(given, environment.home));
    if (isDirectory(directory)) return directory;
    throw new PraisonError('directory-missing', `Not a directory: ${directory}`, {
      hints: ['Give the directory to start the agent in with --cwd.'],
      facts: { directory },
    });
  }
  if (recorded === undefined || recorded === '') return environment.directory;
  if (isDirectory(recorded)) return recorded;
  if (ask) return ask(recorded);
  throw new PraisonError('directory-missing', `The session’s directory is not on this machine: ${recorded}`, {
    hints: ["Say where to start the agent instead: '--cwd .' is the current directory."],
    facts: { directory: recorded },
  });
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (isFileSystemError(error)) return false;
    throw error;
  }
}

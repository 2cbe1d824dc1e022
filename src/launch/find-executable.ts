import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isFileSystemError } from '../sources/directory.ts';
import type { Environment } from '../sources/source.ts';

/**
 * The absolute path of a program on PATH. Relative entries of PATH are passed over: the agent is started in a project's
 * directory, which must not choose what runs.
 *
 * @param command a name, or an absolute path
 */
export function findExecutable(
  command: string,
  { variables, platform }: Pick<Environment, 'variables' | 'platform'>,
): string | undefined {
  const endings = platform === 'win32' ? windowsEndings(variables['PATHEXT']) : [''];
  if (isAbsolute(command)) return ['', ...endings].map((ending) => command + ending).find(isExecutable);
  if (command === '' || /[/\\]/.test(command)) return undefined;
  const path = variables['PATH'] ?? variables['Path'] ?? '';
  for (const directory of path.split(platform === 'win32' ? ';' : ':')) {
    if (!isAbsolute(directory)) continue;
    const found = endings.map((ending) => join(directory, command + ending)).find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

/** npm makes a shell script without an ending beside the `.cmd`: only what Windows can start counts. */
function windowsEndings(pathext: string | undefined): string[] {
  return (pathext || '.COM;.EXE;.BAT;.CMD').split(';').map((ending) => ending.toLowerCase());
}

function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (isFileSystemError(error)) return false;
    throw error;
  }
}

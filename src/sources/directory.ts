import { type Dirent, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { SessionEntry } from '../model/session.ts';
import { statsOf } from '../project/small-file.ts';
import type { Environment } from './source.ts';

/**
 * Names of the directories in a directory, sorted; none where it does not exist or may not be read. Symbolic links are
 * left out: a store makes none, and a loop of them must not be walked.
 */
export function directoriesIn(path: string): string[] {
  return entriesIn(path)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Names of the regular files in a directory that end in `suffix`, sorted. */
export function filesIn(path: string, suffix: string): string[] {
  return entriesIn(path)
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => entry.name)
    .sort();
}

/** The listing's entry of a session file from one stat; `undefined` when there is no such regular file, or no id. */
export function fileEntry(source: string, id: string, location: string): SessionEntry | undefined {
  // A file that is named `.jsonl` has an extension, and no name.
  const stat = id === '' ? undefined : statsOf(location);
  if (!stat?.isFile()) return undefined;
  return { source, id, location, modifiedAt: stat.mtimeMs, sizeBytes: stat.size };
}

/** A path as a user writes it in a variable: a leading tilde is the home directory, a relative one counts from here. */
export function absolutePath(path: string, environment: Pick<Environment, 'home' | 'directory'>): string {
  if (path === '~') return environment.home;
  if (/^~[/\\]/.test(path)) return join(environment.home, path.slice(2));
  return isAbsolute(path) ? path : join(environment.directory, path);
}

function entriesIn(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isFileSystemError(error)) return [];
    throw error;
  }
}

/** True for what the file system says (absent, no permission, no directory), false for a bug of ours. */
export function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

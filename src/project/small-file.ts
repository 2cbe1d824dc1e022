import { type BigIntStats, type Dirent, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';

/** A file's text; `undefined` when it cannot be read or is no small regular file. */
export function readSmallFile(path: string, maxBytes = 1_000_000): string | undefined {
  const stats = statsOf(path);
  if (!stats?.isFile() || stats.size > maxBytes) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return withoutSystemError(error);
  }
}

/** `undefined` for whatever cannot be looked at; a recorded path may be of another machine, or no path at all. */
export function statsOf(path: string): Stats | undefined {
  if (path.includes('\0')) return undefined;
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return withoutSystemError(error);
  }
}

/** As `statsOf`, with times in nanoseconds. */
export function exactStatsOf(path: string): BigIntStats | undefined {
  if (path.includes('\0')) return undefined;
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch (error) {
    return withoutSystemError(error);
  }
}

/** What a directory holds; nothing for one that is absent, forbidden, no directory, or behind a loop of links. */
export function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    return withoutSystemError(error) ?? [];
  }
}

function withoutSystemError(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  return undefined;
}

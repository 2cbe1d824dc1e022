import { exactStatsOf } from '../../project/small-file.ts';
import type { PythonObject } from './python-json.ts';

/**
 * Sessions as this process wrote them last: an agent that appends message after message need not read and parse what it
 * wrote a moment ago. One is taken only while the file is that very one, by inode, size and times to the nanosecond;
 * every writer of sessions replaces the file, so another's write is another file.
 */
const written = new Map<string, { identity: string; session: PythonObject }>();
const MOST = 4;

/**
 * The session in the file, if this process wrote it last. It is the caller's then, and no longer kept: whatever goes
 * wrong while it is changed, the next one reads the file. The caller holds the lock.
 */
export function takeWritten(path: string): PythonObject | undefined {
  const last = written.get(path);
  if (last === undefined) return undefined;
  written.delete(path);
  return fileVersion(path) === last.identity ? last.session : undefined;
}

/** Keeps what was just written, still under the lock. Which file it is now: see `fileVersion`. */
export function keepWritten(path: string, session: PythonObject): string {
  const identity = fileVersion(path);
  if (identity === undefined) return '';
  written.set(path, { identity, session });
  if (written.size > MOST)
    for (const oldest of [...written.keys()].slice(0, written.size - MOST)) written.delete(oldest);
  return identity;
}

/** Differs after every write: a writer replaces the file. `undefined` where there is none. */
export function fileVersion(path: string): string | undefined {
  const stats = exactStatsOf(path);
  return stats === undefined
    ? undefined
    : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

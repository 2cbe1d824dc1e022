import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exactStatsOf, statsOf } from '../project/small-file.ts';

/** How long we try to get a copy between two restarts of the log. A log is started anew about every 4 MB written. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 2;
const LARGE_BYTES = 64 * 1024 * 1024;
/** Bytes of a write-ahead log before its first frame. SQLite file format, section 4.1. */
const WAL_HEADER_BYTES = 32;

export interface PrivateCopy {
  /** The copied database, in a folder of its own that only this user can enter. */
  path: string;
  /** Removes the folder; what is open stays readable on POSIX. */
  remove(): void;
}

/** Folders that could not be removed at once (Windows keeps what is open), removed when the process exits. */
const leftovers = new Set<string>();
let removesAtExit = false;

/**
 * Copies a database with what a crash or a live writer left beside it, so that SQLite recovers the copy, never the
 * original: the write-ahead log, or a rollback journal. The `-shm` file stays behind: it is an index that SQLite rebuilds.
 *
 * Why the copy is consistent: the database is copied before its log. A checkpoint that runs meanwhile only moves frames
 * from the log into the database, and those frames are still in our copy of the log as long as the log was not started
 * anew, which changes its header. Frames appended meanwhile are whole or fail their checksum, and are left out. When the
 * log was started anew, or a database without a log was written, the copy is made again.
 *
 * @throws the file-system error when something cannot be copied, and an error when no try gave a consistent copy.
 */
export function copyPrivately(path: string): PrivateCopy {
  const places = placesFor(sizeOf(path));
  for (;;) {
    const place = places.shift() ?? tmpdir();
    try {
      return copyTo(place, path);
    } catch (error) {
      // Full, missing or not ours: the next place may do.
      if ((error as NodeJS.ErrnoException).code === undefined || places.length === 0) throw error;
    }
  }
}

/** On many Linux systems `/tmp` is memory; `/var/tmp` is on a disk, where a file system may clone instead of copying. */
function placesFor(size: number): string[] {
  const large = size > LARGE_BYTES && process.platform === 'linux' && process.env['TMPDIR'] === undefined;
  return large ? ['/var/tmp', tmpdir()] : [tmpdir()];
}

function copyTo(place: string, path: string): PrivateCopy {
  const folder = mkdtempSync(join(place, 'praisonai-sqlite-'));
  try {
    const target = join(folder, basename(path));
    const deadline = performance.now() + PATIENCE_MS;
    while (!copyOnce(path, target)) {
      if (performance.now() > deadline) throw new Error('it is written faster than it can be copied');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
    return { path: target, remove: () => removeFolder(folder) };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** Whether the copy is consistent. */
function copyOnce(path: string, target: string): boolean {
  const before = stateOf(path);
  for (const suffix of ['', '-wal', '-journal']) copyPart(path + suffix, target + suffix, suffix === '');
  const after = stateOf(path);
  return before.files === after.files || (before.log !== '' && before.log === after.log);
}

function copyPart(from: string, to: string, required: boolean): void {
  rmSync(to, { force: true });
  if (!required && sizeOf(from) === 0) return;
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    // A store may be write-protected; SQLite must be able to recover the copy.
    chmodSync(to, 0o600);
  } catch (error) {
    // The last writer closed just now and took its log with it: the next try sees that.
    if (required || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** What must be the same before and after a copy: sizes and times of all parts, or the header of the log. */
function stateOf(path: string): { files: string; log: string } {
  const files = ['', '-wal', '-journal'].map((suffix) => {
    const stat = exactStatsOf(path + suffix);
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}` : '';
  });
  return { files: files.join(), log: logHeader(`${path}-wal`) };
}

function logHeader(path: string): string {
  if (sizeOf(path) < WAL_HEADER_BYTES) return '';
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  const fd = openSync(path, 'r');
  try {
    return readSync(fd, header, 0, WAL_HEADER_BYTES, 0) === WAL_HEADER_BYTES ? header.toString('latin1') : '';
  } finally {
    closeSync(fd);
  }
}

/** 0 where there is none. */
export function sizeOf(path: string): number {
  const stat = statsOf(path);
  return stat?.isFile() ? stat.size : 0;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    leftovers.delete(folder);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!removesAtExit) process.once('exit', removeLeftovers);
    removesAtExit = true;
    leftovers.add(folder);
  }
}

function removeLeftovers(): void {
  for (const folder of leftovers) removeFolder(folder);
}

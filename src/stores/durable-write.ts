import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asWriteFailure, StoreError, systemReason } from './store-error.ts';

/** Sessions hold what people typed and what tools printed: nobody else's business. */
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const TEMPORARY_NAME = /^\.praisonai-[0-9a-f]{24}\.tmp$/;
/** No write takes as long: an older temporary file is left over from a killed process. */
const ORPHAN_MS = 3_600_000;

/**
 * Replaces a file's content so that every reader, and every restart after a crash, sees the old content or the new one:
 * a temporary file of an unpredictable name beside it, flushed to the disk, renamed over it, the directory flushed.
 * Of the packages for this, none flushes the directory, and write-file-atomic 7 opens a predictable name without O_EXCL.
 *
 * `path` may not exist yet, its directory must. `beforeVisible` runs when only the rename is left: what it throws leaves
 * the old content.
 *
 * @throws StoreError `symbolic-link` rather than replace one; `write-failed` with the old content in place, `not-flushed`
 *   with the new one.
 */
export async function writeFileDurably(
  path: string,
  content: string | readonly Uint8Array[],
  beforeVisible?: () => void,
): Promise<void> {
  const directory = dirname(path);
  const temporary = join(directory, `.praisonai-${randomBytes(12).toString('hex')}.tmp`);
  try {
    await refuseSymbolicLink(path);
    await writeNewFile(temporary, content);
    beforeVisible?.();
    await renameOver(temporary, path);
  } catch (error) {
    await removeIfPossible(temporary);
    throw asWriteFailure(error, path);
  }
  await flushChange(path);
}

/** A file that must not exist yet, private, on the disk when the promise resolves (its name is not). */
export async function writeNewFile(
  path: string,
  content: string | Uint8Array | readonly Uint8Array[],
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, FILE_MODE);
  try {
    await writeFile(handle, content, 'utf8');
    await handle.sync();
  } catch (error) {
    // The reason why it cannot be written is told, not that it cannot be closed either.
    await handle.close().catch(ignoreSystemError);
    throw error;
  }
  await handle.close();
}

/** Flushes the directory of a file that was just replaced, made or deleted. @throws StoreError `not-flushed` */
export async function flushChange(path: string): Promise<void> {
  try {
    await flushDirectory(dirname(path));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new StoreError({ code: 'not-flushed', path, reason }, { cause: error });
  }
}

/** What is left over does no harm, and is swept later: the reason why it is superfluous counts more. */
export async function removeIfPossible(path: string): Promise<void> {
  await unlink(path).catch(ignoreSystemError);
}

export async function refuseSymbolicLink(path: string): Promise<void> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (stats?.isSymbolicLink()) throw new StoreError({ code: 'symbolic-link', path });
}

export async function ensurePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
}

/** Makes a rename, a creation or a deletion in the directory survive a power failure. */
export async function flushDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Windows cannot open a directory, some network file systems cannot flush one; the rename itself is done.
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF'].includes(code)) throw error;
  }
}

/** Deletes what writers that were killed left in the directory, as far as the system allows. */
export async function removeOrphans(directory: string): Promise<void> {
  for (const name of (await readdir(directory).catch(ignoreSystemError)) ?? []) {
    if (!TEMPORARY_NAME.test(name)) continue;
    const path = join(directory, name);
    const stats = await lstat(path).catch(ignoreSystemError);
    if (stats?.isFile() && Date.now() - stats.mtimeMs > ORPHAN_MS) await removeIfPossible(path);
  }
}

/** For what may fail without harm; an error of ours is thrown on. */
export function ignoreSystemError(error: unknown): undefined {
  if (systemReason(error) === undefined) throw error;
  return undefined;
}

export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
}

/**
 * On Windows a rename fails while a reader or a virus scanner has the target open; that passes. A network file system may
 * repeat a rename whose answer was lost, and report that the file to be renamed is not there: then it is done.
 */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (await isGone(from)) return;
      const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      if (!passing || attempt === 10) throw error;
      await sleep(10 * attempt);
    }
  }
}

/** Whether there is nothing at a path, or no more. */
export async function isGone(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

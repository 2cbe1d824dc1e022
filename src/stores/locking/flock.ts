import { constants, fstatSync, lstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { StoreError } from '../store-error.ts';

/** `flock(2)` as the optional package fs-ext offers it. */
interface FlockBinding {
  flockSync(descriptor: number, operation: 'exnb' | 'un'): void;
}

let binding: FlockBinding | undefined | 'unknown' = 'unknown';

/** Absent where the optional package is not installed or was not built for this Node. */
export function loadFlock(): FlockBinding | undefined {
  if (binding !== 'unknown') return binding;
  try {
    binding = createRequire(import.meta.url)('fs-ext') as FlockBinding;
  } catch {
    // Optional by design: `lockingMode()` reports what is left.
    binding = undefined;
  }
  return binding;
}

/** The file system cannot lock: some network and user-space file systems. */
const UNSUPPORTED = new Set(['ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);
const HELD = new Set(['EAGAIN', 'EWOULDBLOCK', 'EACCES']);

export type FlockAttempt = { handle: FileHandle } | 'held' | 'unsupported';

/**
 * One attempt at the lock that the Python `praisonai` takes: an exclusive `flock` on `<session>.json.lock`. The kernel
 * frees it when the process ends, however that ends; a child process does not inherit it (Node opens with O_CLOEXEC).
 *
 * A lock file that was deleted and made anew meanwhile counts as held: two processes could each hold "the" lock.
 */
export async function tryFlock(lockPath: string, flock: FlockBinding): Promise<FlockAttempt> {
  const handle = await openLockFile(lockPath);
  let kept = false;
  try {
    flock.flockSync(handle.fd, 'exnb');
    kept = isSameFile(handle, lockPath);
    return kept ? { handle } : 'held';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (HELD.has(code)) return 'held';
    if (UNSUPPORTED.has(code)) return 'unsupported';
    throw error;
  } finally {
    if (!kept) await handle.close();
  }
}

async function openLockFile(lockPath: string): Promise<FileHandle> {
  try {
    return await open(lockPath, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ELOOP' || code === 'EMLINK')
      throw new StoreError({ code: 'symbolic-link', path: lockPath });
    throw error;
  }
}

function isSameFile(handle: FileHandle, path: string): boolean {
  const held = fstatSync(handle.fd);
  const named = lstatSync(path, { throwIfNoEntry: false });
  return named !== undefined && named.ino === held.ino && named.dev === held.dev;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreSystemError } from '../durable-write.ts';
import { StoreError } from '../store-error.ts';
import { loadFlock, tryFlock } from './flock.ts';

/**
 * - `flock`: shared with the Python `praisonai`; freed by the kernel when a process is killed.
 * - `lock-directory`: our own processes exclude each other, Python is not excluded; after a kill it is
 *   taken over once it is stale. Used where the optional package fs-ext is missing, or the file system cannot lock.
 */
export type LockingMode = 'flock' | 'lock-directory';

export function lockingMode(): LockingMode {
  return loadFlock() === undefined ? 'lock-directory' : 'flock';
}

export interface FileLock {
  readonly mode: LockingMode;
  /** Throws `lock-lost` when another process took the lock over: call it right before the change becomes visible. */
  assertHeld(): void;
  release(): Promise<void>;
}

export interface LockOptions {
  /** How long to wait for another holder, in milliseconds. */
  timeoutMs: number;
  /** Default: the best that this machine offers. */
  mode?: LockingMode | undefined;
  /** Runs once it is this caller's turn in this process, before the lock is tried: to make the directory. */
  prepare?: () => Promise<void>;
}

/** A holder works for milliseconds; a random pause keeps waiting processes from trying in step. */
const RETRY_MIN_MS = 2;
const RETRY_SPREAD_MS = 10;
/** After a kill a lock directory blocks for this long at most. Refreshed every second while held. */
const STALE_MS = 5_000;
const REFRESH_MS = 1_000;

/** In this process, holders queue in the order in which they asked: a poll would shuffle them. */
const queues = new Map<string, Promise<undefined>>();

/**
 * Runs `work` while holding the lock of `path` (a file that need not exist; its directory must, see `prepare`).
 * Within this process, callers get it in the order of their calls.
 * Throws `session-locked` after `timeoutMs`.
 */
export async function withFileLock<Result>(
  path: string,
  options: LockOptions,
  work: (lock: FileLock) => Promise<Result>,
): Promise<Result> {
  const before = queues.get(path) ?? Promise.resolve(undefined);
  const turn = before.then(() => lockAndRun(path, options, work));
  const done = turn.then(ignore, ignore);
  queues.set(path, done);
  try {
    return await turn;
  } finally {
    if (queues.get(path) === done) queues.delete(path);
  }
}

/** The queue only waits for its turn; the outcome belongs to the caller of that turn. */
function ignore(): undefined {
  return undefined;
}

async function lockAndRun<Result>(
  path: string,
  options: LockOptions,
  work: (lock: FileLock) => Promise<Result>,
): Promise<Result> {
  await options.prepare?.();
  const lock = await acquire(path, options);
  try {
    return await work(lock);
  } finally {
    // What was done is done: a lock that cannot be given back is freed by the kernel, or becomes stale.
    await lock.release().catch(ignoreSystemError);
  }
}

async function acquire(path: string, { timeoutMs, mode }: LockOptions): Promise<FileLock> {
  const started = performance.now();
  let chosen = mode ?? lockingMode();
  for (;;) {
    const attempt = chosen === 'flock' ? await acquireFlock(path) : await acquireLockDirectory(path);
    if (attempt === 'unsupported') {
      chosen = 'lock-directory';
      continue;
    }
    if (attempt !== 'held') return attempt;
    const waitedMs = performance.now() - started;
    if (waitedMs >= timeoutMs) throw lockedError(path, chosen, waitedMs);
    await sleep(RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS);
  }
}

function lockedError(path: string, mode: LockingMode, waitedMs: number): StoreError {
  const flock = mode === 'flock';
  const lockPath = flock ? lockFilePath(path) : lockDirectoryPath(path);
  return new StoreError({
    code: 'session-locked',
    path,
    lockPath,
    waitedMs,
    stale: flock ? 'never' : 'removable',
  });
}

/** Python's name for it. */
export function lockFilePath(path: string): string {
  return `${path}.lock`;
}

function lockDirectoryPath(path: string): string {
  return `${path}.lock.d`;
}

async function acquireFlock(path: string): Promise<FileLock | 'held' | 'unsupported'> {
  const flock = loadFlock();
  if (flock === undefined) return 'unsupported';
  const attempt = await tryFlock(lockFilePath(path), flock);
  if (typeof attempt === 'string') return attempt;
  // Closing the only descriptor releases the lock. The file stays, as Python leaves it: another process may have it open.
  return { mode: 'flock', assertHeld: ignore, release: () => attempt.handle.close() };
}

async function acquireLockDirectory(path: string): Promise<FileLock | 'held'> {
  const { lock } = await import('proper-lockfile');
  let lost = false;
  try {
    const release = await lock(path, {
      lockfilePath: lockDirectoryPath(path),
      realpath: false,
      retries: 0,
      stale: STALE_MS,
      update: REFRESH_MS,
      onCompromised: () => {
        lost = true;
      },
    });
    return {
      mode: 'lock-directory',
      assertHeld: () => {
        if (lost) throw new StoreError({ code: 'lock-lost', path });
      },
      release: async () => {
        if (!lost) await release();
      },
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return 'held';
    throw error;
  }
}

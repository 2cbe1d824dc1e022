/** What went wrong in a store, with the facts that a person or a program needs to act on it. */
export type StoreFailure =
  /** Nothing was touched. `reason` completes "the session id …". */
  | { code: 'invalid-session-id'; id: string; reason: string }
  | { code: 'session-not-found'; id: string }
  /** `create` or `import` met a session of this id. */
  | { code: 'session-exists'; id: string; path: string }
  /** Two ids have one file name (`a/b` and `a:b`), and the file holds the other one. */
  | { code: 'file-name-taken'; id: string; holds: string; path: string }
  | { code: 'session-unreadable'; path: string; reason: string }
  | { code: 'session-locked'; path: string; lockPath: string; waitedMs: number; stale: 'never' | 'removable' }
  /** Another process took the lock over while this one was suspended; nothing was written. */
  | { code: 'lock-lost'; path: string }
  | { code: 'symbolic-link'; path: string }
  /** The system refused something that a write needs. The file is as it was. */
  | { code: 'write-failed'; path: string; reason: string }
  /** The change is made, but the system could not confirm that it is on the disk. */
  | { code: 'not-flushed'; path: string; reason: string }
  /** The new session is on the disk, its parent does not name it. `reason` says why. */
  | { code: 'parent-not-updated'; id: string; parentId: string; reason: string }
  | { code: 'no-such-message'; id: string; index: number; messages: number }
  | { code: 'invalid-import'; reason: string }
  /** A listing was to go on after something that is no `next` of a page. */
  | { code: 'invalid-cursor'; cursor: string }
  /** Somebody else wrote the session since it was read; nothing was written. */
  | { code: 'session-changed'; id: string; place: string }
  /** No answer from a server: down, name unknown, TLS refused, too slow, or the connection broke. `reason` is one sentence. */
  | { code: 'store-unreachable'; place: string; reason: string }
  /** The server answered and refused: password, database, rights. */
  | { code: 'store-refused'; place: string; reason: string }
  /** Another process held the store's lock all the time that we waited. */
  | { code: 'store-busy'; place: string; waitedMs: number }
  /** Made or changed by a newer version of this program. */
  | { code: 'store-newer'; place: string; version: number; known: number }
  /** What is there is not a store of ours, or cannot be used as one. `reason` says why and the way out. */
  | { code: 'store-unusable'; place: string; reason: string }
  | { code: 'invalid-cursor'; cursor: string }
  | { code: 'invalid-store'; address: string; reason: string };

export class StoreError extends Error {
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, options?: ErrorOptions) {
    super(describe(failure), options);
    this.name = 'StoreError';
    this.failure = failure;
  }

  get code(): StoreFailure['code'] {
    return this.failure.code;
  }
}

export function isStoreError(error: unknown, code?: StoreFailure['code']): error is StoreError {
  return error instanceof StoreError && (code === undefined || error.code === code);
}

/** What the system says of a call that failed, without the path; `undefined` for any other error. */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).syscall === undefined) return undefined;
  return error.message.replace(/ '.*$/s, '');
}

/** A system's error as a failed write of `path`; any other error as it is. */
export function asWriteFailure(error: unknown, path: string): unknown {
  const reason = systemReason(error);
  return reason === undefined
    ? error
    : new StoreError({ code: 'write-failed', path, reason }, { cause: error });
}

function describe(failure: StoreFailure): string {
  switch (failure.code) {
    case 'invalid-session-id':
      return `The session id ${JSON.stringify(failure.id.slice(0, 60))} ${failure.reason}`;
    case 'session-not-found':
      return `Session not found: ${failure.id}`;
    case 'session-exists':
      return `Session ${failure.id} exists already (${failure.path}); choose another id`;
    case 'file-name-taken':
      return `Session ${failure.id} would be written to ${failure.path}, which holds session ${failure.holds}; choose another id`;
    case 'session-unreadable':
      return `Cannot read the session file ${failure.path}: ${failure.reason}`;
    case 'session-locked':
      return lockedMessage(failure);
    case 'lock-lost':
      return `Another process took over the lock of ${failure.path}; nothing was written, try again`;
    case 'symbolic-link':
      return `${failure.path} is a symbolic link; sessions are never written through one: replace it by the file it points to`;
    case 'write-failed':
      return `Cannot write ${failure.path}: ${failure.reason}; it is as it was before`;
    case 'not-flushed':
      return `The change of ${failure.path} is made, but could not be flushed to the disk (${failure.reason}): a power failure may undo it`;
    case 'parent-not-updated':
      return `Session ${failure.id} was saved, but could not be added to the children of ${failure.parentId}: ${failure.reason}`;
    case 'no-such-message':
      return `Session ${failure.id} has no message ${failure.index}; its messages are numbered 0 to ${failure.messages - 1}`;
    case 'invalid-import':
      return `Not a PraisonAI session: ${failure.reason}`;
    case 'invalid-cursor':
      return `A listing cannot go on after ${JSON.stringify(failure.cursor.slice(0, 60))}; begin it again without`;
    default:
      return describeShared(failure);
  }
}

type SharedFailure = Extract<StoreFailure, { place: string } | { address: string } | { cursor: string }>;

/** What only stores meet that several machines share. */
function describeShared(failure: SharedFailure): string {
  switch (failure.code) {
    case 'session-changed':
      return `Session ${failure.id} was changed in ${failure.place} by somebody else at the same time; nothing was written, try again`;
    case 'store-unreachable':
      return `Cannot reach the store ${failure.place}: ${failure.reason}`;
    case 'store-refused':
      return `The store ${failure.place} refused: ${failure.reason}`;
    case 'store-busy':
      return `The store ${failure.place} is locked by another process (waited ${(failure.waitedMs / 1000).toFixed(1)} s); try again, or end that process`;
    case 'store-newer':
      return `The store ${failure.place} has schema version ${failure.version}, this praisonai knows ${failure.known}: update praisonai on this machine`;
    case 'store-unusable':
      return `Cannot use the store ${failure.place}: ${failure.reason}`;
    case 'invalid-cursor':
      return `Not the position of a page: ${failure.cursor}: begin the listing anew`;
    case 'invalid-store':
      return `Not a store: ${failure.address}: ${failure.reason}`;
    default:
      return failure satisfies never;
  }
}

function lockedMessage(failure: Extract<StoreFailure, { code: 'session-locked' }>): string {
  const held = `${failure.path} is locked by another process (waited ${(failure.waitedMs / 1000).toFixed(1)} s)`;
  return failure.stale === 'never'
    ? `${held}; try again, or end the process that holds ${failure.lockPath}: the lock goes with it`
    : `${held}; try again, or remove ${failure.lockPath} if no praisonai process is running`;
}

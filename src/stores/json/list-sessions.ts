import type { EpochMs } from '../../model/session-event.ts';
import { sessionFileName } from '../paths.ts';
import type { JsonSessionStore } from './json-session-store.ts';
import { peekSession, type SessionPeek } from './peek.ts';
import type { SessionFile } from './session-files.ts';

export interface ListedSession extends SessionPeek {
  id: string;
  path: string;
  /** Last activity: as recorded, else the file's time. */
  lastActivity: EpochMs;
  sizeBytes: number;
}

export interface SessionListing {
  /** Newest first, as the Python `praisonai` lists them. Ids that two stores have are both here. */
  sessions: ListedSession[];
  /** Paths of files that are no session, or cannot be read. */
  unreadable: string[];
}

/** Reads every session file of the stores once. For the newest one alone see `newestSession`. */
export function listSessions(stores: readonly JsonSessionStore[]): SessionListing {
  const listing: SessionListing = { sessions: [], unreadable: [] };
  for (const file of stores.flatMap((store) => store.files())) {
    const listed = listFile(file);
    if (listed === undefined) listing.unreadable.push(file.path);
    else listing.sessions.push(listed);
  }
  listing.sessions.sort(newestFirst);
  return listing;
}

/**
 * The newest session that `accept` takes, opening as few files as that needs: a file cannot have been written before
 * the time that it records, so older files need no look once a newer session is found.
 */
export function newestSession(
  stores: readonly JsonSessionStore[],
  accept: (session: ListedSession) => boolean,
): ListedSession | undefined {
  const files = stores.flatMap((store) => store.files());
  files.sort((left, right) => right.modifiedAt - left.modifiedAt);
  let newest: ListedSession | undefined;
  for (const file of files) {
    if (newest !== undefined && file.modifiedAt < newest.lastActivity) break;
    const session = listFile(file);
    if (session === undefined || !accept(session)) continue;
    if (newest === undefined || newestFirst(session, newest) < 0) newest = session;
  }
  return newest;
}

/** One file's listing; `undefined` when it is no session. */
export function listFile(file: SessionFile): ListedSession | undefined {
  const peek = peekSession(file.path);
  if (peek === undefined) return undefined;
  // A file that was renamed by hand is known by its name: that is where a write to its id would go.
  const id = peek.id !== undefined && sessionFileName(peek.id) === file.name ? peek.id : file.name;
  const { path, sizeBytes } = file;
  return { ...peek, id, path, sizeBytes, lastActivity: peek.updatedAt ?? file.modifiedAt };
}

/** Microseconds decide within a millisecond; the path, so that the order never depends on the disk's. */
export function newestFirst(left: ListedSession, right: ListedSession): number {
  return (
    right.lastActivity - left.lastActivity ||
    compare(right.updatedAtText ?? '', left.updatedAtText ?? '') ||
    compare(left.path, right.path)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

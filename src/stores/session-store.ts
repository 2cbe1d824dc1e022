import type { SessionDescription } from '../model/session.ts';
import type { EpochMs } from '../model/session-event.ts';
import type { JsonObject, MessageRecord } from '../model/session-record.ts';

/** What a session is called in every store, whatever machine it came from. */
export interface SessionKey {
  /** Name of the source that wrote it: `praisonai`, `claude-code`, … */
  source: string;
  /** That agent's own id of the session. */
  id: string;
}

/** A session but for its messages. */
export interface SessionHead {
  /** Id of the project that it belongs to (see `identifyProject`), or `global`. */
  project: string;
  /** What listings show of it. Stores index some of these fields and give all of them back. */
  description: SessionDescription;
  /**
   * Every field of a PraisonAI session file but `messages` and `archived_messages`, in that file's spelling. Kept as it is.
   */
  document: JsonObject;
}

/** Changes with every write. To be compared only. */
export type SessionVersion = string;

export interface StoredSession extends SessionHead {
  key: SessionKey;
  version: SessionVersion;
  messageCount: number;
  /** Last activity: `description.updatedAt`, else the time of the last write. Listings are ordered by it. */
  activeAt: EpochMs;
}

/** A session of a listing: without its document, which may be large. */
export type ListedSession = Omit<StoredSession, 'document'>;

/** One write, whole or not at all. */
export interface SessionChange {
  /** Replaces the head. A new session needs one. */
  head?: SessionHead;
  /** How many of the stored messages stay, from the first on. Default: all. */
  keep?: number;
  /** Added after those. */
  messages?: readonly MessageRecord[];
}

/**
 * - `undefined`: whatever version there is, but there must be one
 * - `null`: there must be none
 * - a version: that one, unchanged since it was read
 */
export type ExpectedVersion = SessionVersion | null | undefined;

export interface ListQuery {
  /** Sessions of these projects. Default: of all. */
  projects?: readonly string[];
  source?: string;
  /** Without sessions that were forked or spawned from another one. Default false. */
  rootsOnly?: boolean;
  /** At most this many, 1 to 1,000. */
  limit: number;
  /** `next` of the page before. */
  after?: string;
}

export interface ListPage {
  /** Latest activity first; among equals by source and id. */
  sessions: ListedSession[];
  /** Absent on the last page. */
  next?: string;
}

export interface PruneQuery {
  /** Sessions whose last activity was earlier go. */
  before: EpochMs;
  /** So many newest sessions of each project stay, however old. Default 0. */
  keepLast?: number;
  /** Count only. Default false. */
  dryRun?: boolean;
}

/** What went. */
export interface Pruned {
  sessions: number;
  messages: number;
}

/**
 * Where sessions are kept: JSON files, SQLite, PostgreSQL. One contract suite holds for all of them
 * (testing/session-store-contract.ts).
 *
 * When a promise of `write` or `delete` resolves, the change is durable: it survives the end of this process and of the
 * server. Several processes may use a store at once. Whatever fails is a `StoreError` whose message says the way out and
 * never holds a password; it comes within the store's time limit.
 */
export interface SessionStore {
  /** For messages: where it is, without password. */
  readonly place: string;
  /** As many messages as one write should have, where many are written. Default 500. */
  readonly messagesPerWrite?: number;
  /** `undefined` for an unknown key. */
  get(key: SessionKey): Promise<StoredSession | undefined>;
  /** Messages in their order, as they were written (half a surrogate pair may have become U+FFFD), in batches, so that a long session is never whole in memory. None for an unknown key. */
  messages(key: SessionKey, from?: number): AsyncIterable<MessageRecord[]>;
  /**
   * Adds messages, replaces the head, or both.
   *
   * Without `expected`, two writers may add at the same time: both messages are kept, in one order. A head that was read
   * before should be written with the version that it was read with.
   *
   * @throws StoreError `session-changed`, `session-exists` (for `null`), `session-not-found` (for `undefined`)
   */
  write(key: SessionKey, change: SessionChange, expected?: ExpectedVersion): Promise<SessionVersion>;
  list(query: ListQuery): Promise<ListPage>;
  /** Sessions whose id begins with `prefix`, by id, at most `limit`. An empty prefix has none. */
  withPrefix(prefix: string, limit: number, source?: string): Promise<ListedSession[]>;
  /** With its messages. False when there was none. */
  delete(key: SessionKey): Promise<boolean>;
  /**
   * Sessions in whose title or requests of the human each of the words begins some word, upper case or not; otherwise as
   * `list`. Absent: this store cannot search; the caller reads instead.
   */
  search?(words: readonly string[], query: ListQuery): Promise<ListPage>;
  /** Deletes old sessions. Absent: the caller lists and deletes them. */
  prune?(query: PruneQuery): Promise<Pruned>;
  /** Ends connections. Waits for nothing that was not awaited. */
  close(): Promise<void>;
}

/** The order of a listing. */
export function listOrder(
  left: Pick<ListedSession, 'activeAt' | 'key'>,
  right: Pick<ListedSession, 'activeAt' | 'key'>,
): number {
  return (
    right.activeAt - left.activeAt ||
    compareTexts(left.key.source, right.key.source) ||
    compareTexts(left.key.id, right.key.id)
  );
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export function keyText({ source, id }: SessionKey): string {
  return `${source}:${id}`;
}

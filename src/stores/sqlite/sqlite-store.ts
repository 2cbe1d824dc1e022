import type { MessageRecord } from '../../model/session-record.ts';
import { pageSize, writeCursor } from '../page-cursor.ts';
import type {
  ExpectedVersion,
  ListedSession,
  ListPage,
  ListQuery,
  SessionChange,
  SessionKey,
  SessionStore,
  SessionVersion,
  StoredSession,
} from '../session-store.ts';
import { placeOf, type SqliteDatabase } from './database.ts';
import { checkKey, lastWithPrefix, storable } from './ids.ts';
import {
  type Listed,
  listed,
  listingSql,
  PREFIX_OF_SOURCE_SQL,
  PREFIX_SQL,
  SHOWN,
  shownSession,
  shownSessions,
} from './listing.ts';
import { searchSessions } from './search-index.ts';
import { deleteSession, writeSession } from './write-session.ts';

/** Of `messages`: whichever is reached first. */
const BATCH_MESSAGES = 500;
const BATCH_CHARS = 4_000_000;

/** Sessions in a SQLite database of ours. See `SessionStore` for what each method promises. */
export class SqliteSessionStore implements SessionStore {
  readonly place: string;
  /**
   * Absent without FTS5. Of each session, the title and the requests are searched, 200,000 characters from their
   * beginning.
   */
  readonly search?: (words: readonly string[], query: ListQuery) => Promise<ListPage>;
  readonly #database: SqliteDatabase;
  readonly #searches: boolean;

  constructor(database: SqliteDatabase, searches: boolean) {
    this.#database = database;
    this.#searches = searches;
    this.place = placeOf(database.path);
    if (searches) this.search = (words, query) => this.#search(words, query);
  }

  async get({ source, id }: SessionKey): Promise<StoredSession | undefined> {
    if (!storable(source, id)) return undefined;
    return await this.#database.read(() => {
      const row = this.#database.one(GET_SQL, id, source);
      return row && { ...shownSession(row), document: JSON.parse(String(row['body'])) };
    });
  }

  async *messages({ source, id }: SessionKey, from = 0): AsyncGenerator<MessageRecord[]> {
    if (!storable(source, id)) return;
    const found = await this.#database.read(() => this.#database.one(PK_SQL, id, source));
    if (found === undefined) return;
    let position = Math.max(0, Math.trunc(from));
    for (;;) {
      const start = position;
      const batch = await this.#database.read(() => this.#batch(Number(found['pk']), start));
      if (batch.length === 0) return;
      position += batch.length;
      yield batch;
    }
  }

  async write(key: SessionKey, change: SessionChange, expected?: ExpectedVersion): Promise<SessionVersion> {
    checkKey(key, change.head?.project);
    const options = { expected, now: Date.now(), searches: this.#searches };
    return await this.#database.write(() => writeSession(this.#database, key, change, options));
  }

  async list(query: ListQuery): Promise<ListPage> {
    const listing = listingSql(query);
    if (listing === undefined) return { sessions: [] };
    const limit = pageSize(query.limit);
    return await this.#database.read(() => {
      const rows = this.#database.all(`${listing.sql} LIMIT ?`, ...listing.parameters, limit + 1);
      return this.#page(rows.map(listed), limit);
    });
  }

  async withPrefix(prefix: string, limit: number, source?: string): Promise<ListedSession[]> {
    if (!storable(prefix) || (source !== undefined && !storable(source))) return [];
    const range = [prefix, lastWithPrefix(prefix)];
    return await this.#database.read(() => {
      const rows =
        source === undefined
          ? this.#database.all(PREFIX_SQL, ...range, pageSize(limit))
          : this.#database.all(PREFIX_OF_SOURCE_SQL, ...range, source, pageSize(limit));
      return shownSessions(this.#database, rows);
    });
  }

  async delete(key: SessionKey): Promise<boolean> {
    if (!storable(key.source, key.id)) return false;
    return await this.#database.write(() => deleteSession(this.#database, key, this.#searches));
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  async #search(words: readonly string[], query: ListQuery): Promise<ListPage> {
    if (words.length === 0) return await this.list(query);
    const limit = pageSize(query.limit);
    return await searchSessions(this.#database, words, query, limit + 1, (found) => this.#page(found, limit));
  }

  /** `found` has one more than a page where there are more. */
  #page(found: readonly Listed[], limit: number): ListPage {
    const page = found.slice(0, limit);
    const sessions = shownSessions(this.#database, page);
    const last = page.at(-1);
    return last === undefined || found.length <= limit ? { sessions } : { sessions, next: writeCursor(last) };
  }

  #batch(pk: number, from: number): MessageRecord[] {
    const batch: MessageRecord[] = [];
    let chars = 0;
    for (const { body } of this.#database.iterate(MESSAGES_SQL, pk, from, BATCH_MESSAGES)) {
      batch.push(JSON.parse(String(body)) as MessageRecord);
      chars += String(body).length;
      if (chars > BATCH_CHARS) break;
    }
    return batch;
  }
}

const GET_SQL = `SELECT ${SHOWN}, body FROM sessions JOIN documents ON session_pk = pk WHERE id = ? AND source = ?`;
const PK_SQL = 'SELECT pk FROM sessions WHERE id = ? AND source = ?';
const MESSAGES_SQL =
  'SELECT body FROM messages WHERE session_pk = ? AND position >= ? ORDER BY position LIMIT ?';

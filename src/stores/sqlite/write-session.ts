import type { SessionDescription } from '../../model/session.ts';
import type { EpochMs } from '../../model/session-event.ts';
import type { SqliteRow } from '../../sqlite/driver.ts';
import { isSearched } from '../search-words.ts';
import type {
  ExpectedVersion,
  SessionChange,
  SessionHead,
  SessionKey,
  SessionVersion,
} from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { placeOf, type SqliteDatabase } from './database.ts';
import { versionOf } from './listing.ts';
import { changesSearch, indexSession, postponeIndexing } from './search-index.ts';

export interface WriteOptions {
  expected: ExpectedVersion;
  now: EpochMs;
  /** This driver has FTS5. */
  searches: boolean;
}

const FIND = `SELECT pk, version, message_count, active_at, project, search_full, description
  FROM sessions WHERE id = ? AND source = ?`;

/** One change of a session. To be called in a write transaction. @throws StoreError */
export function writeSession(
  database: SqliteDatabase,
  key: SessionKey,
  { head, keep, messages = [] }: SessionChange,
  { expected, now, searches }: WriteOptions,
): SessionVersion {
  const found = database.one(FIND, key.id, key.source);
  checkExpected(database, key, found, expected);
  const before = found ?? insertSession(database, key, head);
  const pk = Number(before['pk']);
  const count = Number(before['message_count']);
  const kept = keep === undefined ? count : Math.min(count, Math.max(0, Math.trunc(keep)));
  if (kept < count) database.run('DELETE FROM messages WHERE session_pk = ? AND position >= ?', pk, kept);
  for (const [index, message] of messages.entries())
    database.run(
      'INSERT INTO messages(session_pk, position, is_request, body) VALUES(?, ?, ?, ?)',
      pk,
      kept + index,
      isSearched(message) ? 1 : 0,
      JSON.stringify(message),
    );
  if (head !== undefined) writeHead(database, pk, head);
  const description = head?.description ?? describedBy(before);
  database.run(
    'UPDATE sessions SET version = version + 1, message_count = ?, active_at = ? WHERE pk = ?',
    kept + messages.length,
    activeAt(description, now),
    pk,
  );
  const renamed =
    head !== undefined &&
    (head.project !== before['project'] || head.description.title !== describedBy(before).title);
  const state = { wasFull: before['search_full'] === 1, tookBack: kept < count };
  if (renamed || changesSearch(messages, state)) {
    if (searches) indexSession(database, pk);
    else postponeIndexing(database, pk);
  }
  return versionOf({ pk, version: Number(before['version']) + 1 });
}

function checkExpected(
  database: SqliteDatabase,
  { id }: SessionKey,
  found: SqliteRow | undefined,
  expected: ExpectedVersion,
): void {
  const place = placeOf(database.path);
  if (expected === null) {
    if (found !== undefined) throw new StoreError({ code: 'session-exists', id, path: place });
  } else if (expected === undefined) {
    if (found === undefined) throw new StoreError({ code: 'session-not-found', id });
  } else if (found === undefined || versionOf(found) !== expected)
    throw new StoreError({ code: 'session-changed', id, place });
}

/** The row of a new session, whose head is written next. */
function insertSession(
  database: SqliteDatabase,
  { source, id }: SessionKey,
  head: SessionHead | undefined,
): SqliteRow {
  if (head === undefined) throw new TypeError('A new session needs a head');
  const row = database.one(
    `INSERT INTO sessions(source, id, project, is_root, active_at, version, message_count, description)
     VALUES(?, ?, '', 0, 0, 0, 0, '{}') RETURNING pk, version, message_count, active_at, project, search_full, description`,
    source,
    id,
  );
  if (row === undefined) throw new Error('SQLite returned no row of an INSERT');
  return row;
}

function writeHead(
  database: SqliteDatabase,
  pk: number,
  { project, description, document }: SessionHead,
): void {
  database.run(
    'UPDATE sessions SET project = ?, is_root = ?, description = ? WHERE pk = ?',
    project,
    description.parentId === undefined && description.subAgent !== true ? 1 : 0,
    JSON.stringify(description),
    pk,
  );
  database.run(
    'INSERT OR REPLACE INTO documents(session_pk, body) VALUES(?, ?)',
    pk,
    JSON.stringify(document),
  );
}

function describedBy(row: SqliteRow): SessionDescription {
  return JSON.parse(String(row['description'])) as SessionDescription;
}

function activeAt({ updatedAt }: SessionDescription, now: EpochMs): EpochMs {
  return typeof updatedAt === 'number' && Number.isFinite(updatedAt) ? updatedAt : now;
}

/** With its messages; false when there was none. To be called in a write transaction. */
export function deleteSession(
  database: SqliteDatabase,
  { source, id }: SessionKey,
  searches: boolean,
): boolean {
  const found = database.one('SELECT pk FROM sessions WHERE id = ? AND source = ?', id, source);
  if (found === undefined) return false;
  const pk = Number(found['pk']);
  for (const sql of [
    'DELETE FROM messages WHERE session_pk = ?',
    'DELETE FROM documents WHERE session_pk = ?',
    'DELETE FROM sessions WHERE pk = ?',
  ])
    database.run(sql, pk);
  if (searches) indexSession(database, pk);
  else postponeIndexing(database, pk);
  return true;
}

import type { SessionDescription } from '../../model/session.ts';
import type { MessageRecord } from '../../model/session-record.ts';
import { isSearched, SEARCHED_CHARS } from '../search-words.ts';
import type { ListQuery } from '../session-store.ts';
import type { SqliteDatabase } from './database.ts';
import { filterSql, type Listed, listed, listingSql, MAX_MERGED_PROJECTS } from './listing.ts';
import { matchExpression, projectWord, searchable } from './search-text.ts';

/** So many sessions with the words are sorted; of more, the listing is walked until a page of them is found. */
const MAX_SORTED = 10_000;
const PENDING_AT_ONCE = 200;

/**
 * Prefixes of up to three letters have an index of their own. Contentless: the texts are in the messages. Diacritics
 * count, as they do where the caller searches itself.
 */
const CREATE = `CREATE VIRTUAL TABLE search USING fts5(
  project, text, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 0")`;

/** Node 22.13 to 22.15 have a SQLite without FTS5. Contentless tables with deletion came with SQLite 3.43. */
export function hasSearch(database: SqliteDatabase): boolean {
  const [row] = database.all(
    "SELECT sqlite_version() AS version, EXISTS(SELECT 1 FROM pragma_module_list WHERE name = 'fts5') AS fts5",
  );
  const [major = 0, minor = 0] = String(row?.['version']).split('.').map(Number);
  return row?.['fts5'] === 1 && (major > 3 || minor >= 43);
}

/** Makes the index of a database that was only used without FTS5 until now. */
export async function ensureSearch(database: SqliteDatabase): Promise<void> {
  const exists = () => database.one("SELECT 1 FROM sqlite_master WHERE name = 'search'") !== undefined;
  if (await database.read(exists)) return;
  await database.write(() => {
    if (exists()) return;
    database.run(CREATE);
    database.run('INSERT OR IGNORE INTO search_pending SELECT pk FROM sessions');
  });
}

/** For writers without FTS5: the next search of one that has it indexes the session. */
export function postponeIndexing(database: SqliteDatabase, pk: number): void {
  database.run('INSERT OR IGNORE INTO search_pending(session_pk) VALUES(?)', pk);
}

/** Indexes a session anew, or takes a deleted one out. In the transaction that changes it. */
export function indexSession(database: SqliteDatabase, pk: number): void {
  const session = database.one('SELECT project, description, search_full FROM sessions WHERE pk = ?', pk);
  if (session === undefined) database.run('DELETE FROM search WHERE rowid = ?', pk);
  else {
    const { title } = JSON.parse(String(session['description'])) as SessionDescription;
    const text = searchText(database, pk, title);
    const full = text.length >= SEARCHED_CHARS ? 1 : 0;
    if (session['search_full'] !== full)
      database.run('UPDATE sessions SET search_full = ? WHERE pk = ?', full, pk);
    const word = projectWord(String(session['project']));
    database.run('INSERT OR REPLACE INTO search(rowid, project, text) VALUES(?, ?, ?)', pk, word, text);
  }
  database.run('DELETE FROM search_pending WHERE session_pk = ?', pk);
}

function searchText(database: SqliteDatabase, pk: number, title: string | undefined): string {
  let text = typeof title === 'string' ? title : '';
  const requests = database.iterate(
    'SELECT body FROM messages WHERE session_pk = ? AND is_request = 1 ORDER BY position',
    pk,
  );
  for (const { body } of requests) {
    if (text.length >= SEARCHED_CHARS) break;
    const { content } = JSON.parse(String(body)) as MessageRecord;
    if (typeof content === 'string') text += `\n${content}`;
  }
  return searchable(text.slice(0, SEARCHED_CHARS));
}

/** Indexes what writers without FTS5 left. */
async function indexPending(database: SqliteDatabase): Promise<void> {
  const pending = () => database.all('SELECT session_pk AS pk FROM search_pending LIMIT ?', PENDING_AT_ONCE);
  while ((await database.read(pending)).length > 0)
    await database.write(() => {
      for (const { pk } of pending()) indexSession(database, Number(pk));
    });
}

/** Sessions with all the words, in the order of a listing, at most `count`, and their rows by `show` in one snapshot. */
export async function searchSessions<T>(
  database: SqliteDatabase,
  words: readonly string[],
  query: ListQuery,
  count: number,
  show: (found: Listed[]) => T,
): Promise<T> {
  const few = query.projects === undefined || query.projects.length <= MAX_MERGED_PROJECTS;
  const match =
    query.projects?.length === 0 ? undefined : matchExpression(words, few ? query.projects : undefined);
  if (match === undefined) return show([]);
  await indexPending(database);
  return database.read(() => {
    // Once for all: the index of words goes through all that begins so before it tells the first one.
    const pks = String(database.one(FOUND_SQL, match)?.['pks']);
    const wanted = new Set(JSON.parse(pks) as number[]);
    return show(
      wanted.size > MAX_SORTED ? walked(database, wanted, query, count) : sorted(database, pks, query, count),
    );
  });
}

export const FOUND_SQL = 'SELECT json_group_array(rowid) AS pks FROM search WHERE search MATCH ?';

export function sortedSql(filter: string): string {
  return `SELECT pk, active_at, source, id FROM (SELECT value AS found FROM json_each(?)) CROSS JOIN sessions ON pk = found WHERE true${filter} ORDER BY active_at DESC, source, id LIMIT ?`;
}

function sorted(database: SqliteDatabase, pks: string, query: ListQuery, count: number): Listed[] {
  const { sql, parameters } = filterSql(query);
  return database.all(sortedSql(sql), pks, ...parameters, count).map(listed);
}

function walked(
  database: SqliteDatabase,
  wanted: ReadonlySet<number>,
  query: ListQuery,
  count: number,
): Listed[] {
  const listing = listingSql(query);
  if (listing === undefined) return [];
  const found: Listed[] = [];
  for (const candidate of database.iterate(listing.sql, ...listing.parameters)) {
    if (wanted.has(Number(candidate['pk']))) found.push(listed(candidate));
    if (found.length === count) break;
  }
  return found;
}

/** Whether what a write changed is searched. */
export function changesSearch(
  messages: readonly MessageRecord[],
  { wasFull, tookBack }: { wasFull: boolean; tookBack: boolean },
): boolean {
  return tookBack || (!wasFull && messages.some(isSearched));
}

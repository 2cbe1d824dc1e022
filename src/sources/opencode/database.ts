import type { SqliteReader, SqliteRow } from '../../sqlite/open.ts';
import { sharedReader } from '../../sqlite/shared.ts';
import { epochMs, finiteNumber, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import {
  MAX_RECORD_BYTES,
  parseJson,
  parseObject,
  type StoredMessage,
  type StoredPart,
  type StoredSession,
  type StoredTodos,
} from './stored.ts';

/*
 * The SQLite store of OpenCode 1.2 and newer, and of Kilo CLI. Only the tables session, message, part, todo and
 * workspace are read: credential, account*, control_account and session_share hold secrets.
 *
 * `session_message` belongs to a new engine that is not read: empty in 1.18.33 and in Kilo CLI 7.7.9.
 */

export interface DatabaseRow {
  id: string;
  /** Epoch milliseconds; 0 when the row tells none. */
  updatedAt: number;
}

/**
 * Times of the last message, which can be later than its session's row: that one is not touched when a turn ends. The
 * `time_updated` of messages is no help: the migration from the older store set it to that day.
 */
const LATEST = `SELECT CAST(max(time_created,
    CASE WHEN json_valid(data) THEN coalesce(json_extract(data, '$.time.completed'), 0) ELSE 0 END
  ) AS REAL) FROM message WHERE session_id = session.id ORDER BY time_created DESC, id DESC LIMIT 1`;

/** Every session in a database; none where it cannot be read. */
export function databaseRows(path: string): DatabaseRow[] {
  const reader = sharedReader(path, 'now');
  const rows = query(
    reader,
    `SELECT id, CAST(time_updated AS REAL) AS updated, (${LATEST}) AS latest FROM session`,
  );
  return rows.flatMap((row) => {
    const id = text(row['id']);
    const updatedAt = Math.max(epochMs(row['updated']) ?? 0, epochMs(row['latest']) ?? 0);
    return id ? [{ id, updatedAt: Math.floor(updatedAt) }] : [];
  });
}

/** @param explain gets the reason when there is no such session, or no way to read it. */
export function openDatabaseSession(
  path: string,
  id: string,
  freshness: 'now' | 'recent',
  explain: (reason: string) => void,
): StoredSession | undefined {
  const reader = sharedReader(path, freshness, explain);
  if (!reader) return undefined;
  const row = query(reader, sessionQuery(reader), [id], explain)[0];
  if (!row) {
    explain(`The session is not in ${path} any more.`);
    return undefined;
  }
  const warnings: string[] = [];
  const warn = (reason: string) => warnings.push(reason);
  return {
    info: sessionInfo(row),
    facts: sessionFacts(reader, row),
    warnings,
    *messages() {
      let count = 0;
      for (const message of storedMessages(reader, id, warn)) {
        count += 1;
        yield message;
      }
      if (count === 0) warnAboutNewEngine(reader, id, warn);
    },
    newestMessages: (count) =>
      query(reader, NEWEST_MESSAGES, [id, count], warn)
        .reverse()
        .map((message) => ({
          ...messageOf(message),
          *parts(newest = -1) {
            const rows = query(reader, NEWEST_PARTS, [message['id'], newest], warn);
            for (const part of rows.reverse()) yield partOf(part);
          },
        })),
    todos: () => storedTodos(reader, id),
  };
}

/** Two passes in the same order, side by side: one statement for all parts is twice as fast as one for each message. */
function* storedMessages(
  reader: SqliteReader,
  id: string,
  warn: (reason: string) => void,
): Generator<StoredMessage> {
  try {
    const parts = reader.iterate(PARTS, [id])[Symbol.iterator]();
    let part = parts.next();
    try {
      for (const row of reader.iterate(MESSAGES, [id])) {
        const own = function* (): Generator<StoredPart> {
          for (; !part.done && part.value['message'] === row['id']; part = parts.next())
            yield partOf(part.value);
        };
        yield { ...messageOf(row), parts: own };
        for (const _ of own());
      }
    } finally {
      parts.return?.();
    }
  } catch (error) {
    warn(queryFailed(error));
  }
}

function warnAboutNewEngine(reader: SqliteReader, id: string, warn: (reason: string) => void): void {
  const [found] = query(reader, 'SELECT count(*) AS messages FROM session_message WHERE session_id = ?', [
    id,
  ]);
  const count = finiteNumber(found?.['messages']) ?? 0;
  if (count > 0) warn(`Messages in the table session_message are not read yet: ${count}.`);
}

const messageOf = (row: SqliteRow) => ({ id: text(row['id']) ?? '', info: parseObject(row['data']) });
const partOf = (row: SqliteRow): StoredPart => ({
  id: text(row['id']) ?? '',
  data: parseObject(row['data']),
});

function bounded(column: string): string {
  return `CASE WHEN octet_length(${column}) <= ${MAX_RECORD_BYTES} THEN ${column} END`;
}

/** What is not read anyway stays in the database: it can be most of a session. */
const IGNORED_PARTS = ['reasoning', 'file', 'snapshot'];
const PART_DATA = `CASE ${IGNORED_PARTS.map((type) => {
  const start = `{"type":"${type}"`;
  return `WHEN substr(part.data, 1, ${start.length}) = '${start}' THEN '${start}}'`;
}).join(' ')} ELSE ${bounded('part.data')} END AS data`;

const MESSAGE = `SELECT id, ${bounded('data')} AS data FROM message WHERE session_id = ?`;
const MESSAGES = `${MESSAGE} ORDER BY time_created, id`;
const NEWEST_MESSAGES = `${MESSAGE} ORDER BY time_created DESC, id DESC LIMIT ?`;
const PARTS = `SELECT part.message_id AS message, part.id AS id, ${PART_DATA}
  FROM message JOIN part ON part.message_id = message.id
  WHERE message.session_id = ? ORDER BY message.time_created, message.id, part.id`;
const NEWEST_PARTS = `SELECT id, ${PART_DATA} FROM part WHERE message_id = ? ORDER BY id DESC LIMIT ?`;

function storedTodos(reader: SqliteReader, id: string): StoredTodos | undefined {
  const rows = query(
    reader,
    'SELECT content, status, CAST(time_updated AS REAL) AS updated FROM todo WHERE session_id = ? ORDER BY position',
    [id],
  );
  if (rows.length === 0) return undefined;
  const updatedAt = rows.reduce((latest, row) => Math.max(latest, epochMs(row['updated']) ?? 0), 0);
  return { items: rows, updatedAt };
}

const SESSION_COLUMNS = ['parent_id', 'directory', 'title', 'version', 'workspace_id'];
const SESSION_DOCUMENTS = ['summary_diffs', 'revert', 'model'];
const SESSION_TIMES = ['time_created', 'time_updated'];

const sessionQueries = new WeakMap<SqliteReader, string>();

/** Columns came with time (agent, model, metadata, path): only those that this database has are selected. */
function sessionQuery(reader: SqliteReader): string {
  const known = sessionQueries.get(reader);
  if (known) return known;
  const present = new Set(
    query(reader, "SELECT name FROM pragma_table_info('session')").map((row) => row['name']),
  );
  const columns = [
    ...SESSION_COLUMNS.filter((name) => present.has(name)),
    ...SESSION_DOCUMENTS.filter((name) => present.has(name)).map((name) => `${bounded(name)} AS ${name}`),
    ...SESSION_TIMES.filter((name) => present.has(name)).map((name) => `CAST(${name} AS REAL) AS ${name}`),
    `(SELECT count(*) FROM message WHERE session_id = session.id) AS messages`,
    `(${LATEST}) AS latest`,
  ];
  const sql = `SELECT ${['id', ...columns].join(', ')} FROM session WHERE id = ?`;
  sessionQueries.set(reader, sql);
  return sql;
}

function sessionInfo(row: SqliteRow): JsonRecord {
  return {
    id: row['id'],
    parentID: row['parent_id'],
    directory: row['directory'],
    title: row['title'],
    version: row['version'],
    time: { created: row['time_created'], updated: row['time_updated'] },
    revert: parseObject(row['revert']),
    summary: { diffs: parseJson(row['summary_diffs']) },
    model: parseObject(row['model']),
  };
}

function sessionFacts(reader: SqliteReader, row: SqliteRow): StoredSession['facts'] {
  const workspace = row['workspace_id'];
  const found = workspace ? query(reader, 'SELECT branch FROM workspace WHERE id = ?', [workspace]) : [];
  const branch = text(found[0]?.['branch']);
  const updatedAt = Math.max(epochMs(row['time_updated']) ?? 0, epochMs(row['latest']) ?? 0);
  return {
    ...(branch ? { branch } : {}),
    ...(typeof row['messages'] === 'number' ? { messageCount: row['messages'] } : {}),
    ...(updatedAt > 0 ? { updatedAt } : {}),
  };
}

/** Rows, or none where the table, a column or a page is not what it should be. */
function query(
  reader: SqliteReader | undefined,
  sql: string,
  parameters: readonly unknown[] = [],
  warn?: (reason: string) => void,
): SqliteRow[] {
  try {
    return reader?.all(sql, parameters) ?? [];
  } catch (error) {
    const reason = queryFailed(error);
    warn?.(reason);
    return [];
  }
}

function queryFailed(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return `A part of the database cannot be read: ${error.message}.`;
}

import type { SqliteRow } from '../../sqlite/driver.ts';
import { type PageCursor, readCursor } from '../page-cursor.ts';
import type { ListedSession, ListQuery } from '../session-store.ts';
import type { SqliteDatabase } from './database.ts';

export interface Sql {
  sql: string;
  parameters: (string | number)[];
}

/** One index range each up to here; more projects are picked from the listing of all. */
export const MAX_MERGED_PROJECTS = 20;

/** What stands for a session until it is shown: all of it is in the indexes. */
export interface Listed extends PageCursor {
  pk: number;
}

/**
 * The sessions of a listing, in its order, as `Listed` rows; `undefined` where no session can be meant. Each project, and
 * roots and others, are one range of an index, which SQLite merges: nothing is sorted, and it stops at the limit.
 */
export function listingSql(query: ListQuery): Sql | undefined {
  const projects = query.projects && [...new Set(query.projects)];
  if (projects?.length === 0) return undefined;
  const tail = conditions(query);
  const arms: Sql[] = [];
  for (const isRoot of query.rootsOnly ? [1] : [1, 0])
    for (const range of ranges(projects, query.source))
      arms.push({
        sql: `SELECT pk, active_at, source, id FROM sessions INDEXED BY ${range.index} WHERE ${range.sql} AND is_root = ${isRoot}${tail.sql}`,
        parameters: [...range.parameters, ...tail.parameters],
      });
  return {
    sql: `${arms.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY active_at DESC, source, id`,
    parameters: arms.flatMap(({ parameters }) => parameters),
  };
}

function ranges(
  projects: readonly string[] | undefined,
  source: string | undefined,
): (Sql & { index: string })[] {
  if (projects !== undefined && projects.length <= MAX_MERGED_PROJECTS)
    return projects.map((project) => ({
      index: 'sessions_by_project',
      sql: source === undefined ? 'project = ?' : `project = ? AND ${OF_SOURCE}`,
      parameters: source === undefined ? [project] : [project, source],
    }));
  if (projects === undefined && source !== undefined)
    return [{ index: 'sessions_by_source', sql: 'source = ?', parameters: [source] }];
  const parameters = projects === undefined ? [] : [JSON.stringify(projects)];
  const sql = projects === undefined ? 'true' : IN_PROJECTS;
  if (source === undefined) return [{ index: 'sessions_by_activity', sql, parameters }];
  return [
    { index: 'sessions_by_activity', sql: `${sql} AND ${OF_SOURCE}`, parameters: [...parameters, source] },
  ];
}

/** With `+`, SQLite does not take the source for a constant of the order, which it would then sort by instead. */
const OF_SOURCE = '+source = ?';
const IN_PROJECTS = 'project IN (SELECT value FROM json_each(?))';

/** All of a query but its projects and its limit, each condition with ` AND ` before it. */
function conditions({ after }: ListQuery): Sql {
  if (after === undefined) return { sql: '', parameters: [] };
  const { activeAt, source, id } = readCursor(after);
  return {
    // The first one says what the second one implies: it is what an index can begin at.
    sql: ' AND active_at <= ? AND (active_at < ? OR (source, id) > (?, ?))',
    parameters: [activeAt, activeAt, source, id],
  };
}

/** A whole query as one condition on `sessions`, for sessions that were found otherwise; ` AND ` before each part. */
export function filterSql(query: ListQuery): Sql {
  const { sql, parameters } = conditions(query);
  const parts: Sql[] = [{ sql, parameters }];
  if (query.rootsOnly) parts.push({ sql: ' AND is_root = 1', parameters: [] });
  if (query.source !== undefined) parts.push({ sql: ' AND source = ?', parameters: [query.source] });
  if (query.projects !== undefined)
    parts.push({ sql: ` AND ${IN_PROJECTS}`, parameters: [JSON.stringify(query.projects)] });
  return {
    sql: parts.map((part) => part.sql).join(''),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

export const SHOWN = 'pk, source, id, project, active_at, version, message_count, description';

export const BY_PK_SQL = `SELECT ${SHOWN} FROM sessions WHERE pk = ?`;

export const PREFIX_SQL =
  'SELECT pk FROM sessions INDEXED BY sessions_by_id WHERE id BETWEEN ? AND ? ORDER BY id, source LIMIT ?';

export const PREFIX_OF_SOURCE_SQL =
  'SELECT pk FROM sessions INDEXED BY sessions_by_id WHERE id BETWEEN ? AND ? AND source = ? ORDER BY id, source LIMIT ?';

export function listed(row: SqliteRow): Listed {
  return {
    pk: Number(row['pk']),
    activeAt: Number(row['active_at']),
    source: String(row['source']),
    id: String(row['id']),
  };
}

/** What is shown of found sessions, in their order. To be called in the transaction that found them. */
export function shownSessions(database: SqliteDatabase, found: readonly { pk?: unknown }[]): ListedSession[] {
  return found.flatMap(({ pk }) => database.all(BY_PK_SQL, pk).map(shownSession));
}

export function shownSession(row: SqliteRow): ListedSession {
  return {
    key: { source: String(row['source']), id: String(row['id']) },
    project: String(row['project']),
    description: JSON.parse(String(row['description'])) as ListedSession['description'],
    version: versionOf(row),
    messageCount: Number(row['message_count']),
    activeAt: Number(row['active_at']),
  };
}

/** Keys of deleted sessions are not used again: neither is a version of theirs. */
export function versionOf(row: SqliteRow): string {
  return `${row['pk']}.${row['version']}`;
}

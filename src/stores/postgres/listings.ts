import type { PoolClient } from 'pg';
import { readCursor, writeCursor } from '../page-cursor.ts';
import type { ListedSession, ListPage, ListQuery } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { isUnstorable, LISTED_COLUMNS, type ListedRow, listedSession } from './rows.ts';
import { SCHEMA } from './schema.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export const ORDER = 'ORDER BY s.active_at DESC, s.source, s.id';

/** Collects values of a statement; `$1`, `$2`, … stand for them. */
export class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * Newest sessions, one more than asked for. Sessions of several projects are taken from the index project by project, at
 * most `limit` of each, roots and children apart: a plain IN would read and sort all of them.
 */
export function listStatement(query: ListQuery): Statement {
  const parameters = new Parameters();
  return { text: listText(query, query.limit + 1, parameters), values: parameters.values };
}

/** At most `count` sessions; null: all of them. */
export function listText(
  query: ListQuery,
  count: number | null,
  parameters: Parameters,
  columns = LISTED_COLUMNS,
): string {
  const { projects, source } = query;
  const branches: string[] = [];
  const conditions: string[] = ['s.is_root = root.is_root'];
  if (projects !== undefined) {
    const list = parameters.add([...new Set(projects)].filter((project) => !isUnstorable(project)));
    branches.push(`unnest(${list}::text[]) AS wanted (project)`);
    conditions.push('s.project = wanted.project COLLATE "C"');
  }
  branches.push(`(VALUES (true)${query.rootsOnly === true ? '' : ', (false)'}) AS root (is_root)`);
  if (source !== undefined) conditions.push(`s.source = ${parameters.add(source)}`);
  conditions.push(...afterCursor(query, parameters));
  const limit = parameters.add(count);
  return `SELECT ${columns} FROM ${branches.join(' CROSS JOIN ')} CROSS JOIN LATERAL (
  SELECT ${columns} FROM ${SCHEMA}.sessions s WHERE ${conditions.join(' AND ')} ${ORDER} LIMIT ${limit}
) s ${ORDER} LIMIT ${limit}`;
}

export function prefixStatement(prefix: string, limit: number, source?: string): Statement {
  const parameters = new Parameters();
  const conditions = [`s.id >= ${parameters.add(prefix)}`];
  const end = afterPrefix(prefix);
  if (end !== undefined) conditions.push(`s.id < ${parameters.add(end)}`);
  if (source !== undefined) conditions.push(`s.source = ${parameters.add(source)}`);
  const text = `SELECT ${LISTED_COLUMNS} FROM ${SCHEMA}.sessions s WHERE ${conditions.join(' AND ')}
ORDER BY s.id, s.source LIMIT ${parameters.add(limit)}`;
  return { text, values: parameters.values };
}

/** The first text, by code points, behind all that begin with `prefix`; undefined when there is none. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (sign) => sign.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    // No text of PostgreSQL holds a surrogate.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return String.fromCodePoint(...points, next);
  }
  return undefined;
}

export function afterCursor({ after }: ListQuery, parameters: Parameters): string[] {
  if (after === undefined) return [];
  const { activeAt, ...key } = readCursor(after);
  const { source, id } = key;
  if (!Number.isSafeInteger(activeAt) || isUnstorable(source + id))
    throw new StoreError({ code: 'invalid-cursor', cursor: after.slice(0, 80) });
  const at = parameters.add(activeAt);
  return [
    `s.active_at <= ${at}`,
    `(s.active_at < ${at} OR (s.source, s.id) > (${parameters.add(source)}, ${parameters.add(id)}))`,
  ];
}

/** Runs a statement of one row more than `limit`: whether there is another page. */
export async function page(client: PoolClient, statement: Statement, limit: number): Promise<ListPage> {
  const { rows } = await client.query<ListedRow>(statement);
  const shown = rows.slice(0, limit);
  const sessions = await listed(client, shown);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { sessions };
  return {
    sessions,
    next: writeCursor({ activeAt: Number(last.active_at), source: last.source, id: last.id }),
  };
}

/** Descriptions that are too long for the index are fetched from the table. */
export async function listed(client: PoolClient, rows: readonly ListedRow[]): Promise<ListedSession[]> {
  const long = rows.filter(({ listing }) => listing === null).map(({ pk }) => pk);
  const texts = new Map<string, string>();
  if (long.length > 0) {
    const text = `SELECT pk, coalesce(listing, long_description) AS description FROM ${SCHEMA}.sessions WHERE pk = ANY($1)`;
    const found = await client.query<{ pk: string; description: string }>(text, [long]);
    for (const { pk, description } of found.rows) texts.set(pk, description);
  }
  return rows.flatMap((row) => {
    const description = row.listing ?? texts.get(row.pk);
    // Deleted between the two queries.
    return description === undefined ? [] : [listedSession(row, description)];
  });
}

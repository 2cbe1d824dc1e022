import type { Pruned, PruneQuery } from '../session-store.ts';
import type { Connections } from './connections.ts';
import { SCHEMA } from './schema.ts';

/** Small, so that agents which write meanwhile wait for no long transaction. */
const BATCH = 200;

const OLD = `SELECT pk, message_count FROM (
  SELECT pk, message_count, active_at, row_number() OVER (PARTITION BY project ORDER BY active_at DESC, pk) AS rank
  FROM ${SCHEMA}.sessions
) ranked WHERE active_at < $1 AND rank > $2`;

const DELETE = `DELETE FROM ${SCHEMA}.sessions WHERE pk = ANY($1::bigint[]) AND active_at < $2 RETURNING message_count`;

/**
 * Deletes old sessions with their messages, some at a time: when it ends early, those before are gone and the rest is
 * untouched. A session that somebody goes on with meanwhile stays.
 */
export async function prune(connections: Connections, query: PruneQuery): Promise<Pruned> {
  const { before, keepLast = 0, dryRun = false } = query;
  const old = await connections.read((client) =>
    client.query<{ pk: string; message_count: number }>(OLD, [before, keepLast]),
  );
  if (dryRun) return totals(old.rows);
  const gone: { message_count: number }[] = [];
  for (let first = 0; first < old.rows.length; first += BATCH) {
    const keys = old.rows.slice(first, first + BATCH).map(({ pk }) => pk);
    const { rows } = await connections.change((client) =>
      client.query<{ message_count: number }>(DELETE, [keys, before]),
    );
    gone.push(...rows);
  }
  return totals(gone);
}

function totals(rows: readonly { message_count: number }[]): Pruned {
  return { sessions: rows.length, messages: rows.reduce((sum, { message_count }) => sum + message_count, 0) };
}

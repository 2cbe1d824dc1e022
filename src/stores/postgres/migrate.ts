import type { PoolClient } from 'pg';
import { StoreError } from '../store-error.ts';
import { isServerError } from './failures.ts';
import { MIGRATIONS, SCHEMA } from './schema.ts';
import { transaction } from './transaction.ts';

/** Any number that no other program uses: who holds it is migrating. */
const LOCK = 7_020_267_318_221;

/**
 * Brings the schema up to date; costs one query when it is.
 * @throws StoreError `store-newer`, `store-unusable`
 */
export async function migrate(client: PoolClient, place: string): Promise<void> {
  if ((await currentVersion(client, place)) === MIGRATIONS.length) return;
  await transaction(client, async () => {
    // Until the end of the transaction: a second process that starts now waits, and then finds everything done.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const version = await lockedVersion(client, place);
    for (let step = version; step < MIGRATIONS.length; step++) {
      await client.query(MIGRATIONS[step] ?? '');
      await client.query('INSERT INTO schema_migrations (version) VALUES ($1)', [step + 1]);
    }
  });
}

/** 0 for an empty database. */
async function currentVersion(client: PoolClient, place: string): Promise<number> {
  try {
    const { rows } = await client.query(
      `SELECT max(version) AS version, current_setting('server_encoding') AS encoding FROM ${SCHEMA}.schema_migrations`,
    );
    return checked(rows[0], place);
  } catch (error) {
    // No such table, no such schema.
    if (isServerError(error) && ['42P01', '3F000'].includes(error.code)) return 0;
    throw error;
  }
}

async function lockedVersion(client: PoolClient, place: string): Promise<number> {
  const { rows } = await client.query('SELECT to_regnamespace($1) IS NOT NULL AS present', [SCHEMA]);
  // Not IF NOT EXISTS alone: that asks for the right to create schemas even when there is one.
  if (rows[0]?.present !== true) await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await client.query(`SET LOCAL search_path TO ${SCHEMA}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations
      (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const found = await client.query(
    `SELECT max(version) AS version, current_setting('server_encoding') AS encoding FROM schema_migrations`,
  );
  return checked(found.rows[0], place);
}

function checked(row: { version: number | null; encoding: string }, place: string): number {
  const version = row.version ?? 0;
  if (version > MIGRATIONS.length)
    throw new StoreError({ code: 'store-newer', place, version, known: MIGRATIONS.length });
  if (row.encoding !== 'UTF8')
    throw new StoreError({
      code: 'store-unusable',
      place,
      reason: `its encoding is ${row.encoding}; make a database with the encoding UTF8: createdb -E UTF8 -T template0`,
    });
  return version;
}

import type { PoolClient } from 'pg';

/** All of `work` or nothing. Never nested. */
export async function transaction<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    try {
      await client.query('ROLLBACK');
    } catch {
      // The connection is gone, and the server rolls back by itself: the first error tells why.
    }
    throw error;
  }
  await client.query('COMMIT');
  return result;
}

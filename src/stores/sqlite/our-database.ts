import type { SqliteDriver, WritableConnection } from '../../sqlite/driver.ts';
import { StoreError } from '../store-error.ts';
import { placeOf, SqliteDatabase, unusable } from './database.ts';
import { MIGRATIONS, migrate, schemaVersion } from './schema.ts';
import { ensureSearch, hasSearch } from './search-index.ts';

/** A database that is known to be ours, brought up to date. @throws StoreError; the driver's error */
export async function openOurDatabase(
  driver: SqliteDriver,
  path: string,
  busyTimeoutMs: number,
): Promise<SqliteDatabase> {
  const database = new SqliteDatabase(driver.openWritable(path), path, busyTimeoutMs);
  try {
    await database.attempt((connection) => prepare(connection, path));
    if (hasSearch(database)) await ensureSearch(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Repeated as a whole when another process holds the lock. */
function prepare(connection: WritableConnection, path: string): void {
  // SQLite would wait without letting this process go on: we wait ourselves.
  connection.exec('PRAGMA busy_timeout = 0; PRAGMA trusted_schema = OFF');
  const version = schemaVersion(connection);
  if (version > MIGRATIONS.length)
    throw new StoreError({ code: 'store-newer', place: placeOf(path), version, known: MIGRATIONS.length });
  if (version === 0) throw unusable(path, 'its tables are missing; bring back a copy, or name another file');
  const [row] = connection.prepare('PRAGMA journal_mode = WAL').all();
  if (row?.['journal_mode'] !== 'wal')
    throw unusable(
      path,
      'its file system takes no write-ahead log (is it on the network?); use a local disk',
    );
  // `fullfsync` is for macOS, where a plain flush leaves the data in the disk's own memory.
  connection.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  // After a burst, the log does not stay as large as it was.
  connection.exec('PRAGMA journal_size_limit = 67108864');
  if (version < MIGRATIONS.length) upgrade(connection);
}

function upgrade(connection: WritableConnection): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    migrate(connection, new Date());
    connection.exec('COMMIT');
  } catch (error) {
    connection.exec('ROLLBACK');
    throw error;
  }
}

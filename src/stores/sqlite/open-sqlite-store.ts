import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type SqliteDriver, sqliteDriver, type WritableConnection } from '../../sqlite/driver.ts';
import { sqliteFailure } from '../../sqlite/failure.ts';
import { ignoreMissing } from '../durable-write.ts';
import type { SessionStore } from '../session-store.ts';
import { StoreError, systemReason } from '../store-error.ts';
import { createDatabase } from './create-database.ts';
import { asStoreError, placeOf, SqliteDatabase, unusable } from './database.ts';
import { openForeignDatabase } from './foreign-database.ts';
import { APPLICATION_ID, MIGRATIONS, migrate, schemaVersion } from './schema.ts';
import { ensureSearch, hasSearch } from './search-index.ts';
import { SqliteSessionStore } from './sqlite-store.ts';

export interface SqliteStoreOptions {
  /** How long to wait for another process's lock, in milliseconds; each call has it anew. Default 10,000. */
  busyTimeoutMs?: number;
}

/**
 * The sessions in a SQLite file, which is made when there is none. The transcripts of the Python `praisonai`
 * (`SqliteTranscriptStore`) are opened for reading alone; any other file is refused, unchanged.
 *
 * @throws StoreError `store-unusable`, `store-busy`, `store-newer`, `symbolic-link`, `write-failed`
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SessionStore> {
  const choice = sqliteDriver();
  if ('problem' in choice) throw unusable(resolve(path), choice.problem);
  return await openWithDriver(choice.driver, resolve(path), options);
}

export async function openWithDriver(
  driver: SqliteDriver,
  path: string,
  { busyTimeoutMs = 10_000 }: SqliteStoreOptions,
): Promise<SessionStore> {
  try {
    if ((await lstat(path).catch(ignoreMissing)) === undefined) await createDatabase(driver, path);
    if (!(await isOurs(path))) return openForeignDatabase(path);
    return await openOurs(driver, path, busyTimeoutMs);
  } catch (error) {
    const reason = systemReason(error);
    if (reason !== undefined) throw unusable(path, `${reason}; name a file in a directory of yours`, error);
    throw asStoreError(error, sqliteFailure(error), path);
  }
}

const MAGIC = 'SQLite format 3\0';
/** SQLite file format, section 1.3. */
const HEADER_BYTES = 100;
const APPLICATION_ID_AT = 68;

/** Whether the database at `path` is a store of ours; told from its header, before SQLite opens it. */
async function isOurs(path: string): Promise<boolean> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) throw new StoreError({ code: 'symbolic-link', path });
  if (stats.isDirectory()) throw unusable(path, 'it is a directory; name a file in it, as sessions.db');
  if (!stats.isFile()) throw unusable(path, 'it is no regular file; name another one');
  const header = Buffer.alloc(HEADER_BYTES);
  // Not through a link that was put there since.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await file.read(header, 0, HEADER_BYTES, 0);
  } finally {
    await file.close();
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw unusable(
      path,
      `it is no SQLite database${stats.size === 0 ? ' (it is empty)' : ''}; name another file, or remove it`,
    );
  return header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID;
}

async function openOurs(driver: SqliteDriver, path: string, busyTimeoutMs: number): Promise<SessionStore> {
  const database = new SqliteDatabase(driver.openWritable(path), path, busyTimeoutMs);
  try {
    await database.attempt((connection) => prepare(connection, path));
    const searches = hasSearch(database);
    if (searches) await ensureSearch(database);
    return new SqliteSessionStore(database, searches);
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

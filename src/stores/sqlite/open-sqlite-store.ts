import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type SqliteDriver, sqliteDriver } from '../../sqlite/driver.ts';
import { sqliteFailure } from '../../sqlite/failure.ts';
import { ignoreMissing } from '../durable-write.ts';
import type { SessionStore } from '../session-store.ts';
import { StoreError, systemReason } from '../store-error.ts';
import { createDatabase } from './create-database.ts';
import { asStoreError, unusable } from './database.ts';
import { openForeignDatabase } from './foreign-database.ts';
import { openOurDatabase } from './our-database.ts';
import { APPLICATION_ID } from './schema.ts';
import { hasSearch } from './search-index.ts';
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
    const database = await openOurDatabase(driver, path, busyTimeoutMs);
    return new SqliteSessionStore(database, hasSearch(database));
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

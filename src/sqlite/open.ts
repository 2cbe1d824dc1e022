import { realpathSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Connection, firstLine, type SqliteDriver, type SqliteRow, sqliteDriver } from './driver.ts';
import { copyPrivately, sizeOf } from './private-copy.ts';

export type { SqliteRow } from './driver.ts';

/**
 * A foreign SQLite database, open for reading.
 *
 * `node:sqlite` throws on an INTEGER beyond 2^53: select numbers that a foreign program wrote as `CAST(x AS REAL)`.
 */
export interface SqliteReader {
  /** @throws the driver's error: a missing table or column, a broken page. */
  all(sql: string, parameters?: readonly unknown[]): SqliteRow[];
  iterate(sql: string, parameters?: readonly unknown[]): Iterable<SqliteRow>;
  close(): void;
}

/** Why no SQLite database can be read on this machine, with the way out; `undefined` when they can. */
export function sqliteProblem(): string | undefined {
  const choice = sqliteDriver();
  return 'problem' in choice ? choice.problem : undefined;
}

/**
 * Opens a database that another program may be writing at this moment, without locking, changing or checkpointing it,
 * and without any file appearing beside it.
 *
 * A database with rows in its write-ahead log, or with a rollback journal, is copied to a private folder (as a clone
 * where the file system can) and the copy is opened: only SQLite's own recovery reads these files right, and it writes.
 * The others are opened in place as immutable where the driver can do that, else copied as well.
 *
 * @param explain gets one sentence when `undefined` is returned: no driver, no such file, no database.
 */
export function openReadOnly(path: string, explain?: (reason: string) => void): SqliteReader | undefined {
  const choice = sqliteDriver();
  if ('problem' in choice) {
    explain?.(choice.problem);
    return undefined;
  }
  try {
    if (!statSync(path).isFile()) throw new Error('not a regular file');
    // SQLite looks for the log beside the file that a link points to.
    return open(choice.driver, realpathSync(path));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    explain?.(`${path} cannot be read as a SQLite database: ${firstLine(error)}.`);
    return undefined;
  }
}

function open(driver: SqliteDriver, path: string): SqliteReader {
  const inPlace = driver.uri && sizeOf(`${path}-wal`) === 0 && sizeOf(`${path}-journal`) === 0;
  if (inPlace) return reader(driver, `${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
  const copy = copyPrivately(path);
  try {
    return reader(driver, copy.path, { readOnly: false }, copy.remove);
  } catch (error) {
    copy.remove();
    throw error;
  }
}

function reader(
  driver: SqliteDriver,
  location: string,
  options: { readOnly: boolean },
  remove?: () => void,
): SqliteReader {
  const connection = driver.open(location, options);
  try {
    // The first read is what finds out that a file is no database, and what recovers a copy.
    connection.prepare('SELECT count(*) AS tables FROM sqlite_master').all();
  } catch (error) {
    connection.close();
    throw error;
  }
  // From here on the copy lives in its open files alone: even a killed process leaves nothing behind.
  remove?.();
  return fromConnection(connection, remove);
}

function fromConnection(connection: Connection, remove?: () => void): SqliteReader {
  const statements = new Map<string, ReturnType<Connection['prepare']>>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  let closed = false;
  return {
    all: (sql, parameters = []) => prepared(sql).all(...parameters),
    // A statement of its own: one that is still being read cannot be started again.
    iterate: (sql, parameters = []) => connection.prepare(sql).iterate(...parameters),
    close() {
      if (closed) return;
      closed = true;
      connection.close();
      remove?.();
    },
  };
}

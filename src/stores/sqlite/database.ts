import { setTimeout as sleep } from 'node:timers/promises';
import {
  firstLine,
  type SqliteRow,
  type WritableConnection,
  type WritableStatement,
} from '../../sqlite/driver.ts';
import { type SqliteFailure, sqliteFailure } from '../../sqlite/failure.ts';
import { StoreError } from '../store-error.ts';

/** Between two tries to get the lock; each writer waits another time, so that they do not meet again. */
const MAX_PAUSE_MS = 15;

/**
 * A database of ours. Each call is synchronous; what waits for another process's lock waits between calls, so that this
 * process goes on meanwhile.
 */
export class SqliteDatabase {
  readonly path: string;
  readonly #connection: WritableConnection;
  readonly #busyTimeoutMs: number;
  readonly #statements = new Map<string, WritableStatement>();
  #closed = false;

  constructor(connection: WritableConnection, path: string, busyTimeoutMs: number) {
    this.#connection = connection;
    this.path = path;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  all(sql: string, ...parameters: unknown[]): SqliteRow[] {
    return this.#prepared(sql).all(...parameters);
  }

  one(sql: string, ...parameters: unknown[]): SqliteRow | undefined {
    return this.all(sql, ...parameters)[0];
  }

  /** To be read to its end, or left, before anything else is asked. */
  iterate(sql: string, ...parameters: unknown[]): Iterable<SqliteRow> {
    return this.#prepared(sql).iterate(...parameters);
  }

  run(sql: string, ...parameters: unknown[]): void {
    this.#prepared(sql).run(...parameters);
  }

  /** All that `work` reads is of one moment. It may run several times, and must not wait. @throws StoreError */
  read<T>(work: () => T): Promise<T> {
    return this.attempt(() => this.#transaction('BEGIN', work));
  }

  /** What `work` changes is on the disk when the promise resolves, or nothing is changed. Otherwise as `read`. */
  write<T>(work: () => T): Promise<T> {
    return this.attempt(() => this.#transaction('BEGIN IMMEDIATE', work));
  }

  /** Again and again while another process holds the lock. @throws StoreError `store-busy`, `store-unusable`, `write-failed` */
  async attempt<T>(work: (connection: WritableConnection) => T): Promise<T> {
    const start = performance.now();
    for (;;) {
      try {
        if (this.#closed) throw unusable(this.path, 'it was closed; open it again');
        return work(this.#connection);
      } catch (error) {
        const failure = sqliteFailure(error);
        if (failure !== 'BUSY' && failure !== 'LOCKED') throw asStoreError(error, failure, this.path);
      }
      const waitedMs = performance.now() - start;
      if (waitedMs >= this.#busyTimeoutMs)
        throw new StoreError({ code: 'store-busy', place: placeOf(this.path), waitedMs });
      await sleep(Math.min(1 + Math.random() * MAX_PAUSE_MS, this.#busyTimeoutMs - waitedMs));
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#statements.clear();
    this.#connection.close();
  }

  #prepared(sql: string): WritableStatement {
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.#connection.exec(begin);
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.#connection.exec('ROLLBACK');
    } catch (error) {
      // After a full disk or a failed read, SQLite has rolled back itself.
      if (sqliteFailure(error) === undefined) throw error;
    }
  }
}

export function placeOf(path: string): string {
  return `sqlite:${path}`;
}

export function unusable(path: string, reason: string, cause?: unknown): StoreError {
  return new StoreError(
    { code: 'store-unusable', place: placeOf(path), reason },
    cause === undefined ? undefined : { cause },
  );
}

/** An error of SQLite's as one of ours; any other as it is. */
export function asStoreError(error: unknown, failure: SqliteFailure | undefined, path: string): unknown {
  const reason = firstLine(error);
  switch (failure) {
    case undefined:
      // What is stored was made by `JSON.stringify`: other text is damage.
      return error instanceof SyntaxError ? damaged(path, reason, error) : error;
    case 'READONLY':
    case 'FULL':
      return new StoreError({ code: 'write-failed', path, reason }, { cause: error });
    case 'CORRUPT':
    case 'NOTADB':
      return damaged(path, reason, error);
    case 'CANTOPEN':
    case 'IOERR':
      return unusable(
        path,
        `${reason}; see that its directory can be written, on a healthy local disk`,
        error,
      );
    default:
      return unusable(path, `${reason}; if another program changed it, bring back a copy`, error);
  }
}

function damaged(path: string, reason: string, cause: unknown): StoreError {
  return unusable(path, `it is damaged (${reason}); bring back a copy, or try: sqlite3 FILE .recover`, cause);
}

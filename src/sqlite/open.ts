import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A database that is only read. */
export interface ReadOnlyDatabase {
  /** Rows of a query; a column is a string, number, bigint, Buffer or null. */
  all(sql: string, parameters?: unknown[]): Record<string, unknown>[];
  close(): void;
}

/** Larger databases are not copied. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Driver {
  new (
    path: string,
    options: { readonly: boolean },
  ): {
    prepare(sql: string): { all(...parameters: unknown[]): Record<string, unknown>[] };
    close(): void;
  };
}

/**
 * Opens a private copy of a database and its write-ahead log, so that a live one is never locked, changed or
 * checkpointed. `undefined` where there is no database, no driver, or the file is too large or broken.
 */
export function openReadOnly(path: string): ReadOnlyDatabase | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_BYTES) return undefined;
  let directory: string | undefined;
  const remove = () => directory && rmSync(directory, { recursive: true, force: true });
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3') as Driver;
    directory = mkdtempSync(join(tmpdir(), 'praisonai-sqlite-'));
    const copy = join(directory, 'copy.sqlite');
    copyFileSync(path, copy);
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    if (log && log.size > 0 && log.size <= MAX_BYTES) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = new Database(copy, { readonly: false });
    return {
      all: (sql, parameters = []) => database.prepare(sql).all(...parameters),
      close: () => {
        database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    if (error instanceof Error) return undefined;
    throw error;
  }
}

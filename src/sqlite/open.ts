import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface ReadOnlyDatabase {
  all(sql: string, parameters?: readonly unknown[]): Record<string, unknown>[];
  close(): void;
}

type Database = import('better-sqlite3').Database;
type DatabaseConstructor = new (source: string | Buffer) => Database;

/**
 * A copy of a SQLite database, for reading: neither the file nor its log is opened by SQLite, which would lock or
 * checkpoint them. `undefined` when there is no database, or no SQLite on this machine (an optional package).
 */
export function openReadOnly(path: string): ReadOnlyDatabase | undefined {
  const Constructor = loadSqlite();
  if (!Constructor) return undefined;
  try {
    return hasLog(path) ? openCopy(Constructor, path) : openImage(Constructor, path);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function loadSqlite(): DatabaseConstructor | undefined {
  try {
    return createRequire(import.meta.url)('better-sqlite3') as DatabaseConstructor;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** In memory; bytes 18 and 19 of the header say that a log belongs to it, which is empty here. */
function openImage(Constructor: DatabaseConstructor, path: string): ReadOnlyDatabase {
  const image = readFileSync(path);
  if (image.length > 20) image.fill(1, 18, 20);
  return wrap(new Constructor(image));
}

function openCopy(Constructor: DatabaseConstructor, path: string): ReadOnlyDatabase {
  const directory = mkdtempSync(join(tmpdir(), 'praisonai-sqlite-'));
  const copy = join(directory, basename(path));
  try {
    for (const suffix of ['', '-wal']) {
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    }
    return wrap(new Constructor(copy), directory);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

function wrap(database: Database, directory?: string): ReadOnlyDatabase {
  return {
    all: (sql, parameters = []) => database.prepare(sql).all(...parameters) as Record<string, unknown>[],
    close: () => {
      database.close();
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

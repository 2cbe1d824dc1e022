import { createRequire } from 'node:module';

/** A database opened for writing, to make what the readers under test find: with `node:sqlite`, else better-sqlite3. */
export interface WritableDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { all(): Record<string, unknown>[] };
  close(): void;
}

type DatabaseClass = new (path: string) => WritableDatabase;

export function openWritable(path: string): WritableDatabase {
  const builtin = process.getBuiltinModule?.('node:sqlite') as { DatabaseSync: DatabaseClass } | undefined;
  const Database =
    builtin?.DatabaseSync ?? (createRequire(import.meta.url)('better-sqlite3') as DatabaseClass);
  return new Database(path);
}

/** The same for the script of a child process (CommonJS, run in the project's folder): defines `open(path)`. */
export const OPEN_IN_CHILD = `
  const builtin = process.getBuiltinModule && process.getBuiltinModule('node:sqlite');
  const Database = builtin ? builtin.DatabaseSync : require('better-sqlite3');
  const open = (path) => new Database(path);
`;

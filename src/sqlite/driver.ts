import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** One row: column name to value. INTEGER and REAL are numbers, TEXT is a string, BLOB is bytes, NULL is `null`. */
export type SqliteRow = Record<string, unknown>;

export interface Statement {
  all(...parameters: unknown[]): SqliteRow[];
  iterate(...parameters: unknown[]): Iterable<SqliteRow>;
}

/** What the two drivers have in common. */
export interface Connection {
  prepare(sql: string): Statement;
  close(): void;
}

export interface WritableStatement extends Statement {
  run(...parameters: unknown[]): unknown;
}

/** For databases of our own alone. */
export interface WritableConnection extends Connection {
  prepare(sql: string): WritableStatement;
  /** Several statements, without parameters or rows. */
  exec(sql: string): unknown;
}

export interface SqliteDriver {
  name: 'node:sqlite' | 'better-sqlite3';
  /** Takes `file:` URIs with parameters, so that a database can be opened as immutable, in place. */
  uri: boolean;
  /** @throws the driver's error when the file is none of SQLite's, or cannot be opened. */
  open(location: string, options: { readOnly: boolean }): Connection;
  /** Never creates a file where URI names are known, or with better-sqlite3. @throws as `open` */
  openWritable(path: string): WritableConnection;
}

export type DriverChoice = { driver: SqliteDriver } | { problem: string };

/** Where modules come from; another one in tests. */
export interface ModuleLoader {
  builtin(name: string): unknown;
  require(name: string): unknown;
}

type DatabaseClass<Options> = new (location: string, options: Options) => WritableConnection;
type OpenDatabase = (location: string, options: { readOnly: boolean }) => WritableConnection;

let choice: DriverChoice | undefined;

/** The driver of this process, found once. */
export function sqliteDriver(): DriverChoice {
  choice ??= chooseDriver({
    builtin: (name) => quietly(() => process.getBuiltinModule?.(name)),
    require: createRequire(import.meta.url),
  });
  return choice;
}

/**
 * `node:sqlite` where Node has it without a flag (22.13 and newer), else better-sqlite3. better-sqlite3 12 is the last
 * major version that runs on Node 20, and its SQLite is built without URI names.
 */
export function chooseDriver(modules: ModuleLoader): DriverChoice {
  const builtin = modules.builtin('node:sqlite') as { DatabaseSync?: DatabaseClass<unknown> } | undefined;
  if (builtin?.DatabaseSync) {
    const DatabaseSync = builtin.DatabaseSync;
    return { driver: withUri('node:sqlite', (location, options) => new DatabaseSync(location, options)) };
  }
  try {
    const Database = modules.require('better-sqlite3') as DatabaseClass<{
      readonly: boolean;
      fileMustExist: true;
    }>;
    const open: OpenDatabase = (location, options) =>
      new Database(location, { readonly: options.readOnly, fileMustExist: true });
    // The native part is loaded by the first database, not by the import.
    open(':memory:', { readOnly: false }).close();
    return { driver: withUri('better-sqlite3', open) };
  } catch (error) {
    return { problem: missingDriver(error) };
  }
}

function withUri(name: SqliteDriver['name'], open: OpenDatabase): SqliteDriver {
  const uri = takesUri(open);
  return {
    name,
    open,
    openWritable: (path) => open(uri ? `${pathToFileURL(path).href}?mode=rw` : path, { readOnly: false }),
    uri,
  };
}

/** Node 22.13 has `node:sqlite` but not yet URI names. Read-only: without them, the probe must not create a file. */
function takesUri(open: OpenDatabase): boolean {
  try {
    open('file:praisonai-probe?mode=memory', { readOnly: true }).close();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function missingDriver(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  const reason =
    code === 'MODULE_NOT_FOUND'
      ? 'better-sqlite3 is not installed'
      : `better-sqlite3 does not load (${firstLine(error)})`;
  return (
    `SQLite databases cannot be opened: Node ${process.versions.node} has no built-in SQLite and ${reason}. ` +
    'Install it with `npm install better-sqlite3`, or use Node 22.13 or newer.'
  );
}

export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

/** Node 22 prints an experimental warning when `node:sqlite` is loaded: noise on the stderr of a command. */
function quietly<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import { openWritable, type WritableDatabase } from '../../writable-database.ts';
import { damage } from './bytes.ts';
import { idsIn, mutateJson } from './json.ts';
import type { Mutated } from './lines.ts';
import { closedNesting, hostileText, hostileValue, TIMES } from './values.ts';

export interface MutatedDatabase extends Mutated {
  /** What was left in the write-ahead log, to be placed beside the database. */
  log?: Buffer;
}

interface Row {
  table: string;
  rowid: number;
  columns: Record<string, unknown>;
}

/** A SQLite database with other rows, other types, missing tables. @param folder for files in between; must exist */
export function mutateDatabase(bytes: Buffer, folder: string, random: Random): MutatedDatabase {
  const path = join(folder, 'mutated.db');
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
  writeFileSync(path, bytes);
  const database = openWritable(path);
  try {
    const inLog = random.chance(0.3);
    database.exec(`PRAGMA synchronous=OFF; PRAGMA journal_mode=${inLog ? 'WAL' : 'MEMORY'}`);
    const records = change(database, random);
    const log = inLog && existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : undefined;
    // While it is open: closing would move the log into the database.
    const changed = readFileSync(path);
    return { bytes: changed, records, destroyed: 0, ...(log ? { log } : {}) };
  } finally {
    database.close();
  }
}

function change(database: WritableDatabase, random: Random): number {
  const rows = rowsOf(database);
  const neighbours = { ids: rows.slice(0, 60).flatMap((row) => idsIn(row.columns)) };
  const share = random.pick([0.05, 0.3, 1]);
  let records = 0;
  attempt(database, 'BEGIN');
  for (const [index, row] of rows.entries()) {
    if (index > 0 && !random.chance(share)) continue;
    records += 1;
    attempt(database, statementFor(row, neighbours.ids, random));
  }
  if (random.chance(0.12)) attempt(database, schemaChange(rows, random));
  attempt(database, 'COMMIT');
  return records;
}

function rowsOf(database: WritableDatabase): Row[] {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(({ name }) => {
    const table = String(name);
    if (table.startsWith('sqlite_')) return [];
    return database
      .prepare(`SELECT rowid AS fuzz_rowid, * FROM ${quoted(table)} LIMIT 200`)
      .all()
      .map(({ fuzz_rowid, ...columns }) => ({ table, rowid: Number(fuzz_rowid), columns }));
  });
}

function statementFor(row: Row, ids: readonly unknown[], random: Random): string {
  const where = `WHERE rowid = ${row.rowid}`;
  const kind = random.integer(0, 99);
  if (kind < 4) return `DELETE FROM ${quoted(row.table)} ${where}`;
  const names = Object.keys(row.columns);
  const documents = names.filter((name) => isObjectText(row.columns[name]));
  const column = documents.length > 0 && kind < 75 ? random.pick(documents) : random.pick(names);
  const value = row.columns[column];
  const literal =
    kind < 68 && isObjectText(value)
      ? textLiteral(
          random.chance(0.005) ? closedNesting(100_000, random) : mutateJson(value, random, { ids }),
        )
      : otherLiteral(value, ids, random);
  return `UPDATE OR REPLACE ${quoted(row.table)} SET ${quoted(column)} = ${literal} ${where}`;
}

function isObjectText(value: unknown): value is string {
  if (typeof value !== 'string' || !value.startsWith('{')) return false;
  try {
    return typeof JSON.parse(value) === 'object';
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}

/** Every type that a column may hold, whatever it was declared as. */
function otherLiteral(value: unknown, ids: readonly unknown[], random: Random): string {
  const bytes = Buffer.from(typeof value === 'string' ? value : String(value ?? ''));
  switch (random.integer(0, 9)) {
    case 0:
      return random.pick([
        '9223372036854775807',
        '-9223372036854775808',
        '9007199254740993',
        '9e999',
        '-9e999',
        '0.5',
        'NULL',
      ]);
    case 1:
      return blobLiteral(bytes);
    case 2:
      return blobLiteral(damage(bytes, random));
    case 3:
    case 4:
      return `CAST(${blobLiteral(damage(bytes, random))} AS TEXT)`;
    case 5:
      return plainLiteral(random.pick(TIMES));
    case 6:
    case 7:
      return ids.length > 0 ? plainLiteral(random.pick(ids)) : 'NULL';
    case 8:
      return textLiteral(hostileText(random));
    default: {
      const hostile = hostileValue(random);
      return textLiteral('raw' in hostile ? hostile.raw : (JSON.stringify(hostile.value) ?? ''));
    }
  }
}

function schemaChange(rows: readonly Row[], random: Random): string {
  const row = rows.length > 0 ? random.pick(rows) : undefined;
  if (!row) return 'SELECT 1';
  const table = quoted(row.table);
  const column = random.pick(Object.keys(row.columns));
  return random.pick([
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table} RENAME TO fuzz_gone`,
    `ALTER TABLE ${table} RENAME COLUMN ${quoted(column)} TO fuzz_gone`,
    `ALTER TABLE ${table} DROP COLUMN ${quoted(column)}`,
    `ALTER TABLE ${table} ADD COLUMN "__proto__" TEXT DEFAULT 'x'`,
    `DROP TABLE ${table}; CREATE TABLE ${table} (x)`,
    `DROP TABLE ${table}; CREATE VIEW ${table} AS SELECT * FROM ${table}`,
    `DELETE FROM ${table}`,
  ]);
}

/** A constraint may refuse the value: the database is as good without it. */
function attempt(database: WritableDatabase, sql: string): void {
  try {
    database.exec(sql);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const blobLiteral = (bytes: Buffer): string => `x'${bytes.toString('hex')}'`;
const textLiteral = (text: string): string => `CAST(${blobLiteral(Buffer.from(text))} AS TEXT)`;
const plainLiteral = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : textLiteral(String(value));

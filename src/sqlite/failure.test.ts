import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWritable } from '../../test/writable-database.ts';
import { sqliteDriver } from './driver.ts';
import { sqliteFailure } from './failure.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-failure-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function driver() {
  const choice = sqliteDriver();
  if ('problem' in choice) throw new Error(choice.problem);
  return choice.driver;
}

function failureOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    return sqliteFailure(error);
  }
  throw new Error('nothing was thrown');
}

it('names what SQLite of this Node says went wrong', () => {
  const path = join(directory, 'x.db');
  const other = openWritable(path);
  other.exec('CREATE TABLE t(n); BEGIN IMMEDIATE');
  const connection = driver().openWritable(path);
  connection.exec('PRAGMA busy_timeout = 0');
  expect(failureOf(() => connection.exec('BEGIN IMMEDIATE'))).toBe('BUSY');
  expect(failureOf(() => connection.exec('SELECT * FROM nothing'))).toBe('OTHER');
  connection.close();
  other.close();
  const text = join(directory, 'text.db');
  writeFileSync(text, 'no database '.repeat(100));
  expect(
    failureOf(() => {
      const opened = driver().openWritable(text);
      try {
        opened.prepare('SELECT * FROM sqlite_master').all();
      } finally {
        opened.close();
      }
    }),
  ).toBe('NOTADB');
  expect(sqliteFailure(new Error('of somebody else'))).toBeUndefined();
  expect(sqliteFailure(undefined)).toBeUndefined();
});

it('knows both drivers’ ways to say it', () => {
  expect(sqliteFailure({ code: 'SQLITE_BUSY_SNAPSHOT' })).toBe('BUSY');
  expect(sqliteFailure({ code: 'SQLITE_CANTOPEN' })).toBe('CANTOPEN');
  expect(sqliteFailure({ code: 'ERR_SQLITE_ERROR', errcode: 5 | (2 << 8) })).toBe('BUSY');
  expect(sqliteFailure({ code: 'ERR_SQLITE_ERROR', errcode: 1 })).toBe('OTHER');
  expect(sqliteFailure({ code: 'ENOENT' })).toBeUndefined();
});

it('opens for writing only what is there', () => {
  // Node 22.13 knows no URI names: there SQLite makes the file, which is why callers look first.
  if (driver().name === 'node:sqlite' && !driver().uri) return;
  expect(failureOf(() => driver().openWritable(join(directory, 'none.db')))).toBe('CANTOPEN');
  expect(readdirSync(directory)).toEqual([]);
});

it('writes a file whose name has signs of a URI', () => {
  const path = join(directory, 'a ?b#c%20 é.db');
  openWritable(path).close();
  writeFileSync(path, '');
  const connection = driver().openWritable(path);
  connection.exec('CREATE TABLE t(n)');
  connection.prepare('INSERT INTO t VALUES(?)').run(7);
  expect({ ...connection.prepare('SELECT n FROM t').all()[0] }).toEqual({ n: 7 });
  connection.close();
  expect(readdirSync(directory)).toEqual(['a ?b#c%20 é.db']);
});

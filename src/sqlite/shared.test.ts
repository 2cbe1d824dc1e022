import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWritable } from '../../test/writable-database.ts';
import { sharedReader } from './shared.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'praisonai-shared-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('opens a database once as long as it does not change, and anew when it did', () => {
  const path = join(directory, 'x.db');
  const database = openWritable(path);
  database.exec('PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(1)');
  for (const suffix of ['', '-wal']) utimesSync(path + suffix, 1_700_000_000, 1_700_000_000);
  const first = sharedReader(path, 'now');
  expect(sharedReader(path, 'now')).toBe(first);
  database.exec('INSERT INTO t VALUES(2)');
  expect(sharedReader(path, 'recent')).toBe(first);
  const second = sharedReader(path, 'now');
  expect(second?.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 2 }]);
  // The replaced reader is not pulled away from under whoever still reads from it.
  expect(first?.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 1 }]);
  database.close();
});

it('does not trust a state that was written in the same tick', () => {
  const path = join(directory, 'x.db');
  const database = openWritable(path);
  database.exec('CREATE TABLE t(n)');
  expect(sharedReader(path, 'now')).not.toBe(sharedReader(path, 'now'));
  database.close();
});

it('gives nothing where there is no database', () => {
  const reasons: string[] = [];
  expect(sharedReader(join(directory, 'none.db'), 'now', (reason) => reasons.push(reason))).toBeUndefined();
  expect(reasons).toHaveLength(1);
});

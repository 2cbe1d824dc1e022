import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWritable } from '../../../test/writable-database.ts';
import { sqliteDriver } from '../../sqlite/driver.ts';
import { head, user } from '../testing/contract-data.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { openOurDatabase } from './our-database.ts';
import { hasSearch } from './search-index.ts';
import { SqliteSessionStore } from './sqlite-store.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-open-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function driver() {
  const choice = sqliteDriver();
  if ('problem' in choice) throw new Error(choice.problem);
  return choice.driver;
}

const KEY = { source: 'claude-code', id: 's-1' };
const file = (name = 'sessions.db') => join(directory, name);

/** Names, modes, times and bytes of all that lies there. */
function snapshot(): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const stat = statSync(file(name), { bigint: true });
      const bytes = stat.isFile()
        ? createHash('sha256')
            .update(readFileSync(file(name)))
            .digest('hex')
        : '';
      return [name, `${stat.mode} ${stat.size} ${stat.mtimeNs} ${bytes}`];
    }),
  );
}

async function refused(path: string, expected: { code: string; message: RegExp }): Promise<void> {
  const before = snapshot();
  const problem = await openSqliteStore(path, { busyTimeoutMs: 50 }).catch((error: unknown) => error);
  expect(problem).toMatchObject({ code: expected.code, message: expect.stringMatching(expected.message) });
  expect(snapshot()).toEqual(before);
}

test('makes a private file in a private directory, and nothing else stays', async () => {
  const path = join(directory, 'a', 'b', 'sessions ?#%20.db');
  const store = await openSqliteStore(path);
  await store.write(KEY, { head: head(), messages: [user('a')] }, null);
  for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
  for (const made of ['a', 'a/b']) expect(statSync(join(directory, made)).mode & 0o777).toBe(0o700);
  expect(store.place).toBe(`sqlite:${path}`);
  await store.close();
  expect(readdirSync(join(directory, 'a', 'b'))).toEqual(['sessions ?#%20.db']);
  const again = await openSqliteStore(path);
  expect(await again.get(KEY)).toMatchObject({ messageCount: 1 });
  await again.close();
});

test('writes go to the disk before they are acknowledged', async () => {
  await (await openSqliteStore(file())).close();
  const database = await openOurDatabase(driver(), file(), 1_000);
  const pragma = (name: string) => Object.values(database.one(`PRAGMA ${name}`) ?? {})[0];
  // 2 is FULL: the log is flushed by each commit.
  expect(['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync'].map(pragma)).toEqual([
    'wal',
    2,
    1,
    1,
  ]);
  database.close();
});

test('a store that is up to date is not written by opening it', async () => {
  await (await openSqliteStore(file())).close();
  const before = snapshot();
  const store = await openSqliteStore(file());
  await store.list({ limit: 1 });
  await store.close();
  expect(snapshot()).toEqual(before);
});

describe('refused, and nothing is changed', () => {
  test('a symbolic link, a directory, a pipe', async () => {
    writeFileSync(file('target.db'), '');
    symlinkSync(file('target.db'), file('link.db'));
    symlinkSync(file('nowhere.db'), file('dangling.db'));
    mkdirSync(file('folder'));
    for (const name of ['link.db', 'dangling.db'])
      await refusedUnlisted(file(name), { code: 'symbolic-link', message: /replace it by the file/ });
    await refusedUnlisted(file('folder'), {
      code: 'store-unusable',
      message: /a directory; name a file in it/,
    });
    execFileSync('mkfifo', [file('pipe')]);
    await refusedUnlisted(file('pipe'), { code: 'store-unusable', message: /no regular file/ });
    await refusedUnlisted(join(file('target.db'), 'x.db'), {
      code: 'store-unusable',
      message: /not a directory.*name a file/,
    });
  });

  /** As `refused`, where not all can be looked at. */
  async function refusedUnlisted(path: string, expected: { code: string; message: RegExp }): Promise<void> {
    const before = readdirSync(directory).sort();
    await expect(openSqliteStore(path)).rejects.toMatchObject({
      code: expected.code,
      message: expect.stringMatching(expected.message),
    });
    expect(readdirSync(directory).sort()).toEqual(before);
  }

  test('a file that is no database', async () => {
    writeFileSync(file('text.db'), 'no database, only text '.repeat(100));
    await refused(file('text.db'), {
      code: 'store-unusable',
      message: /no SQLite database; name another file/,
    });
    writeFileSync(file('short.db'), 'SQLite');
    await refused(file('short.db'), { code: 'store-unusable', message: /no SQLite database/ });
    writeFileSync(file('empty.db'), '');
    await refused(file('empty.db'), { code: 'store-unusable', message: /it is empty/ });
    writeFileSync(file('torn.db'), `SQLite format 3\0${'x'.repeat(5_000)}`);
    await refused(file('torn.db'), {
      code: 'store-unusable',
      message: /cannot be read as a SQLite database.*Name another file/,
    });
  });

  test('another program’s database, also one with a table of our names', async () => {
    const other = openWritable(file('other.db'));
    other.exec(
      'PRAGMA journal_mode=WAL; CREATE TABLE sessions(id TEXT, title TEXT); CREATE TABLE messages(id TEXT); CREATE TABLE schema_migrations(version INTEGER, applied_at TEXT)',
    );
    other.close();
    await refused(file('other.db'), {
      code: 'store-unusable',
      message:
        /another program's database \(tables "messages", "schema_migrations", "sessions"\).*never written; name a new file/,
    });
    const none = openWritable(file('none.db'));
    none.exec('PRAGMA user_version = 1');
    none.close();
    await refused(file('none.db'), { code: 'store-unusable', message: /no tables/ });
  });

  test('a store of a newer version', async () => {
    await (await openSqliteStore(file())).close();
    const database = openWritable(file());
    database.exec("INSERT INTO schema_migrations VALUES(99, '2027-01-01')");
    database.close();
    await refused(file(), {
      code: 'store-newer',
      message: /schema version 99, this praisonai knows 1: update/,
    });
  });

  test('a store of ours without its tables, or with a broken page', async () => {
    await (await openSqliteStore(file())).close();
    const database = openWritable(file());
    database.exec('DROP TABLE schema_migrations');
    database.close();
    await refused(file(), { code: 'store-unusable', message: /tables are missing; bring back a copy/ });
    await (await openSqliteStore(file('broken.db'))).close();
    const bytes = readFileSync(file('broken.db'));
    bytes.fill(0xab, 100, 4_096);
    writeFileSync(file('broken.db'), bytes);
    await refused(file('broken.db'), { code: 'store-unusable', message: /damaged.*bring back a copy/ });
  });

  test.skipIf(process.getuid?.() === 0)('a file that this user may not read', async () => {
    await (await openSqliteStore(file())).close();
    chmodSync(file(), 0);
    await expect(openSqliteStore(file())).rejects.toMatchObject({ code: 'store-unusable' });
  });
});

test('waits for another process’s lock without stopping this one, then says that the store is busy', async () => {
  const store = await openSqliteStore(file(), { busyTimeoutMs: 200 });
  await store.write(KEY, { head: head() }, null);
  const other = openWritable(file());
  other.exec('BEGIN IMMEDIATE');
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  await expect(store.write(KEY, { messages: [user('a')] })).rejects.toMatchObject({
    code: 'store-busy',
    message: expect.stringMatching(/locked by another process \(waited 0\.\d s\); try again/),
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(1);
  // Reading waits for nobody.
  expect((await store.get(KEY))?.messageCount).toBe(0);
  const waiting = store.write(KEY, { messages: [user('b')] });
  setTimeout(() => other.exec('COMMIT'), 20);
  await waiting;
  expect((await store.get(KEY))?.messageCount).toBe(1);
  other.close();
  await store.close();
});

test('a write that fails leaves nothing of it', async () => {
  const store = await openSqliteStore(file());
  const first = await store.write(KEY, { head: head(), messages: [user('a')] }, null);
  const cyclic = user('c');
  Object.assign(cyclic.metadata, { self: cyclic });
  await expect(
    store.write(KEY, { head: head({ title: 'New' }), keep: 0, messages: [user('b'), cyclic] }),
  ).rejects.toThrow(/circular/);
  expect(await store.get(KEY)).toMatchObject({
    version: first,
    messageCount: 1,
    description: head().description,
  });
  await store.close();
  await expect(store.get(KEY)).rejects.toMatchObject({
    code: 'store-unusable',
    message: expect.stringMatching(/closed; open it again/),
  });
});

test('a full disk: the write is refused, and the store is as it was', async () => {
  await (await openSqliteStore(file())).close();
  const database = await openOurDatabase(driver(), file(), 1_000);
  const store = new SqliteSessionStore(database, hasSearch(database));
  const version = await store.write(KEY, { head: head(), messages: [user('a')] }, null);
  // What SQLite says when the system has no room, without filling a disk.
  const pages = Number(database.one('PRAGMA page_count')?.['page_count']);
  database.all(`PRAGMA max_page_count = ${pages + 2}`);
  await expect(store.write(KEY, { messages: [user('x'.repeat(100_000))] })).rejects.toMatchObject({
    code: 'write-failed',
    message: expect.stringMatching(/sessions\.db: database or disk is full; it is as it was before/),
  });
  expect(await store.get(KEY)).toMatchObject({ version, messageCount: 1 });
  await store.write(KEY, { messages: [user('b')] });
  await store.close();
});

test('a row that is no JSON any more is damage, with the way out', async () => {
  const store = await openSqliteStore(file());
  await store.write(KEY, { head: head(), messages: [user('a')] }, null);
  const other = openWritable(file());
  other.exec("UPDATE documents SET body = '{'");
  await expect(store.get(KEY)).rejects.toMatchObject({
    code: 'store-unusable',
    message: expect.stringMatching(/damaged/),
  });
  other.close();
  await store.close();
});

test('a version of a deleted session is not one of the next session of that id', async () => {
  const store = await openSqliteStore(file());
  const first = await store.write(KEY, { head: head() }, null);
  await store.delete(KEY);
  await store.write(KEY, { head: head() }, null);
  await expect(store.write(KEY, { keep: 0 }, first)).rejects.toMatchObject({ code: 'session-changed' });
  await store.close();
});

test('ids that a database cannot hold are refused, and never found', async () => {
  const store = await openSqliteStore(file());
  await store.write({ source: 'pi', id: '\ufffd' }, { head: head() }, null);
  for (const id of ['', 'a\0b', '\ud800', 'x'.repeat(1_001)]) {
    const key = { source: 'pi', id };
    await expect(store.write(key, { head: head() }, null)).rejects.toMatchObject({
      code: 'invalid-session-id',
    });
    expect(await store.get(key)).toBeUndefined();
    expect(await store.delete(key)).toBe(false);
    expect(await store.withPrefix(id, 5)).toEqual([]);
  }
  await expect(store.write({ source: '', id: 'a' }, { head: head() }, null)).rejects.toMatchObject({
    code: 'invalid-session-id',
    message: expect.stringMatching(/its source is empty/),
  });
  // The greatest ids there can be, by the order of code points.
  for (const id of ['a\ud7ff', 'a\u{10ffff}', 'a\u{10ffff}\u{10ffff}z', `a${'\u{10ffff}'.repeat(249)}`])
    await store.write({ source: 'pi', id }, { head: head() }, null);
  expect(await store.withPrefix('a', 9)).toHaveLength(4);
  expect(await store.withPrefix('a\u{10ffff}', 9, 'pi')).toHaveLength(3);
  await store.close();
});

test('a listing goes on only after what a page gave', async () => {
  const store = await openSqliteStore(file());
  for (const after of ['', 'x', '12', Buffer.from('[1,2,3]').toString('base64url'), '\0'])
    await expect(store.list({ limit: 1, after })).rejects.toMatchObject({
      code: 'invalid-cursor',
      message: expect.stringMatching(/begin it again without/),
    });
  await store.close();
});

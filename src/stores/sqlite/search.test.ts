import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteDriver } from '../../sqlite/driver.ts';
import type { SessionStore } from '../session-store.ts';
import { head, START, user } from '../testing/contract-data.ts';
import type { SqliteDatabase } from './database.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { openOurDatabase } from './our-database.ts';
import { hasSearch } from './search-index.ts';
import { matchExpression, projectWord } from './search-text.ts';
import { SqliteSessionStore } from './sqlite-store.ts';

test('words are quoted: none of FTS5’s syntax gets through', () => {
  expect(matchExpression(['a OR b', 'x"y', 'NEAR(1)', '-z*', 'text:q'], undefined)).toBe(
    'text : ("a OR b" * AND "x""y" * AND "NEAR(1)" * AND "-z*" * AND "text:q" *)',
  );
  expect(matchExpression(['a'], ['p', 'p', 'q'])).toBe(
    `project : ("${projectWord('p')}" OR "${projectWord('q')}") AND text : ("a" *)`,
  );
  for (const word of ['', ' ', '"', '*', '\0', '\ud800', '🚀'])
    expect(matchExpression(['a', word], undefined)).toBeUndefined();
});

const choice = sqliteDriver();
const driver = 'driver' in choice ? choice.driver : undefined;
let directory = '';
let database: SqliteDatabase;
let store: SessionStore;

async function open(): Promise<boolean> {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-search-'));
  const path = join(directory, 'sessions.db');
  await (await openSqliteStore(path)).close();
  if (driver === undefined) throw new Error('no driver');
  database = await openOurDatabase(driver, path, 1_000);
  store = new SqliteSessionStore(database, hasSearch(database));
  return hasSearch(database);
}

let canSearch = false;
beforeEach(async () => {
  canSearch = await open();
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

let counter = 0;
async function place(
  text: string,
  changes: Parameters<typeof head>[0] = {},
  project?: string,
  through = store,
) {
  const key = { source: 'pi', id: `s${++counter}` };
  await through.write(key, { head: head(changes, project), messages: [user(text)] }, null);
  return key;
}
const find = async (...words: string[]) =>
  (await store.search?.(words, { limit: 50 }))?.sessions.map(({ key }) => key.id);

describe('with FTS5', () => {
  beforeEach((context) => {
    if (!canSearch) context.skip('this Node’s SQLite has no FTS5');
  });

  test('accents count, in either form; controls and half pairs end a word', async () => {
    const { id } = await place('Größe café re\u0301sume\u0301 one\0two x\ud800y');
    expect(await find('größe')).toEqual([id]);
    expect(await find('GRÖSSE')).toEqual([]);
    expect(await find('grosse')).toEqual([]);
    expect(await find('cafe\u0301')).toEqual([id]);
    expect(await find('résum')).toEqual([id]);
    expect(await find('resume')).toEqual([]);
    expect(await find('two', 'y')).toEqual([id]);
    expect(await find("on'", 'tw')).toEqual([id]);
  });

  test('hundreds of words', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
    const { id } = await place(words.join(' '));
    expect(await find(...words)).toEqual([id]);
    expect(await find(...words, 'absent')).toEqual([]);
  });

  test('no words: as a listing', async () => {
    const { id } = await place('text');
    expect(await find()).toEqual([id]);
  });

  test('what was injected, and what stands after the limit, is not searched', async () => {
    const key = await place('early');
    await store.write(key, { messages: [{ role: 'user', content: 'hidden', metadata: { injected: true } }] });
    await store.write(key, { messages: [user('filler '.repeat(30_000)), user('late')] });
    expect(await find('hidden')).toEqual([]);
    expect(await find('early', 'filler')).toEqual([key.id]);
    expect(await find('late')).toEqual([]);
    await store.write(key, { messages: [user('later')] });
    expect(await find('later')).toEqual([]);
    await store.write(key, { keep: 2, messages: [user('again')] });
    expect(await find('again', 'early')).toEqual([key.id]);
    expect(await find('filler')).toEqual([]);
  });

  test('pages, projects, sources and roots as in a listing', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.unshift((await place('needle', { updatedAt: START + index }, index === 4 ? 'other' : 'mine')).id);
    const child = await place('needle', { parentId: 'p', updatedAt: START + 9 }, 'mine');
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const query = {
        limit: 2,
        projects: ['mine'],
        rootsOnly: true,
        ...(after === undefined ? {} : { after }),
      };
      const page = await store.search?.(['need'], query);
      pages.push(page?.sessions.map(({ key }) => key.id) ?? []);
      after = page?.next;
    } while (after !== undefined);
    expect(pages).toEqual([ids.slice(1, 3), ids.slice(3, 5)]);
    const all = await store.search?.(['need'], { limit: 1, source: 'pi' });
    expect(all?.sessions[0]?.key).toEqual(child);
    const none = await store.search?.(['need'], { limit: 1, source: 'codex' });
    expect(none).toEqual({ sessions: [] });
    const many = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const found = await store.search?.(['need'], { limit: 9, projects: [...many, 'other'] });
    expect(found?.sessions.map(({ key }) => key.id)).toEqual(ids.slice(0, 1));
    expect(await store.search?.(['need'], { limit: 9, projects: [] })).toEqual({ sessions: [] });
  });

  test('a word of very many sessions: the newest, page by page', async () => {
    const total = 10_200;
    await database.write(() => {
      database.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
         INSERT INTO sessions(source, id, project, is_root, active_at, version, message_count, description)
         SELECT 'pi', 'many' || i, 'p', i % 2, i, 1, 0, '{"title":"common"}' FROM n`,
      );
      database.run('INSERT INTO search_pending SELECT pk FROM sessions');
    });
    const first = await store.search?.(['comm'], { limit: 2 });
    expect(first?.sessions.map(({ activeAt }) => activeAt)).toEqual([total, total - 1]);
    const second = await store.search?.(['comm'], {
      limit: 2,
      rootsOnly: true,
      projects: ['p'],
      after: first?.next ?? '',
    });
    expect(second?.sessions.map(({ activeAt }) => activeAt)).toEqual([total - 3, total - 5]);
    expect(database.all('SELECT 1 FROM search_pending')).toEqual([]);
  }, 60_000);

  test('what a process without FTS5 writes is found by one that has it', async () => {
    const without = new SqliteSessionStore(database, false);
    expect(without.search).toBeUndefined();
    const old = await place('shared before');
    const { id } = await place('shared new', {}, undefined, without);
    await without.write(old, { keep: 0, messages: [user('changed')] });
    expect(await find('shared')).toEqual([id]);
    expect(await find('changed')).toEqual([old.id]);
    await without.delete({ source: 'pi', id });
    expect(await find('shared')).toEqual([]);
  });

  test('a database that was only used without FTS5 is indexed when one opens it that has it', async () => {
    const { id } = await place('treasure');
    database.run('DROP TABLE search');
    await store.close();
    store = await openSqliteStore(database.path);
    expect(await find('treas')).toEqual([id]);
  });
});

test('without FTS5, all but the search works', async () => {
  const without = new SqliteSessionStore(database, false);
  const key = await place('a', {}, undefined, without);
  await without.write(key, { messages: [user('b')], keep: 0 });
  expect(await without.get(key)).toMatchObject({ messageCount: 1 });
  expect(await without.delete(key)).toBe(true);
});

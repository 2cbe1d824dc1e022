import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWithServer } from '../testing/describe-with-server.ts';
import { head, messagesOf, user } from '../testing/session-store-contract.ts';
import { buildWorker } from '../testing/start-worker.ts';
import { afterPrefix } from './listings.ts';
import { openPostgresStore, type PostgresSessionStore } from './postgres-store.ts';
import { searchQuery } from './search-words.ts';

test('the end of a prefix', () => {
  expect(afterPrefix('ab')).toBe('ac');
  expect(afterPrefix('a\u{10ffff}')).toBe('b');
  expect(afterPrefix('\ud7ff')).toBe('\ue000');
  expect(afterPrefix('\u{10ffff}')).toBeUndefined();
});

test('nothing in a word is syntax of a query', () => {
  expect(searchQuery(["it's", "a' | 'b", 'x:*&!y'], { projects: ["p' | \\"] })).toBe(
    `'it':* & 's':* & 'a':* & 'b':* & 'x':* & 'y':* & (':p:p'' | \\\\')`,
  );
  expect(searchQuery(['"', '&'], {})).toBeUndefined();
});

describeWithServer('edges of PostgreSQL', {}, (server) => {
  let database: string;
  let store: PostgresSessionStore;
  beforeAll(async () => {
    database = await server().createDatabase();
    store = await openPostgresStore(server().url(database));
    return () => store.close();
  });

  describe('names', () => {
    test.each([
      ['nul\0', 'holds a NUL sign'],
      ['half\ud800', 'half of a surrogate pair'],
      ['', 'is empty'],
      ['ü'.repeat(251), 'is longer than 500 bytes'],
    ])('that PostgreSQL cannot hold are refused: %j', async (id, reason) => {
      const key = { source: 'codex', id };
      await expect(store.write(key, { head: head() }, null)).rejects.toMatchObject({
        code: 'invalid-session-id',
        message: expect.stringContaining(reason),
      });
      expect(await store.get(key)).toBeUndefined();
      expect(await messagesOf(store, key)).toEqual([]);
      expect(await store.delete(key)).toBe(false);
      expect(await store.withPrefix(id, 3)).toEqual([]);
      await expect(
        store.write({ source: 'codex', id: 'fine' }, { head: head({}, `p\0`) }, null),
      ).rejects.toMatchObject({
        code: 'invalid-session-id',
      });
    });

    test('the longest ones, with the longest description of an index', async () => {
      const key = { source: 's'.repeat(100), id: '🚀'.repeat(125) };
      for (const title of ['x'.repeat(1_440), '🚀'.repeat(20_000)]) {
        const given = head({ title }, 'p'.repeat(300));
        await store.write(key, { head: given }, (await store.get(key))?.version ?? null);
        const [listed] = (await store.list({ projects: [given.project], limit: 5 })).sessions;
        expect(listed?.description.title).toBe(title);
        expect((await store.withPrefix('🚀🚀', 2))[0]?.description.title).toBe(title);
      }
    });
  });

  test('messages whose texts PostgreSQL would refuse, in a long transaction of several statements', async () => {
    const key = { source: 'codex', id: 'long' };
    const messages = Array.from({ length: 4_100 }, (_, index) => user(`\0\ud800 ${index} \\u0000 "{},`));
    await store.write(key, { head: head(), messages }, null);
    expect(await messagesOf(store, key)).toEqual(messages);
    await expect(store.write(key, { messages, keep: 1 }, 'another')).rejects.toMatchObject({
      code: 'session-changed',
    });
    expect((await store.get(key))?.messageCount).toBe(4_100);
    await store.write(key, { messages: messages.slice(0, 2_100), keep: 1 });
    expect(await messagesOf(store, key)).toEqual([messages[0], ...messages.slice(0, 2_100)]);
  });

  test('search is bounded by session, and says nothing of what is behind', async () => {
    const key = { source: 'codex', id: 'wordy' };
    const wordy = (from: number) =>
      Array.from({ length: 5_000 }, (_, index) => `word${from + index}longerthanusual`).join(' ');
    const find = async (word: string) => (await store.search([word], { limit: 1 })).sessions.length;
    await store.write(
      key,
      { head: head({ title: 'Wordy' }), messages: [user(wordy(0)), user(wordy(5_000))] },
      null,
    );
    await store.write(key, { messages: [user(wordy(10_000)), user('lastword')] });
    expect(await find('word4999l')).toBe(1);
    expect(await find('lastword')).toBe(0);
    await store.write(key, { keep: 1, messages: [user('lastword')] });
    expect(await find('lastword')).toBe(1);
    expect(await find('word5000l')).toBe(0);
  });

  test.each([
    'nonsense',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('[1.5,"a","b"]').toString('base64url'),
  ])('a page that no listing gave: %s', async (after) => {
    for (const call of [
      () => store.list({ limit: 1, after }),
      () => store.search(['a'], { limit: 1, after }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'invalid-cursor' });
  });

  test('old sessions go, the last of each project and those in use stay', async () => {
    const day = 86_400_000;
    const now = Date.UTC(2027, 0, 1);
    const fresh = await openPostgresStore(server().url(await server().createDatabase()));
    for (const project of ['one', 'two'])
      for (let age = 0; age < 5; age++)
        await fresh.write(
          { source: 'codex', id: `${project}-${age}` },
          { head: head({ updatedAt: now - age * 40 * day }, project), messages: [user('a'), user('b')] },
          null,
        );
    const ids = async () => (await fresh.list({ limit: 50 })).sessions.map(({ key }) => key.id).sort();
    const before = now - 90 * day;
    expect(await fresh.prune({ before, dryRun: true })).toEqual({ sessions: 4, messages: 8 });
    expect(await fresh.prune({ before, keepLast: 4, dryRun: true })).toEqual({ sessions: 2, messages: 4 });
    expect(await ids()).toHaveLength(10);
    expect(await fresh.prune({ before, keepLast: 4 })).toEqual({ sessions: 2, messages: 4 });
    expect(await ids()).not.toContain('one-4');
    expect(await fresh.prune({ before })).toEqual({ sessions: 2, messages: 4 });
    expect(await ids()).toEqual(['one-0', 'one-1', 'one-2', 'two-0', 'two-1', 'two-2']);
    await fresh.close();
  });

  test('idle connections keep no process alive', async () => {
    const program = await buildWorker('postgres-idle.ts');
    const child = program.start(server().url(database));
    child.stdout.resume();
    expect(await once(child, 'exit')).toEqual([0, null]);
    program.remove();
  }, 20_000);
});

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contents } from '../testing/contract-data.ts';
import { head, user } from '../testing/session-store-contract.ts';
import { JsonDocuments } from './json-documents.ts';

/** A session moves when its head names another project: its repository got a remote. */
const KEY = { source: 'praisonai', id: 's' };
let directory = '';
let store: JsonDocuments;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'move-'));
  store = new JsonDocuments(directory);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const fileIn = (project: string, id: string) => join(directory, 'projects', project, `${id}.json`);

test('what is added while a session moves is not lost', async () => {
  const other = new JsonDocuments(directory);
  for (let round = 0; round < 20; round++) {
    const key = { source: 'praisonai', id: `s${round}` };
    await store.write(key, { head: head({}, 'before'), messages: [user('1')] }, null);
    const adding = [2, 3, 4].map((number) => other.write(key, { messages: [user(String(number))] }));
    await Promise.all([store.write(key, { head: head({}, 'after') }), ...adding]);
    expect((await contents(store, key)).sort()).toEqual(['1', '2', '3', '4']);
    expect(existsSync(fileIn('before', key.id))).toBe(false);
    expect(existsSync(`${fileIn('before', key.id)}.lock`)).toBe(false);
  }
});

test('of two moves with one version, the second is refused', async () => {
  const version = await store.write(KEY, { head: head({}, 'a'), messages: [user('1')] }, null);
  const moves = ['b', 'c'].map((project) => store.write(KEY, { head: head({}, project) }, version));
  const outcomes = await Promise.allSettled(moves);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'session-changed' },
  });
  expect(await contents(store, KEY)).toEqual(['1']);
});

test('never onto another session of the same id', async () => {
  await store.write(KEY, { head: head({}, 'b'), messages: [user('of b')] }, null);
  const aside = new JsonDocuments(join(directory, 'aside'));
  await aside.write(KEY, { head: head({}, 'a'), messages: [user('of a')] }, null);
  cpSync(join(directory, 'aside', 'projects', 'a'), join(directory, 'projects', 'a'), { recursive: true });
  expect(await contents(store, KEY)).toEqual(['of a']);
  await expect(store.write(KEY, { head: head({}, 'b') })).rejects.toMatchObject({ code: 'session-exists' });
  expect(existsSync(fileIn('a', 's'))).toBe(true);
});

test('a new session is new in all projects', async () => {
  await store.write(KEY, { head: head({}, 'a'), messages: [user('1')] }, null);
  const again = store.write(KEY, { head: head({}, 'b') }, null);
  await expect(again).rejects.toMatchObject({ code: 'session-exists' });
  expect(existsSync(fileIn('b', 's'))).toBe(false);
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JsonDocuments } from '../../src/stores/json/json-documents.ts';
import type { ListedSession, SessionStore } from '../../src/stores/session-store.ts';
import { openSqliteStore } from '../../src/stores/sqlite/open-sqlite-store.ts';
import { fileWriter } from './json-files.ts';
import { madeSession } from './made-session.ts';
import { fillSqlite } from './sqlite.ts';

const counts = { sessions: 60, messagesEach: 12, projects: 4 };
const numbers = Array.from({ length: counts.sessions }, (_, index) => index + 1);

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bench-fill-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function written(store: SessionStore): Promise<void> {
  for (const n of numbers) {
    const { key, ...change } = madeSession(n, counts);
    await store.write(key, change, null);
  }
}

/** What a store says of every session, but for the versions, which differ. */
async function told(store: SessionStore): Promise<unknown> {
  const page = (sessions: ListedSession[] = []) => sessions.map(({ version: _, ...rest }) => rest);
  const { key } = madeSession(7, counts);
  const messages: unknown[] = [];
  for await (const batch of store.messages(key)) messages.push(...batch);
  const { version: _, ...session } = (await store.get(key))!;
  const result = {
    all: page((await store.list({ limit: 100 })).sessions),
    roots: page((await store.list({ limit: 100, rootsOnly: true, projects: ['p0000001'] })).sessions),
    found: page((await store.search?.(['pars', 'fix'], { limit: 100 }))?.sessions),
    session,
    messages,
  };
  expect(result.all).toHaveLength(counts.sessions);
  expect(result.roots.length).toBeGreaterThan(2);
  expect(result.found.length).toBeGreaterThan(2);
  return result;
}

test('session files are those that the store writes, byte for byte', async () => {
  const write = fileWriter(join(directory, 'filled'));
  for (const n of numbers) {
    const made = madeSession(n, counts);
    const at = made.head.description.updatedAt!;
    const store = new JsonDocuments(join(directory, 'written'), { now: () => at });
    const { key, ...change } = made;
    await store.write(key, change, null);
    const path = write(made);
    const own = path.replace(join(directory, 'filled'), join(directory, 'written'));
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(own, 'utf8'));
  }
});

test('a filled SQLite store tells what one tells that was written session by session', async () => {
  const [one, other] = [join(directory, 'filled.db'), join(directory, 'written.db')];
  await (await openSqliteStore(one)).close();
  await fillSqlite(one, counts);
  const [filled, store] = [await openSqliteStore(one), await openSqliteStore(other)];
  await written(store);
  expect(await told(filled)).toEqual(await told(store));
  await Promise.all([filled.close(), store.close()]);
});

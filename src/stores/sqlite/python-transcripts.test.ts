import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWritable, type WritableDatabase } from '../../../test/writable-database.ts';
import type { SessionStore } from '../session-store.ts';
import { head, messagesOf } from '../testing/contract-data.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

/** As praisonaiagents makes it (session/sqlite_transcript_store, `_connect`; storage/sqlite sets the mode). */
const TRANSCRIPTS = `
  PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
  CREATE TABLE IF NOT EXISTS sessions (  session_id TEXT PRIMARY KEY,  data TEXT NOT NULL,  agent_name TEXT,  gateway_session_id TEXT,  agent_id TEXT,  updated_at TEXT);
  CREATE INDEX IF NOT EXISTS idx_sessions_gateway ON sessions(gateway_session_id);
  CREATE INDEX IF NOT EXISTS idx_sessions_agent ON sessions(agent_id);
  CREATE INDEX IF NOT EXISTS idx_sessions_agent_name ON sessions(agent_name);
  CREATE INDEX IF NOT EXISTS idx_sessions_updated ON sessions(updated_at);`;

/** As praisonaiagents makes it (session/sqlite_store, `_init_schema`), with FTS5 and without. */
const INDEX_TABLES = `
  CREATE TABLE IF NOT EXISTS session_meta (session_id TEXT PRIMARY KEY, updated_at TEXT);
  CREATE TABLE IF NOT EXISTS session_route (  session_id TEXT PRIMARY KEY,  gateway_session_id TEXT,  agent_id TEXT);
  CREATE INDEX IF NOT EXISTS idx_route_gateway ON session_route(gateway_session_id);
  CREATE INDEX IF NOT EXISTS idx_route_agent ON session_route(agent_id);
  CREATE TABLE IF NOT EXISTS session_index_meta (  key TEXT PRIMARY KEY,  value TEXT);`;
const WITH_FTS5 = 'CREATE VIRTUAL TABLE IF NOT EXISTS session_fts USING fts5(session_id UNINDEXED, content);';
const WITHOUT_FTS5 = 'CREATE TABLE IF NOT EXISTS session_fts (session_id TEXT PRIMARY KEY, content TEXT);';

let directory = '';
let python: WritableDatabase;
let store: SessionStore | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-python-'));
  python = openWritable(file());
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  python.close();
  rmSync(directory, { recursive: true, force: true });
});

const file = () => join(directory, 'sessions.db');
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function insert(id: string, data: string, updatedAt: string): void {
  const values = [id, data, 'Agent', 'gateway', 'agent', updatedAt].map(quoted).join(', ');
  python.exec(
    `INSERT OR REPLACE INTO sessions (session_id, data, agent_name, gateway_session_id, agent_id, updated_at) VALUES (${values})`,
  );
}

function insertSession(id: string, updatedAt: string, changes: Record<string, unknown> = {}): void {
  const document = {
    session_id: id,
    messages: [
      { role: 'user', content: `ask ${id}`, timestamp: 1_796_022_000.5, metadata: {} },
      { role: 'assistant', content: 'done', timestamp: 1_796_022_001, metadata: {} },
    ],
    created_at: '2026-11-30T07:00:00.000001+00:00',
    updated_at: updatedAt,
    agent_name: 'Agent',
    user_id: null,
    metadata: { title: `Title ${id}`, total_tokens: 12 },
    gateway_session_id: 'gateway',
    agent_id: 'agent',
    ...changes,
  };
  insert(id, JSON.stringify(document), updatedAt);
}

function snapshot(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => {
      const stat = statSync(join(directory, name), { bigint: true });
      const hash = createHash('sha256')
        .update(readFileSync(join(directory, name)))
        .digest('hex');
      return [name, `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${hash}`];
    }),
  );
}

const ids = async (query: Partial<Parameters<SessionStore['list']>[0]> = {}) =>
  (await store?.list({ limit: 50, ...query }))?.sessions.map(({ key }) => key.id);

test('the transcripts of Python, while it has them open: sessions and messages, not a byte changed', async () => {
  python.exec(TRANSCRIPTS);
  insertSession('a', '2026-11-30T07:00:00.123456+00:00', {
    archived_messages: [{ role: 'user', content: 'archived', timestamp: 1, metadata: {} }],
    runtime_state: { kept: [1, 'ü'] },
  });
  const before = snapshot();
  store = await openSqliteStore(file());
  const key = { source: 'praisonai', id: 'a' };
  const found = await store.get(key);
  expect(found).toMatchObject({
    key,
    project: 'global',
    messageCount: 3,
    description: {
      title: 'Title a',
      agentName: 'Agent',
      totalTokens: 12,
      createdAt: Date.UTC(2026, 10, 30, 7),
      updatedAtText: '2026-11-30T07:00:00.123456+00:00',
    },
    document: {
      session_id: 'a',
      gateway_session_id: 'gateway',
      user_id: null,
      runtime_state: { kept: [1, 'ü'] },
    },
  });
  expect(found?.activeAt).toBeCloseTo(Date.UTC(2026, 10, 30, 7, 0, 0, 123) + 0.456, 3);
  expect(found?.document).not.toHaveProperty('messages');
  expect(found?.document).not.toHaveProperty('archived_messages');
  expect((await messagesOf(store, key)).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'archived'],
    ['user', 'ask a'],
    ['assistant', 'done'],
  ]);
  expect((await messagesOf(store, key, 2)).map(({ content }) => content)).toEqual(['done']);
  for (const other of [
    { source: 'codex', id: 'a' },
    { source: 'praisonai', id: "a' OR 1=1" },
  ]) {
    expect(await store.get(other)).toBeUndefined();
    expect(await messagesOf(store, other)).toEqual([]);
  }
  expect(snapshot()).toEqual(before);
  expect(store.search).toBeUndefined();
});

test('what Python writes meanwhile is seen, with another version', async () => {
  python.exec(TRANSCRIPTS);
  insertSession('a', '2026-11-30T07:00:00+00:00');
  store = await openSqliteStore(file());
  const first = await store.get({ source: 'praisonai', id: 'a' });
  insertSession('a', '2026-11-30T07:00:01.500000+00:00', { metadata: { title: 'New' } });
  const second = await store.get({ source: 'praisonai', id: 'a' });
  expect(second?.description.title).toBe('New');
  expect(second?.version).not.toBe(first?.version);
});

test('listings: latest first by the microsecond, page by page, roots, prefixes', async () => {
  python.exec(TRANSCRIPTS);
  insertSession('b1', '2026-11-30T07:00:00+00:00');
  insertSession('b2', '2026-11-30T07:00:00.000002+00:00', { parent_id: 'b1' });
  insertSession('a3', '2026-11-30T07:00:00.000002+00:00');
  insertSession('%4', '2026-11-30T07:00:00.000009+00:00');
  store = await openSqliteStore(file());
  expect(await ids()).toEqual(['%4', 'a3', 'b2', 'b1']);
  expect(await ids({ rootsOnly: true })).toEqual(['%4', 'a3', 'b1']);
  expect(await ids({ projects: ['global', 'x'], source: 'praisonai' })).toHaveLength(4);
  for (const query of [{ projects: ['x'] }, { projects: [] }, { source: 'codex' }])
    expect(await ids(query)).toEqual([]);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.list({ limit: 2, rootsOnly: true, ...(after === undefined ? {} : { after }) });
    seen.push(page.sessions.map(({ key }) => key.id).join());
    after = page.next;
  } while (after !== undefined);
  expect(seen).toEqual(['%4,a3', 'b1']);
  await expect(store.list({ limit: 1, after: 'x' })).rejects.toMatchObject({ code: 'invalid-cursor' });
  const prefixed = async (...given: [string, number, string?]) =>
    (await store?.withPrefix(...given))?.map(({ key }) => key.id);
  expect(await prefixed('b', 9)).toEqual(['b1', 'b2']);
  expect(await prefixed('b', 1)).toEqual(['b1']);
  expect(await prefixed('%', 9, 'praisonai')).toEqual(['%4']);
  expect(await prefixed('b', 9, 'codex')).toEqual([]);
  expect(await prefixed('', 9)).toEqual([]);
});

test('a broken document is listed as unreadable, and hides nothing else', async () => {
  python.exec(TRANSCRIPTS);
  insert('broken', '{"session_id": "broken", "mess', '2026-11-30T07:00:01+00:00');
  insert('list', '[1]', 'no time');
  insert(
    'nan',
    '{"session_id": "nan", "messages": [{"role": "user", "content": 7}, 3], "metadata": {"cost": NaN}}',
    '2026-11-30T07:00:00',
  );
  store = await openSqliteStore(file());
  const { sessions } = await store.list({ limit: 9 });
  expect(sessions.map(({ key, description }) => [key.id, description.unreadable ?? false])).toEqual([
    ['broken', true],
    ['nan', false],
    ['list', true],
  ]);
  await expect(store.get({ source: 'praisonai', id: 'broken' })).rejects.toMatchObject({
    code: 'session-unreadable',
    message: expect.stringMatching(/sessions\.db \(broken\)/),
  });
  expect(await store.get({ source: 'praisonai', id: 'nan' })).toMatchObject({ messageCount: 1 });
});

test('never written: the way out is another store', async () => {
  python.exec(TRANSCRIPTS);
  insertSession('a', '2026-11-30T07:00:00+00:00');
  const before = snapshot();
  store = await openSqliteStore(file());
  const key = { source: 'praisonai', id: 'a' };
  const refusal = {
    code: 'store-unusable',
    message: expect.stringMatching(/only read here; give another store.*sqlite:FILE/),
  };
  await expect(store.write(key, { head: head() })).rejects.toMatchObject(refusal);
  await expect(store.delete(key)).rejects.toMatchObject(refusal);
  await expect(store.delete({ source: 'pi', id: 'none' })).rejects.toMatchObject(refusal);
  expect(snapshot()).toEqual(before);
});

test.each([WITH_FTS5, WITHOUT_FTS5])(
  'the search index of Python’s SqliteSessionStore: says where the sessions are',
  async (table) => {
    try {
      python.exec(table + INDEX_TABLES);
    } catch (error) {
      // Node 22.13 has no FTS5 to make such a file with.
      if (!/no such module/.test(String(error))) throw error;
      return;
    }
    const before = snapshot();
    await expect(openSqliteStore(file())).rejects.toMatchObject({
      code: 'store-unusable',
      message: expect.stringContaining(`JSON files, by default beside it: open them as file:${directory}`),
    });
    expect(snapshot()).toEqual(before);
  },
);

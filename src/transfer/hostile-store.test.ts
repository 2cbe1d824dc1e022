import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handOffSession } from '../sessions/hand-off.ts';
import { presentRows, sessionRecord } from '../sessions/session-record.ts';
import type { Environment } from '../sources/source.ts';
import { JsonDocuments } from '../stores/json/json-documents.ts';
import type { SessionKey, SessionStore } from '../stores/session-store.ts';
import { openSqliteStore } from '../stores/sqlite/open-sqlite-store.ts';
import { head, messagesOf, user } from '../stores/testing/session-store-contract.ts';
import { pullSession } from './pull.ts';
import { receivedStore } from './received-store.ts';
import { StoreCatalog } from './store-catalog.ts';

const KEY: SessionKey = { source: 'codex', id: 'evil' };
let directory = '';
let raw: SessionStore;
let store: SessionStore;
let here: JsonDocuments;
let environment: Environment;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hostile-'));
  raw = await openSqliteStore(join(directory, 'team.db'));
  store = receivedStore(raw);
  here = new JsonDocuments(join(directory, 'sessions'));
  environment = { home: directory, directory, variables: {}, platform: process.platform };
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

/** What somebody with write access puts there, of whatever type. */
async function plant(fields: { description?: object; document?: object; messages?: unknown[] }) {
  const given = head();
  const planted = {
    project: given.project,
    description: (fields.description ?? given.description) as never,
    document: (fields.document ?? given.document) as never,
  };
  await raw.write(KEY, { head: planted, messages: [user('hi')] }, null);
  const { messages } = fields;
  if (messages === undefined) return;
  raw.messages = async function* (_key, from = 0) {
    yield messages.slice(from) as never;
  };
}

test('fields of any type are listed, shown, handed off and pulled', async () => {
  const description = {
    title: 5,
    directory: {},
    updatedAt: 1e300,
    createdAt: -1e300,
    ending: [],
    model: null,
  };
  await plant({
    description,
    document: { metadata: 7, session_id: [] },
    messages: ['text', null, 5, { role: 1, timestamp: 1e300, metadata: { event: { kind: 'turn-end' } } }],
  });
  const catalog = new StoreCatalog(environment, store);
  for await (const row of catalog.newest({})) sessionRecord((await presentRows([row]))[0] ?? row);
  const entry = await catalog.resolve('evil');
  await handOffSession(catalog.sourceOf(entry), entry, environment);
  await pullSession(store, KEY, here);
  expect(await messagesOf(here, KEY)).toHaveLength(4);
});

test('a session that cannot be pulled is an error of that session alone', async () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  raw.messages = async function* () {
    yield [{ role: 'user', content: 'x', metadata: { deep } }];
  };
  await plant({});
  await expect(pullSession(store, KEY, here)).rejects.toMatchObject({ code: 'session-unreadable' });
});

test('no endless session is taken into memory', async () => {
  await plant({});
  raw.messages = async function* () {
    const message = user('x'.repeat(1_000_000));
    for (;;) yield Array.from({ length: 1000 }, () => message);
  };
  const catalog = new StoreCatalog(environment, store);
  const entry = await catalog.resolve('evil');
  await expect(catalog.readerOf(entry)).rejects.toMatchObject({ code: 'session-unreadable' });
  await expect(pullSession(store, KEY, here)).rejects.toMatchObject({ code: 'session-unreadable' });
});

test('a document cannot bring messages, a prototype, an id, or a command along', async () => {
  const document = JSON.parse(
    '{"__proto__": {"polluted": true}, "session_id": "other", "archived_messages": [{"role": "user", "content": "a"}], "messages": [{"role": "user", "content": "b"}], "metadata": {"goal_verify_command": "touch /tmp/x", "__proto__": {"goal_verify_command": "y"}}}',
  );
  await plant({ document });
  await pullSession(store, KEY, here);
  const pulled = await here.get(KEY);
  expect((await messagesOf(here, KEY)).map(({ content }) => content)).toEqual(['hi']);
  expect(pulled?.document['session_id']).toBe('codex:evil');
  const metadata = pulled?.document['metadata'] as Record<string, unknown>;
  expect(metadata['goal_verify_command']).toBeUndefined();
  expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

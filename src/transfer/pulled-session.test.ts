import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionEvent } from '../model/session-event.ts';
import { SessionCatalog } from '../sessions/catalog.ts';
import { handOffSession } from '../sessions/hand-off.ts';
import { encodeEvent } from '../sources/praisonai/event-message.ts';
import type { Environment } from '../sources/source.ts';
import { JsonDocuments } from '../stores/json/json-documents.ts';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';
import type { SessionStore } from '../stores/session-store.ts';
import { openSqliteStore } from '../stores/sqlite/open-sqlite-store.ts';
import { contents } from '../stores/testing/contract-data.ts';
import { head } from '../stores/testing/session-store-contract.ts';
import { pullSession } from './pull.ts';
import { pushSession } from './push.ts';

/** Another agent's session that was pulled, and what becomes of it here. */
const KEY = { source: 'codex', id: 'far' };
let directory = '';
let store: SessionStore;
let environment: Environment;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pulled-'));
  store = await openSqliteStore(join(directory, 'team.db'));
  environment = {
    home: directory,
    directory,
    variables: { PRAISONAI_HOST: 'here' },
    platform: process.platform,
  };
  const events: SessionEvent[] = [
    { kind: 'request', text: 'Add a CSV export', via: 'prompt' },
    { kind: 'assistant-text', text: 'I will.' },
  ];
  const given = head({ model: 'gpt' }, 'global');
  given.document['metadata'] = { model: 'gpt', title: 'Export' };
  await store.write(KEY, { head: given, messages: events.map(encodeEvent) }, null);
  await pullSession(store, KEY, new JsonDocuments(sessions()));
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

const sessions = () => join(directory, '.praisonai', 'sessions');
const own = () => new JsonSessionStore({ directory: sessions(), platform: process.platform });
const push = async (id: string) => {
  const catalog = new SessionCatalog(environment);
  const options = { redact: 'default', now: Date.UTC(2026, 10, 30), version: 'praisonai 0' } as const;
  return pushSession(catalog, await catalog.resolve(id), store, options);
};

test('pulled again it is unchanged', async () => {
  const again = await pullSession(store, KEY, new JsonDocuments(sessions()));
  expect(again).toMatchObject({ status: 'unchanged', messages: 2 });
});

test('what was added here is in its handoff and in the next push', async () => {
  await own().append('codex:far', [{ role: 'user', content: 'And never touch src/legacy.' }]);
  const catalog = new SessionCatalog(environment);
  const entry = await catalog.resolve('codex:far');
  const { prompt, report } = await handOffSession(catalog.sourceOf(entry), entry, environment);
  expect(prompt).toContain('GOAL: Add a CSV export');
  expect(prompt).toContain('never touch src/legacy');
  expect(report.unknown).toBe(0);
  expect(await push('codex:far')).toMatchObject({ key: KEY, status: 'updated', sent: 1 });
  expect(await contents(store, KEY)).toHaveLength(3);
});

test('a fork of it is a session of its own in the store too', async () => {
  const { id } = await own().fork('codex:far');
  await own().append(id, [{ role: 'user', content: 'Try it with TSV.' }]);
  expect(await push(id)).toMatchObject({ key: { source: 'praisonai', id }, status: 'new', messages: 3 });
  expect(await contents(store, KEY)).toHaveLength(2);
});

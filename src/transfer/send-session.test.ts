import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MessageRecord } from '../model/session-record.ts';
import { JsonDocuments } from '../stores/json/json-documents.ts';
import type { SessionChange, SessionKey, SessionStore } from '../stores/session-store.ts';
import { head, messagesOf, user } from '../stores/testing/session-store-contract.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { withOrigin } from './origin-fields.ts';
import type { OutgoingSession } from './outgoing-session.ts';
import { sendSession } from './send-session.ts';

const KEY: SessionKey = { source: 'codex', id: 's' };
let directory = '';
let store: SessionStore;
/** What reached the store, write by write. */
let writes: SessionChange[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'send-'));
  writes = [];
  const inner = Object.assign(new JsonDocuments(directory), { messagesPerWrite: 500 });
  const write = inner.write.bind(inner);
  inner.write = (key, change, expected) => {
    writes.push(change);
    return write(key, change, expected);
  };
  store = inner;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function outgoing(texts: readonly string[], host = 'a', title = 'T'): OutgoingSession {
  const messages = texts.map(user);
  const given = head({ title });
  return {
    key: KEY,
    head: { ...given, document: withOrigin(given.document, { host, title }) },
    fingerprints: fingerprintsOf(messages),
    async *messages(from: number): AsyncGenerator<MessageRecord[]> {
      for (let start = from; start < messages.length; start += 300) yield messages.slice(start, start + 300);
    },
  };
}

const texts = (count: number, label = 'm') =>
  Array.from({ length: count }, (_, index) => `${label} ${index}`);
const stored = async () => (await messagesOf(store, KEY)).map(({ content }) => content);
const travelled = () => writes.reduce((sum, { messages = [] }) => sum + messages.length, 0);

test('the first time all, then nothing, then only what is new', async () => {
  expect(await sendSession(outgoing(texts(1200)), store)).toEqual({
    status: 'new',
    messages: 1200,
    sent: 1200,
    replaced: 0,
  });
  expect(writes.map(({ messages }) => messages?.length)).toEqual([500, 500, 200]);
  writes = [];
  expect(await sendSession(outgoing(texts(1200)), store)).toMatchObject({ status: 'unchanged', sent: 0 });
  expect(writes).toEqual([]);
  expect(await sendSession(outgoing(texts(1207)), store)).toMatchObject({
    status: 'updated',
    sent: 7,
    replaced: 0,
  });
  expect(travelled()).toBe(7);
  expect(await stored()).toEqual(texts(1207));
});

test('a transfer that was cut off goes on where it stopped', async () => {
  const whole = store.write.bind(store);
  let left = 2;
  store.write = async (...given) => {
    if (left-- === 0) throw new Error('the line is cut');
    return whole(...given);
  };
  await expect(sendSession(outgoing(texts(1300)), store)).rejects.toThrow('the line is cut');
  store.write = whole;
  writes = [];
  expect(await sendSession(outgoing(texts(1300)), store)).toMatchObject({ status: 'updated', sent: 300 });
  expect(await stored()).toEqual(texts(1300));
});

test('what was taken back on the machine that wrote it goes', async () => {
  await sendSession(outgoing(texts(600)), store);
  expect(await sendSession(outgoing([...texts(300), ...texts(5, 'other')]), store)).toMatchObject({
    status: 'updated',
  });
  expect(await stored()).toEqual([...texts(300), ...texts(5, 'other')]);
  expect(await sendSession(outgoing(texts(10)), store)).toMatchObject({ status: 'updated', replaced: 295 });
  expect(await stored()).toEqual(texts(10));
});

test('an older copy of another machine overwrites nothing', async () => {
  await sendSession(outgoing(texts(20)), store);
  expect(await sendSession(outgoing(texts(12), 'b'), store)).toMatchObject({
    status: 'behind',
    messages: 20,
  });
  const parted = outgoing([...texts(12), 'mine'], 'b');
  expect(await sendSession(parted, store)).toMatchObject({ status: 'diverged', messages: 20 });
  expect(await stored()).toEqual(texts(20));
  expect(await sendSession(parted, store, { force: true })).toMatchObject({ status: 'updated' });
  expect(await stored()).toEqual([...texts(12), 'mine']);
  expect(await sendSession(outgoing([...texts(12), 'mine', 'more'], 'c'), store)).toMatchObject({
    status: 'updated',
    sent: 1,
  });
});

test('messages that somebody else added are seen, whatever the fingerprints say', async () => {
  await sendSession(outgoing(texts(5)), store);
  await store.write(KEY, { messages: [user('added')] });
  expect(await sendSession(outgoing(texts(5), 'b'), store)).toMatchObject({ status: 'behind' });
  expect(await sendSession(outgoing([...texts(5), 'added', 'mine'], 'b'), store)).toMatchObject({
    status: 'updated',
    sent: 1,
  });
});

test('what somebody added since is not taken back, not even from the same machine', async () => {
  await sendSession(outgoing(texts(5)), store);
  await store.write(KEY, { messages: [user('added')] });
  expect(await sendSession(outgoing(texts(5)), store)).toMatchObject({ status: 'behind' });
  expect(await sendSession(outgoing([...texts(5), 'mine']), store)).toMatchObject({ status: 'diverged' });
  expect(await stored()).toEqual([...texts(5), 'added']);
});

test('a new title alone is written, without a message', async () => {
  await sendSession(outgoing(texts(5)), store);
  writes = [];
  const renamed = outgoing(texts(5));
  renamed.head.document = { ...renamed.head.document, agent_name: 'coder' };
  expect(await sendSession(renamed, store)).toMatchObject({ status: 'updated', sent: 0 });
  expect(travelled()).toBe(0);
});

test('two that push the same session at the same time leave it whole', async () => {
  const other = new JsonDocuments(directory);
  await Promise.all([sendSession(outgoing(texts(1100)), store), sendSession(outgoing(texts(1100)), other)]);
  expect(await stored()).toEqual(texts(1100));
});

test('whatever was there, afterwards it is what was sent', async () => {
  const list = fc.array(fc.constantFrom('a', 'b'), { maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(list, list, async (before, after) => {
      await store.delete(KEY);
      await sendSession(outgoing(before), store);
      await sendSession(outgoing(after), store);
      expect(await stored()).toEqual(after);
    }),
    { numRuns: 30 },
  );
});

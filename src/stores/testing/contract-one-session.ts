import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessageRecord } from '../../model/session-record.ts';
import type { ContractContext } from './contract-context.ts';
import { contents, head, messagesOf, START, user, wellFormed } from './contract-data.ts';

export function testOneSession(suite: ContractContext): void {
  const { newKey, next, stored } = suite;
  describe('one session', () => {
    test('what is not there', async () => {
      const key = newKey();
      expect(await suite.store.get(key)).toBeUndefined();
      expect(await messagesOf(suite.store, key)).toEqual([]);
      expect(await suite.store.delete(key)).toBe(false);
      await expect(suite.store.write(key, { messages: [user('a')] })).rejects.toMatchObject({
        code: 'session-not-found',
      });
      await expect(suite.store.write(key, { head: head() }, 'any')).rejects.toMatchObject({
        code: 'session-changed',
      });
      expect(await suite.store.get(key)).toBeUndefined();
    });

    test.each(['claude-code', 'praisonai'])('head and messages come back, of %s', async (source) => {
      const key = newKey(source);
      const given = head({ title: 'Plan', directory: '/home/a/shop', branch: 'main', parentId: 'p-1' });
      given.document['unknown_field'] = { kept: [1, 2.5, null, true] };
      const version = await suite.store.write(key, { head: given, messages: [user('a'), user('b')] }, null);
      const found = await stored(key);
      expect(found).toMatchObject({
        key,
        version,
        project: given.project,
        messageCount: 2,
        activeAt: START,
      });
      expect(found.description).toMatchObject(given.description);
      expect(found.document).toMatchObject({ ...given.document, session_id: expect.anything() });
      expect(await contents(suite.store, key)).toEqual(['a', 'b']);
    });

    test('a message keeps every field and sign', async () => {
      const text = fc.string({ unit: 'binary', maxLength: 60 });
      const message = fc.record({
        role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
        content: fc.oneof(
          text,
          fc.constantFrom('\u0000', '\ud800', "'; DROP TABLE sessions; --", 'ü🚀\u2028'),
        ),
        timestamp: fc.integer({ min: 0, max: 4_000_000_000 }),
        metadata: fc.dictionary(fc.constantFrom('a', 'event', 'x y'), fc.jsonValue({ maxDepth: 2 })),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
          const key = newKey();
          const given = JSON.parse(JSON.stringify(messages)) as MessageRecord[];
          await suite.store.write(key, { head: head(), messages: given }, null);
          expect(wellFormed(await messagesOf(suite.store, key))).toEqual(wellFormed(given));
          await suite.store.delete(key);
        }),
        { numRuns: 25 },
      );
    }, 60_000);

    test('messages alone leave the head, a head alone leaves the messages', async () => {
      const key = newKey();
      await suite.store.write(key, { head: head({ title: 'One' }), messages: [user('a')] }, null);
      await suite.store.write(key, { messages: [user('b')] });
      expect((await stored(key)).description.title).toBe('One');
      await suite.store.write(key, { head: head({ title: 'Two' }) });
      expect(await stored(key)).toMatchObject({ description: { title: 'Two' }, messageCount: 2 });
      expect(await contents(suite.store, key)).toEqual(['a', 'b']);
    });

    test('keep takes back what follows', async () => {
      const key = newKey();
      await suite.store.write(key, { head: head(), messages: ['a', 'b', 'c'].map(user) }, null);
      await suite.store.write(key, { keep: 1, messages: [user('d')] });
      expect(await contents(suite.store, key)).toEqual(['a', 'd']);
      await suite.store.write(key, { keep: 9 });
      expect(await contents(suite.store, key)).toEqual(['a', 'd']);
      await suite.store.write(key, { keep: 0 });
      expect(await stored(key)).toMatchObject({ messageCount: 0 });
      expect(await contents(suite.store, key)).toEqual([]);
    });

    test('thousands of messages come in batches, from any place', async () => {
      const key = newKey();
      const texts = Array.from({ length: 2_500 }, (_, index) => `message ${index}`);
      await suite.store.write(key, { head: head(), messages: texts.map(user) }, null);
      const sizes: number[] = [];
      for await (const batch of suite.store.messages(key)) sizes.push(batch.length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_500);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
      expect((await messagesOf(suite.store, key, 2_498)).map(({ content }) => content)).toEqual(
        texts.slice(2_498),
      );
      expect(await messagesOf(suite.store, key, 2_500)).toEqual([]);
    }, 30_000);

    test('deleted with its messages', async () => {
      const key = newKey();
      await suite.store.write(key, { head: head(), messages: [user('a')] }, null);
      expect(await suite.store.delete(key)).toBe(true);
      expect(await suite.store.delete(key)).toBe(false);
      await suite.store.write(key, { head: head(), messages: [user('new')] }, null);
      expect(await contents(suite.store, key)).toEqual(['new']);
    });

    test('the same id of two agents is two sessions', async () => {
      const one = newKey('codex');
      const other = { source: 'claude-code', id: one.id };
      await suite.store.write(one, { head: head(), messages: [user('a')] }, null);
      await suite.store.write(other, { head: head(), messages: [user('b')] }, null);
      await suite.store.delete(one);
      expect(await contents(suite.store, other)).toEqual(['b']);
    });

    test.each(['../../etc/passwd', 'a/b', 'it\'s %_ "quoted"', 'ü🚀', 'con', 'x'.repeat(150)])(
      'an id is data: %s',
      async (id) => {
        const key = { source: 'codex', id: `${id}${next()}` };
        await suite.store.write(key, { head: head(), messages: [user('a')] }, null);
        expect((await stored(key)).key).toEqual(key);
        expect((await suite.store.withPrefix(key.id, 2)).map((found) => found.key)).toEqual([key]);
        expect(await suite.store.delete(key)).toBe(true);
      },
    );
  });
}

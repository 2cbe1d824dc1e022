import { describe, expect, test } from 'vitest';
import type { SessionStore } from '../session-store.ts';
import type { ContractContext } from './contract-context.ts';
import { contents, head, user } from './contract-data.ts';

export function testWriters(suite: ContractContext): void {
  const { newKey, stored, subject } = suite;
  describe('several writers', () => {
    test('what a version, or none, was expected to be decides', async () => {
      const key = newKey();
      const first = await suite.store.write(key, { head: head({ title: 'One' }) }, null);
      await expect(suite.store.write(key, { head: head() }, null)).rejects.toMatchObject({
        code: expect.stringMatching(/^session-(?:exists|changed)$/),
      });
      const second = await suite.store.write(key, { head: head({ title: 'Two' }) }, first);
      expect(second).not.toBe(first);
      await expect(
        suite.store.write(key, { head: head({ title: 'Lost' }), messages: [user('x')] }, first),
      ).rejects.toMatchObject({ code: 'session-changed' });
      expect(await stored(key)).toMatchObject({
        version: second,
        messageCount: 0,
        description: { title: 'Two' },
      });
      await suite.store.write(key, { messages: [user('a')] });
      await expect(suite.store.write(key, { keep: 0 }, second)).rejects.toMatchObject({
        code: 'session-changed',
      });
    });

    test('two connections add to one session: no message is lost, each keeps its order', async () => {
      const key = newKey();
      await suite.store.write(key, { head: head() }, null);
      const other = await subject().open();
      const add = async (through: SessionStore, label: string) => {
        for (let index = 0; index < 20; index++)
          await through.write(key, { messages: [user(`${label} ${index}`)] });
      };
      await Promise.all([add(suite.store, 'a'), add(other, 'b'), add(other, 'c')]);
      await other.close();
      const all = await contents(suite.store, key);
      expect(all).toHaveLength(60);
      for (const label of ['a', 'b', 'c'])
        expect(all.filter((text) => text.startsWith(label))).toEqual(
          Array.from({ length: 20 }, (_, index) => `${label} ${index}`),
        );
      expect((await stored(key)).messageCount).toBe(60);
    }, 60_000);

    test('changes of a head that are tried again lose nothing', async () => {
      const key = newKey();
      await suite.store.write(key, { head: head({ totalTokens: 0 }) }, null);
      const other = await subject().open();
      const addOne = async (through: SessionStore): Promise<void> => {
        const found = await through.get(key);
        if (found === undefined) throw new Error('not stored');
        const { version, description, document, project } = found;
        const totalTokens = (description.totalTokens ?? 0) + 1;
        try {
          await through.write(
            key,
            { head: { project, document, description: { ...description, totalTokens } } },
            version,
          );
        } catch (error) {
          if ((error as { code?: string }).code !== 'session-changed') throw error;
          await addOne(through);
        }
      };
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => addOne(index % 2 === 0 ? suite.store : other)),
      );
      await other.close();
      expect((await stored(key)).description.totalTokens).toBe(10);
    }, 60_000);
  });
}

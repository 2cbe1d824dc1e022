import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionEntry } from '../model/session.ts';
import { newestFirst } from './newest-first.ts';

const entry = (id: string, modifiedAt: number): SessionEntry => ({
  source: 's',
  id,
  location: `/${id}`,
  modifiedAt,
  sizeBytes: 1,
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

it('orders by recorded activity, whatever the files’ times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1000), fc.nat(500)), { maxLength: 30 }), async (times) => {
      const recorded = new Map(times.map(([at], index) => [`${index}`, at]));
      const entries = times.map(([at, later], index) => entry(`${index}`, at + later));
      const rows = newestFirst(entries, ({ id }) => ({ updatedAt: recorded.get(id)! }));
      const order = (await all(rows)).map((row) => row.activeAt);
      expect(order).toEqual(times.map(([at]) => at).sort((a, b) => b - a));
    }),
  );
});

it('opens one file when one is clearly the newest', async () => {
  const opened: string[] = [];
  const entries = Array.from({ length: 100 }, (_, index) => entry(`${index}`, index * 1000));
  const rows = newestFirst(entries, ({ id, modifiedAt }) => {
    opened.push(id);
    return { updatedAt: modifiedAt - 5 };
  });
  expect((await rows.next()).value?.entry.id).toBe('99');
  expect(opened).toEqual(['99']);
});

it('takes no time from a record that lies in the future', async () => {
  const rows = await all(
    newestFirst([entry('a', 10), entry('b', 20)], ({ id }) => (id === 'a' ? { updatedAt: 9e15 } : {})),
  );
  expect(rows.map((row) => row.entry.id)).toEqual(['b', 'a']);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestFirst, type SessionRow } from './newest-first.ts';
import { fromCursor, positionOf, type RowPosition, rowsAfter, toCursor } from './row-position.ts';

const rowsOf = (times: readonly (readonly [number, string])[]): Promise<SessionRow[]> =>
  all(
    newestFirst(
      times.map(([modifiedAt, id], index) => ({
        source: 's',
        id,
        location: `/${index}`,
        modifiedAt,
        sizeBytes: 1,
      })),
      () => ({}),
    ),
  );

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

/** The rows as a catalogue gives them. */
async function* flowing(rows: readonly SessionRow[]): AsyncGenerator<SessionRow> {
  yield* rows;
}

it('gives every row once, in pages of any size', async () => {
  const row = fc.tuple(
    fc.double({ min: 0, max: 3, noNaN: true }).map(Math.round),
    fc.constantFrom('a', 'b', 'é'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      async (times, size) => {
        const rows = await rowsOf(times);
        const paged: SessionRow[] = [];
        let position: RowPosition | undefined;
        for (;;) {
          const after = rowsAfter(flowing(rows), position && fromCursor(toCursor(position)));
          const page = (await all(after)).slice(0, size);
          if (page.length === 0) break;
          for (const each of page) position = positionOf(each, position);
          paged.push(...page);
        }
        expect(paged).toEqual(rows);
      },
    ),
  );
});

it('goes on where it was when a newer session came', async () => {
  const rows = await rowsOf([
    [3, 'c'],
    [2, 'b'],
    [1, 'a'],
  ]);
  const position = positionOf(rows[1]!, undefined);
  const later = await rowsOf([
    [9, 'z'],
    [3, 'c'],
    [2, 'b'],
    [1, 'a'],
  ]);
  expect((await all(rowsAfter(flowing(later), position))).map((row) => row.entry.id)).toEqual(['a']);
});

it.each([
  '',
  'x',
  '%%%',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from('null').toString('base64url'),
])('refuses what is no cursor: %j', (cursor) => {
  expect(() => fromCursor(cursor)).toThrow('Not a cursor');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestFirst, type SessionRow } from './newest-first.ts';
import { fromCursor, positionOf, type RowPosition, rowsAfter, toCursor } from './row-position.ts';

const rowsOf = (times: readonly (readonly [number, string])[]): SessionRow[] => [
  ...newestFirst(
    times.map(([modifiedAt, id], index) => ({
      source: 's',
      id,
      location: `/${index}`,
      modifiedAt,
      sizeBytes: 1,
    })),
    () => ({}),
  ),
];

it('gives every row once, in pages of any size', () => {
  const row = fc.tuple(
    fc.double({ min: 0, max: 3, noNaN: true }).map(Math.round),
    fc.constantFrom('a', 'b', 'é'),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), (times, size) => {
      const rows = rowsOf(times);
      const paged: SessionRow[] = [];
      let position: RowPosition | undefined;
      for (;;) {
        const page = [...rowsAfter(rows, position && fromCursor(toCursor(position)))].slice(0, size);
        if (page.length === 0) break;
        for (const each of page) position = positionOf(each, position);
        paged.push(...page);
      }
      expect(paged).toEqual(rows);
    }),
  );
});

it('goes on where it was when a newer session came', () => {
  const rows = rowsOf([
    [3, 'c'],
    [2, 'b'],
    [1, 'a'],
  ]);
  const position = positionOf(rows[1]!, undefined);
  const later = rowsOf([
    [9, 'z'],
    [3, 'c'],
    [2, 'b'],
    [1, 'a'],
  ]);
  expect([...rowsAfter(later, position)].map((row) => row.entry.id)).toEqual(['a']);
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

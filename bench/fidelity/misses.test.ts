import { expect, it } from 'vitest';
import { goldOf } from './gold.ts';
import { edit, human, read } from './made-up.ts';
import { missesOf, stem } from './misses.ts';
import type { Step } from './step.ts';

const first: Step[] = [
  human(0, 'Fix the total, see cart.ts'),
  read(1, 'src/cart.ts'),
  edit(2, 'src/total.ts'),
  read(3, 'test/total.test.ts'),
  read(4, 'README.md'),
];

it('says what is missed and what is needless, and what the first part tells of each', () => {
  const gold = goldOf(first, [edit(5, 'test/total.test.ts'), read(6, 'src/cart.ts')])!;
  const { missed, unneeded } = missesOf('KEY FILES: src/total.ts', first, gold);
  expect(missed).toEqual([
    {
      path: 'test/total.test.ts',
      reads: 1,
      edits: 0,
      onlyRead: true,
      lastTouched: 1,
      namedByHuman: false,
      rankNewest: 2,
      rankScored: 3,
      neededForEdit: true,
      beyondCap: false,
      twin: 'src/total.ts',
    },
    expect.objectContaining({
      path: 'src/cart.ts',
      lastTouched: 3,
      namedByHuman: true,
      neighbour: 'src/total.ts',
    }),
  ]);
  expect(unneeded).toEqual([expect.objectContaining({ path: 'src/total.ts', edits: 1, onlyRead: false })]);
});

it('gives a source and its test one stem', () => {
  for (const path of ['src/parse.ts', 'a/parse.test.ts', 'test_parse.py', 'parse_test.go', 'parse.spec.js'])
    expect(stem(path)).toBe('parse');
});

import { expect, it } from 'vitest';
import { goldOf } from './gold.ts';
import { call, edit, human, read } from './made-up.ts';
import { isSubstantive, namedFiles, oracleScore, scoreHandoff } from './score.ts';
import type { Step } from './step.ts';

const first: Step[] = [
  human(0, 'Please fix the rounding of the cart total'),
  read(1, 'src/cart.ts'),
  edit(2, 'src/total.ts'),
  read(3, 'docs/notes.md'),
  call(4, { name: 'Bash', command: 'npm test -- total' }),
  call(5, { name: 'Bash', command: 'git status' }),
];
const rest: Step[] = [
  human(6, 'now look at docs/notes.md too'),
  edit(7, 'src/total.ts'),
  read(8, 'src/cart.ts'),
  read(9, 'docs/notes.md'),
  read(10, 'src/new.ts'),
  call(11, { name: 'Bash', command: 'npm test -- total' }),
];

it('needs what the first part knew and the rest touches, but not what the next request says itself', () => {
  const gold = goldOf(first, rest)!;
  expect(gold.known).toEqual(['src/cart.ts', 'src/total.ts', 'docs/notes.md']);
  expect([...gold.files].sort()).toEqual(['src/cart.ts', 'src/total.ts']);
  expect([...gold.edits]).toEqual(['src/total.ts']);
  expect([...gold.commands]).toEqual(['npm test -- total']);
});

it('looks no further than 50 tool calls, and measures nothing where nothing known is needed', () => {
  const filler = Array.from({ length: 50 }, (_, index) => read(20 + index, 'src/new.ts'));
  expect(goldOf(first, [human(6, 'go'), ...filler, edit(99, 'src/total.ts')])).toBeUndefined();
  expect(goldOf(first, [human(6, 'go'), ...filler.slice(1), edit(99, 'src/total.ts')])?.files.size).toBe(1);
});

it('names files by order of mention, by whole words, ends of paths and unique names', () => {
  const known = ['src/cart.ts', 'src/a/util.ts', 'src/b/util.ts', 'src/total.ts', 'src'];
  expect(namedFiles('see total.ts, then a/util.ts and /w/shop/src/cart.ts', known)).toEqual([
    'src/total.ts',
    'src/a/util.ts',
    'src/cart.ts',
  ]);
  expect(namedFiles('util.ts, subtotal.ts, total.tsx, cart.ts-old', known)).toEqual([]);
  expect(namedFiles('subtotal.ts but also total.ts', known)).toEqual(['src/total.ts']);
});

it('counts the first 15 names only', () => {
  const known = Array.from({ length: 20 }, (_, index) => `src/file${index}.ts`);
  expect(namedFiles(known.join(' '), known)).toEqual(known.slice(0, 15));
});

it('scores by hand-made figures', () => {
  const gold = goldOf(first, rest)!;
  const handoff =
    'fix the rounding\nof the cart total\nKEY FILES: docs/notes.md, src/total.ts\nVERIFY: npm test -- total';
  expect(scoreHandoff(handoff, first, gold)).toEqual({
    recall: 1 / 2,
    averagePrecision: 1 / 2 / 2,
    precision: 1 / 2,
    f1: 1 / 2,
    edit: 1,
    command: 1,
    request: 0,
    task: 0,
    gold: 2,
    length: handoff.length,
  });
  const best = scoreHandoff(
    'Please fix the rounding of the cart total: src/total.ts src/cart.ts',
    first,
    gold,
  );
  expect(best).toMatchObject({ recall: 1, averagePrecision: 1, precision: 1, f1: 1, command: 0, request: 1 });
  expect(scoreHandoff('', first, gold)).toMatchObject({
    recall: 0,
    precision: 0,
    f1: 0,
    averagePrecision: 0,
  });
});

it('gives no figure where there is nothing to measure it by', () => {
  const gold = goldOf([read(1, 'src/cart.ts')], [read(2, 'src/cart.ts')])!;
  const score = scoreHandoff('x', [read(1, 'src/cart.ts')], gold);
  expect(score).toMatchObject({ edit: null, command: null, request: null, task: null });
});

it('tells the last request from the last that says something', () => {
  const asked = [...first, human(5, 'yes, go on')];
  const gold = goldOf(asked, rest)!;
  const score = scoreHandoff('TASK: Please fix the rounding of the cart total', asked, gold);
  expect(score).toMatchObject({ request: 0, task: 1 });
  expect(isSubstantive('1')).toBe(false);
  expect(isSubstantive('do it now please')).toBe(false);
  expect(isSubstantive('rename the cart module to basket')).toBe(true);
});

it('counts code points, and knows that nobody can name more than 15 of 30', () => {
  const gold = goldOf(first, rest)!;
  expect(scoreHandoff('👍', first, gold).length).toBe(1);
  const files = new Set(Array.from({ length: 30 }, (_, index) => `f${index}.ts`));
  expect(oracleScore({ ...gold, files })).toMatchObject({ recall: 0.5, precision: 1, f1: 2 / 3 });
});

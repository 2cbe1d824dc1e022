import { describe, expect, it } from 'vitest';
import { constraintsIn, definitionOfDoneIn, selectConstraints } from './constraints.ts';

const rules = (message: string) => constraintsIn(message, 1).map((constraint) => constraint.text);

describe('rules that the human states', () => {
  it.each([
    ['Fix the bug. Never touch legacy/ please.', 'Never touch legacy/ please.'],
    [
      'Now do the CLI. Actually, do not use any argument parser.',
      'Actually, do not use any argument parser.',
    ],
    [
      'Round only at export, and never touch the ledger tables',
      'Round only at export, and never touch the ledger tables',
    ],
    ['Add slugify with a test. Keep ASCII only.', 'Keep ASCII only.'],
    ['- [ ] use tabs\n- no new dependencies', 'no new dependencies'],
    [
      'also keep the public function name refreshToken unchanged, callers depend on it',
      'also keep the public function name refreshToken unchanged, callers depend on it',
    ],
    ['All timestamps must be UTC.', 'All timestamps must be UTC.'],
    ['Bitte niemals die Migrationen ändern.', 'Bitte niemals die Migrationen ändern.'],
    ['不要修改数据库结构。然后加测试', '不要修改数据库结构。'],
    ['We should not commit anything to main', 'We should not commit anything to main'],
    [
      'Fix it.\nKeep the public function names exactly as they are, other teams import them.',
      'Keep the public function names exactly as they are, other teams import them.',
    ],
    ['Fix it.\nUse pnpm, not npm.', 'Use pnpm, not npm.'],
    ['Fix it.\nTests go in tests/, nowhere else.', 'Tests go in tests/, nowhere else.'],
    ['Fix it.\nKeep it under 200 lines.', 'Keep it under 200 lines.'],
    ['Fix it.\nEverything in English please.', 'Everything in English please.'],
    ['Fix it.\nAsk me before deleting anything.', 'Ask me before deleting anything.'],
    ['Fix it.\nRun prettier before committing.', 'Run prettier before committing.'],
    ['Fix it.\nWe support Node 18, so no top-level await.', 'We support Node 18, so no top-level await.'],
    ['Fix it.\nYou are only allowed to change files in src/', 'You are only allowed to change files in src/'],
  ])('%s', (message, rule) => expect(rules(message)).toEqual([rule]));

  it.each([
    "I don't know why this fails",
    'Why does it never finish?',
    "It doesn't work, the page stays empty",
    'Never mind',
    "don't worry about it",
    'Add pagination to the orders endpoint',
    '```\nnever touch this\n```',
    '> do not reply to this mail',
    'Error: cannot find module, only 3 of 4 loaded {"a":1,"b":2,"c":[1,2,3]}',
  ])('no rule: %s', (message) => expect(rules(message)).toEqual([]));

  it('hears a rule below a fence that nothing closes, and between two fenced blocks', () => {
    expect(rules('We get this:\n```\nfound 1 file\nNever push to main.')).toEqual(['Never push to main.']);
    expect(rules('```\nnever touch x\n```\nNever push to main.\n```\nnever touch y\n```')).toEqual([
      'Never push to main.',
    ]);
  });
  it('keeps neighbouring rules together as written, and separate lines apart', () => {
    expect(rules('Do X. Never edit a.ts.  Always run the tests. Then stop.\nDo not push.')).toEqual([
      'Never edit a.ts.  Always run the tests.',
      'Do not push.',
    ]);
  });
  it('takes only strong rules from the middle of a paste, and what the human says at its end', () => {
    const lines = 'some pasted words here\n'.repeat(200);
    expect(rules(`${lines}It must be blue.\nNever push to main.\n${lines}Always run the linter.`)).toEqual([
      'Never push to main.',
      'Always run the linter.',
    ]);
  });
});

it('shows the binding and newest rules in the order in which they were stated', () => {
  const stated = [
    ...constraintsIn('Never touch a.', 1),
    ...constraintsIn('It should be fast.', 2),
    ...constraintsIn('Never touch b.', 3),
    ...constraintsIn('never touch A', 4),
  ];
  expect(selectConstraints(stated, 60)).toEqual({
    shown: [stated[2], stated[3]],
    leftOut: [stated[1]],
  });
});

it('finds the definition of done', () => {
  expect(
    definitionOfDoneIn(
      'Fix it.\nDone when `npm test` passes 10 times in a row and p99 is under 50ms. Thanks',
    ),
  ).toBe('Done when `npm test` passes 10 times in a row and p99 is under 50ms.');
  expect(definitionOfDoneIn('I am done with this')).toBeUndefined();
});

import { expect, it } from 'vitest';
import { RequestStack } from './request-stack.ts';

/** Prompts as [parent, requests told after it]; the turns taken back at each. */
function rollbacks(...prompts: [parent: string | null, requests: number][]): number[] {
  const stack = new RequestStack();
  return prompts.map(([parent, requests]) => {
    const turns = stack.prompt(parent);
    for (let told = 0; told < requests; told += 1) stack.told();
    return turns;
  });
}

it('takes back nothing in a straight line', () => {
  expect(rollbacks([null, 1], ['a', 1], ['b', 2])).toEqual([0, 0, 0]);
});

it('takes back all requests since the prompt that shares the parent, queued ones and answers included', () => {
  expect(rollbacks([null, 1], ['a', 3], ['b', 1], ['a', 1])).toEqual([0, 0, 0, 4]);
});

it('takes back again and again, each time only what is left', () => {
  expect(rollbacks([null, 1], ['a', 1], ['a', 1], ['a', 1], ['b', 1], ['a', 1])).toEqual([0, 0, 1, 1, 0, 2]);
});

it('takes back the first prompt', () => {
  expect(rollbacks([null, 1], ['a', 1], [null, 1], ['c', 1])).toEqual([0, 0, 2, 0]);
});

it('does not confuse a branch that was taken back with the one that is alive', () => {
  // "b" hangs in the branch that the second "a" took back: its reappearance is no rewind of what is alive.
  expect(rollbacks([null, 1], ['a', 1], ['b', 1], ['a', 1], ['c', 1], ['b', 1])).toEqual([0, 0, 0, 2, 0, 0]);
});

it('takes a root after a compaction for a new chain', () => {
  const stack = new RequestStack();
  stack.prompt(null);
  stack.told();
  stack.compacted();
  expect(stack.prompt(null)).toBe(0);
});

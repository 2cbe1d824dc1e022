import { expect, it } from 'vitest';
import { pickCuts, pickWorkCuts } from './cut.ts';
import { call, human } from './made-up.ts';
import type { Step } from './step.ts';

/** `h` human, `c` compaction, digits: so many tens of tool calls. */
function session(plan: string): Step[] {
  const steps: Step[] = [];
  for (const letter of plan) {
    const record = steps.length;
    if (letter === 'h') steps.push(human(record, 'go'));
    else if (letter === 'c') steps.push({ kind: 'compact', record, text: '' });
    else for (let count = 0; count < Number(letter) * 10; count += 1) steps.push(call(steps.length));
  }
  return steps;
}

const places = (plan: string, count: number): string[] =>
  pickCuts(session(plan), count).map((cut) => `${cut.kind}@${cut.step}`);

it('cuts at human turns with 30 calls before and 10 after', () => {
  expect(places('h2h1h1h', 4)).toEqual(['human@32']);
  expect(places('h2h', 4)).toEqual([]);
});

it('spreads the cuts evenly over the turns that qualify', () => {
  expect(places(`h3${'h'.repeat(8)}1`, 4)).toEqual(['human@32', 'human@34', 'human@36', 'human@38']);
  expect(places(`h3${'h'.repeat(8)}1`, 1)).toEqual(['human@35']);
});

it('takes up to four compactions with 20 calls before and 10 after, first', () => {
  expect(places('h2c1h1', 4)).toEqual(['compact@21', 'human@32']);
  expect(places('h1c1c1', 4)).toEqual(['compact@22']);
  expect(places('2cccccc1', 4)).toHaveLength(4);
});

it('cuts within a turn at calls of the middle', () => {
  const cuts = pickWorkCuts(session('h2'), 2);
  expect(cuts).toEqual([
    { step: 8, kind: 'work' },
    { step: 13, kind: 'work' },
  ]);
  expect(pickWorkCuts([], 2)).toEqual([]);
});

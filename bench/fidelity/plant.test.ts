import { expect, it } from 'vitest';
import { human } from './made-up.ts';
import { plantRule, rules } from './plant.ts';

const asked = 'Fix the "cart" total\nand round it';

it('appends the rule to every record near the message that holds it, and nowhere else', () => {
  const records = [{ cwd: '/w' }, { item: asked }, { event: asked }, { text: 'Fixed.' }].map((record) =>
    JSON.stringify(record),
  );
  const planted = plantRule(records, [human(2, asked)], 9)!;
  expect(planted.rule).toBe(rules[1]);
  expect(planted.records.map((record) => JSON.parse(record))).toEqual([
    { cwd: '/w' },
    { item: `${asked}\n${rules[1]}` },
    { event: `${asked}\n${rules[1]}` },
    { text: 'Fixed.' },
  ]);
});

it('plants nothing where no early message is long enough or stands in the records', () => {
  expect(plantRule(['{"text":"go"}'], [human(0, 'go')], 0)).toBeUndefined();
  expect(plantRule(['{"text":"other"}'], [human(0, asked)], 0)).toBeUndefined();
});

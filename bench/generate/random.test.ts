import { expect, it } from 'vitest';
import { Random } from './random.ts';

it('gives the same for the same seed, and something else for another', () => {
  const draw = (seed: string): unknown[] => {
    const random = new Random(seed);
    return [
      random.fraction(),
      random.integer(1, 6),
      random.hex(9),
      random.token(13),
      random.uuid(),
      random.pick([1, 2, 3]),
    ];
  };
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
  expect(draw('fleet 1')[0]).not.toBeCloseTo(draw('fleet 2')[0] as number, 6);
});

it('keeps to its ranges', () => {
  const random = new Random('ranges');
  const integers = Array.from({ length: 3_000 }, () => random.integer(1, 6));
  expect(new Set(integers)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  const fractions = Array.from({ length: 3_000 }, () => random.fraction());
  expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...fractions)).toBeLessThan(1);
  expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('puts half of its skewed values below the median, with a long tail', () => {
  const random = new Random('skewed');
  const values = Array.from({ length: 4_000 }, () => random.skewed(100, 1)).sort((one, other) => one - other);
  expect(values[2_000]).toBeGreaterThan(90);
  expect(values[2_000]).toBeLessThan(110);
  expect(values.at(-40)).toBeGreaterThan(700);
});

import { expect, test } from 'vitest';
import { latencyOf, quantile } from './latency.ts';

test('quantiles by the nearest rank', () => {
  const values = [5, 1, 4, 2, 3];
  expect(quantile(values, 0.5)).toBe(3);
  expect(quantile(values, 0.95)).toBe(5);
  expect(quantile([7], 0.5)).toBe(7);
});

test('every call once, at most so many side by side', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  const latency = await latencyOf(20, 4, async (index) => {
    seen.push(index);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  });
  expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(4);
  expect(latency.medianMs).toBeGreaterThan(0);
});

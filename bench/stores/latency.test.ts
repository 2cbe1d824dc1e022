import { expect, test } from 'vitest';
import { latencyOf, quantile, timesOf } from './latency.ts';

test('quantiles by the nearest rank', () => {
  const values = [5, 1, 4, 2, 3];
  expect(quantile(values, 0)).toBe(1);
  expect(quantile(values, 0.5)).toBe(3);
  expect(quantile(values, 0.95)).toBe(5);
  expect(quantile([7], 0.5)).toBe(7);
});

test('every call once, at most so many side by side', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  const latency = await latencyOf({ calls: 20, together: 4 }, async (index) => {
    seen.push(index);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  });
  expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(most).toBe(4);
  expect(latency.calls).toBe(20);
  expect(latency.medianMs).toBeGreaterThan(0);
});

test('when the time is over, the calls that are wanted at least', async () => {
  const times = await timesOf({ calls: 50, together: 1, withinMs: 0, atLeast: 3 }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
  expect(times).toHaveLength(3);
});

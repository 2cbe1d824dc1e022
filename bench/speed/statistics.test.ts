import { expect, it } from 'vitest';
import { spreadOf } from './statistics.ts';

it('takes the middle value, whatever the order', () => {
  expect(spreadOf([30, 10, 200])).toEqual({ median: 30, least: 10, most: 200 });
  expect(spreadOf([7])).toEqual({ median: 7, least: 7, most: 7 });
});

it('takes the mean of the two middle values of an even number', () => {
  expect(spreadOf([4, 1, 100, 2]).median).toBe(3);
});

it('sorts as numbers, and leaves its input alone', () => {
  const values = [100, 9, 20];
  expect(spreadOf(values).median).toBe(20);
  expect(values).toEqual([100, 9, 20]);
});

it('refuses no values', () => {
  expect(() => spreadOf([])).toThrow(RangeError);
});

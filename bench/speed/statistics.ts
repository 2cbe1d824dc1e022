export interface Spread {
  median: number;
  least: number;
  most: number;
}

/** Of at least one value. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('No values.');
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  const median = sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
}

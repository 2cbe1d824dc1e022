export interface Latency {
  medianMs: number;
  p95Ms: number;
  /** Calls per second of all that ran side by side. */
  perSecond: number;
}

/** Runs `call` so many times, `together` of them side by side, and takes the time of each. */
export async function latencyOf(
  calls: number,
  together: number,
  call: (index: number) => Promise<unknown>,
): Promise<Latency> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < calls) {
      const index = next++;
      const start = performance.now();
      await call(index);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  const seconds = (performance.now() - began) / 1000;
  return { medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95), perSecond: calls / seconds };
}

/** By the nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('No values.');
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1]!;
}

export interface Latency {
  calls: number;
  leastMs: number;
  medianMs: number;
  p95Ms: number;
  /** Calls per second of all that ran side by side. */
  perSecond: number;
}

export interface Amount {
  calls: number;
  /** So many side by side. */
  together: number;
  /** No call begins later than this, but the first `atLeast` ones. Default: no limit. */
  withinMs?: number;
  atLeast?: number;
}

/** Runs `call` again and again, and takes the time of each. */
export async function latencyOf(amount: Amount, call: (index: number) => Promise<unknown>): Promise<Latency> {
  const began = performance.now();
  const times = await timesOf(amount, call);
  return summary(times, performance.now() - began);
}

/** Milliseconds of each call. */
export async function timesOf(
  { calls, together, withinMs = Number.POSITIVE_INFINITY, atLeast = 3 }: Amount,
  call: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < calls && (next < atLeast || performance.now() - began < withinMs)) {
      const index = next++;
      const start = performance.now();
      await call(index);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return times;
}

export function summary(times: readonly number[], wallMs: number): Latency {
  return {
    calls: times.length,
    leastMs: quantile(times, 0),
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    perSecond: (times.length / wallMs) * 1000,
  };
}

/** By the nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('No values.');
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

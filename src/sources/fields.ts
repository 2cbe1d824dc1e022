/** Tolerant access to foreign records: a value of the wrong type is an absent value, never an exception. */

export function record(value: unknown): { [key: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { [key: string]: unknown })
    : undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function finiteNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** JSON text of a foreign value; empty for one that nests so deeply that it can be parsed but not written. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Years 2000 to 2100: anything else in a store is a broken clock or a broken record. */
const EARLIEST_MS = 946_684_800_000;
const LATEST_MS = 4_102_444_800_000;

/** Epoch milliseconds from an ISO text, epoch seconds or epoch milliseconds; `undefined` when it is none or implausible. */
export function epochMs(value: unknown): number | undefined {
  let milliseconds: number | undefined;
  if (typeof value === 'string') {
    // Python writes microseconds, and no zone where it means UTC.
    const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
    milliseconds = Date.parse(zoned);
  } else if (typeof value === 'number') milliseconds = value < 1e11 ? value * 1000 : value;
  if (milliseconds === undefined || !(milliseconds >= EARLIEST_MS && milliseconds <= LATEST_MS))
    return undefined;
  return Math.floor(milliseconds);
}

/** A smaller file is read in less time than setting up for it takes. */
const SMALL_BYTES = 1_000_000;

/**
 * Sets this process up for one pass over many records.
 *
 * Called late, and not for a small session: with other flags than those that Node was built with, V8 refuses the compiled
 * form of Node's own modules that Node carries, and compiles anew each that is loaded from here on.
 *
 * @param entry the one session that is read; `sizeBytes` 0 is that of a database, whatever it holds
 */
export function expectLongReading(entry?: { sizeBytes: number }): void {
  if (entry !== undefined && entry.sizeBytes > 0 && entry.sizeBytes < SMALL_BYTES) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // A session is read once, in less than a second: optimising every function that is called a few thousand times costs
  // more (a third of the processor time at 50 MB) than it gains. Functions that stay hot are still optimised, later.
  setFlagsFromString('--interrupt-budget=1000000');
  // Records are garbage as soon as they are folded: collect them before the heap grows (1 GB session: 133 MB, not 159).
  setFlagsFromString('--heap-growing-percent=20');
}

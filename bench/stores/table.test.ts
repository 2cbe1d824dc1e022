import { expect, test } from 'vitest';
import type { Measured } from './operations.ts';
import { formatRuns, type StoreRun } from './table.ts';

const measured = (operation: string, medianMs: number): Measured => ({
  operation,
  calls: 200,
  leastMs: medianMs / 2,
  medianMs,
  p95Ms: medianMs * 3,
  perSecond: 1000 / medianMs,
});
const run = (store: string, sessions: number, medianMs: number): StoreRun => ({
  store,
  sessions,
  messagesEach: 20,
  fillSeconds: 1,
  load: [1, 2.25],
  measured: [
    measured('append a message', medianMs),
    measured('append, 32 writers, one session', 8 * medianMs),
  ],
});

test('a table for each store, a column for each size, and how much the last one costs more', () => {
  const text = formatRuns([
    run('SQLite', 1_000, 0.25),
    run('PostgreSQL', 1_000, 4),
    run('SQLite', 1_000_000, 12),
  ]);
  expect(text).toBe(
    `
| SQLite: sessions                |       1,000 | 1,000,000 | grows |
| ------------------------------- | ----------: | --------: | ----: |
| messages of each                |          20 |        20 |       |
| append a message                | 0.25 / 0.75 |   12 / 36 |   ×48 |
| append, 32 writers, one session |   2.0 / 6.0 |  96 / 288 |   ×48 |
| … per second, all together      |         500 |        10 |       |
| load average                    |   1.0 - 2.3 | 1.0 - 2.3 |       |

| PostgreSQL: sessions            |     1,000 |
| ------------------------------- | --------: |
| messages of each                |        20 |
| append a message                |  4.0 / 12 |
| append, 32 writers, one session |   32 / 96 |
| … per second, all together      |        31 |
| load average                    | 1.0 - 2.3 |
`.trim(),
  );
});

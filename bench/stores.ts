import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { jsonFilesSubject } from './stores/json-files.ts';
import { type Counts, projectsFor } from './stores/made-session.ts';
import { measureStore } from './stores/operations.ts';
import { postgresSubject } from './stores/postgres.ts';
import { sqliteSubject } from './stores/sqlite.ts';
import type { BenchSubject } from './stores/subject.ts';
import { formatRuns, type StoreRun, shown } from './stores/table.ts';

const USAGE = `Measures the session stores, each filled anew: median / 95th percentile in milliseconds.
usage: npm run bench:stores -- [STORE ...] [SIZE ...] [options]
  STORE          json, sqlite, postgres (default: all)
  SIZE           sessions: 1000, 10k, 1M, … (default 1k 10k)
  --messages N   messages of each session (default 20)
  --calls N      calls of each operation (default 200; four times as many with 32 writers)
  --seconds N    no call of an operation begins later (default 20; three calls are made at least)
  --json FILE    all figures, also the least of each
  --plans        room on the disk and query plans after each run
  --million      the same as: postgres 1M --messages 5 --plans`;

const SUBJECTS: Record<string, () => Promise<BenchSubject | undefined>> = {
  json: jsonFilesSubject,
  sqlite: sqliteSubject,
  postgres: postgresSubject,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string' },
    calls: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    json: { type: 'string' },
    plans: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const sizeOf = (text: string): number =>
  Number(text.replace(/[kM]$/, '')) * (text.endsWith('k') ? 1e3 : text.endsWith('M') ? 1e6 : 1);
const given = values.million ? ['postgres', '1M', ...positionals] : positionals;
const names = given.filter((name) => Object.hasOwn(SUBJECTS, name));
const sizes = given.filter((name) => !names.includes(name)).map(sizeOf);
const messagesEach = Number(values.messages ?? (values.million ? 5 : 20));
const amount = { calls: Number(values.calls), withinMs: Number(values.seconds) * 1000 };
const numbers = [...sizes, messagesEach, amount.calls, amount.withinMs];
if (values.help || numbers.some((number) => !Number.isInteger(number) || number < 1)) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
const runs: StoreRun[] = [];
for (const name of names.length > 0 ? names : Object.keys(SUBJECTS))
  for (const sessions of sizes.length > 0 ? sizes : [1_000, 10_000])
    await run(name, { sessions, messagesEach, projects: projectsFor(sessions) });
console.log(`\nMedian / 95th percentile in ms.\n\n${formatRuns(runs)}`);

async function run(name: string, counts: Counts): Promise<void> {
  const subject = await SUBJECTS[name]?.();
  if (subject === undefined) return;
  const { sessions } = counts;
  try {
    const began = performance.now();
    await subject.fill(counts);
    const fillSeconds = Math.round((performance.now() - began) / 1000);
    console.error(`\n${subject.name}, ${sessions} sessions, filled in ${fillSeconds} s`);
    const load: StoreRun['load'] = [loadavg()[0]!, 0];
    const measured: StoreRun['measured'] = [];
    runs.push({ store: subject.name, sessions, messagesEach, fillSeconds, load, measured });
    for await (const one of measureStore(subject, counts, amount)) {
      measured.push(one);
      const { operation, calls, leastMs, medianMs, p95Ms } = one;
      const times = [leastMs, medianMs, p95Ms].map(shown).join(' / ');
      console.error(`  ${operation}: ${times} (least / median / p95 of ${calls})`);
      load[1] = loadavg()[0]!;
      if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(runs, null, 2)}\n`);
    }
    if (values.plans || values.million) console.log(`\n${(await subject.remarks()).join('\n')}`);
  } finally {
    await subject.remove();
  }
}

import { parseArgs } from 'node:util';
import { measureStore } from './stores/operations.ts';
import { postgresSubject } from './stores/postgres.ts';
import type { BenchSubject } from './stores/subject.ts';

const USAGE = `Measures the session stores, each filled anew: median and 95th percentile in milliseconds.
usage: npm run bench:stores -- [STORE ...] [SIZE ...] [options]
  STORE          postgres (default: all)
  SIZE           sessions: 1000, 10k, 1M, … (default 1k 10k)
  --messages N   messages of each session (default 20)
  --calls N      calls of each operation (default 200)
  --plans        room on the disk and query plans after each run
  --million      the same as: postgres 1M --messages 5 --plans`;

const SUBJECTS: Record<string, () => Promise<BenchSubject | undefined>> = { postgres: postgresSubject };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string' },
    calls: { type: 'string', default: '200' },
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
const messages = Number(values.messages ?? (values.million ? 5 : 20));
if (values.help || sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
for (const name of names.length > 0 ? names : Object.keys(SUBJECTS))
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000]) await run(name, size);

async function run(name: string, size: number): Promise<void> {
  const subject = await SUBJECTS[name]?.();
  if (subject === undefined) return;
  try {
    const began = performance.now();
    await subject.fill(size, messages);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`\n${subject.name}, ${size} sessions, ${messages} messages each (filled in ${seconds} s)\n`);
    console.log('| operation | median ms | p95 ms | per second |\n| --- | --: | --: | --: |');
    for await (const { operation, medianMs, p95Ms, perSecond } of measureStore(
      subject,
      size,
      Number(values.calls),
    ))
      console.log(
        `| ${operation} | ${medianMs.toFixed(2)} | ${p95Ms.toFixed(2)} | ${perSecond.toFixed(0)} |`,
      );
    if (values.plans || values.million) console.log(`\n${(await subject.remarks()).join('\n')}`);
  } finally {
    await subject.remove();
  }
}

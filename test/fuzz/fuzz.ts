import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sources } from '../../src/sources/registry.ts';
import { type CaseId, casesOfLap, parseCaseId } from './cases.ts';
import { type CaseReport, type Order, runOrder } from './child.ts';
import { fastFolder } from './fast-folder.ts';
import { type RunOptions, runCases } from './run.ts';
import { faultList, resultTable } from './table.ts';

const USAGE = `Mutates sessions of every agent and reads them: nothing may throw, hang, grow, or be lost in silence.
usage: npm run fuzz -- [options]
  --records N     mutated records per source (default 100000)
  --seed S        another seed gives other cases (default 1)
  --source NAME   only this source
  --case K:N      only this case, as a fault is told; keeps its folder and names it
  --jobs N        processes at a time (default: one for each processor)
It fails when a fault was found.`;

const program = fileURLToPath(import.meta.url);
if (process.argv[2] === '--child') {
  await runOrder(JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8')) as Order);
  // Readers keep databases open for a while, for a listing that goes on: not here.
  process.exit(0);
}

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    source: { type: 'string' },
    case: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    help: { type: 'boolean', default: false },
  },
});
const fixtures = resolve(dirname(program), '../test/fixtures/sources');
const names = sources.map(({ name }) => name).filter((name) => (values.source ?? name) === name);
const only = values.case === undefined ? undefined : parseCaseId(values.case);
const most = Number(values.records);
const jobs = Number(values.jobs);
const isUsable = most > 0 && jobs >= 1 && names.length > 0 && (values.case === undefined || only);
if (values.help || !isUsable || !existsSync(fixtures)) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}

const folder = fastFolder('praisonai-fuzz-');
/** Between two looks at how many records it were. */
const LAPS = 4;
const options: RunOptions = {
  ...{ program, fixtures, folder, watchdogMs: 60_000 },
  keep: only !== undefined,
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  });

const results = new Map<string, CaseReport[]>();
const queue = [...names];
await Promise.all(Array.from({ length: jobs }, work));
console.log(resultTable(results));
const faults = faultList(results);
if (faults !== '') console.log(`\n${faults}`);
if (only) console.log(`\nLook at ${folder}`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = faults === '' ? 0 : 1;

async function work(): Promise<void> {
  for (let source = queue.shift(); source !== undefined; source = queue.shift())
    results.set(source, await fuzzSource(source));
}

/** Laps until enough records were mutated. */
async function fuzzSource(source: string): Promise<CaseReport[]> {
  if (only) return runCases([{ source, seed: values.seed, ...only }], options);
  const reports: CaseReport[] = [];
  for (let lap = 0, records = 0; records < most; lap += LAPS) {
    const cases: CaseId[] = Array.from({ length: LAPS }, (_, index) =>
      casesOfLap(source, values.seed, lap + index),
    ).flat();
    const found = await runCases(cases, options);
    records += found.reduce((sum, report) => sum + report.records, 0);
    reports.push(...found);
    console.error(`${source}: ${records} records`);
  }
  return reports;
}

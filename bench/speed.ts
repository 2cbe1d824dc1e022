import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, platform, release, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { casePlans } from './speed/cases.ts';
import { type CaseResult, measureCase } from './speed/measure.ts';
import { KeptStoreError, prepareStore } from './speed/prepare.ts';
import { formatTable } from './speed/table.ts';

const USAGE = `Starts the command line as a user does and measures whole processes: time, peak memory, floors of the same minute.
usage: npm run bench -- [options]
  --cli FILE     built command line (default dist/cli.js)
  --rounds N     timed rounds of command, floor, command, floor, ... (default 7)
  --only TEXT    only the cases whose title contains TEXT, and only the stores that they need
  --large        also a handoff of a session of 1 GB, of Claude Code and of Codex
  --shrink N     divide sizes and counts of the stores by N, to try the bench out
  --keep DIR     make the stores below DIR, keep them, and take those that are there already
  --json FILE    every run of every case
It fails when a command fails, never because one is slow.`;

const { values } = parseArgs({
  options: {
    cli: { type: 'string', default: 'dist/cli.js' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    large: { type: 'boolean', default: false },
    shrink: { type: 'string', default: '1' },
    keep: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const shrink = Number(values.shrink);
if (values.help || !(Number.isInteger(rounds) && rounds > 0) || !(shrink >= 1)) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
if (!existsSync(values.cli)) {
  console.error(`${values.cli} is not built: npm run build, or give --cli.`);
  process.exit(2);
}

/** Holds what this run writes for itself, and the stores unless they are to be kept. */
const scratch = mkdtempSync(join(tmpdir(), 'praisonai-bench-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    removeScratch();
    process.exit(1);
  });
try {
  report(await measureAll());
} catch (error) {
  if (!(error instanceof KeptStoreError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
} finally {
  removeScratch();
}

function removeScratch(): void {
  rmSync(scratch, { recursive: true, force: true });
}

async function measureAll(): Promise<CaseResult[]> {
  const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const programs = { cli: resolve(values.cli), floorLines: beside('./floor-lines.js') };
  const probe = {
    module: pathToFileURL(beside('./peak-memory.js')).href,
    file: join(scratch, 'peak'),
  };
  const root = values.keep === undefined ? scratch : resolve(values.keep);
  const plans = casePlans.filter((plan) => plan.title.includes(values.only) && (values.large || !plan.large));
  const results: CaseResult[] = [];
  for (const plan of plans) {
    console.error(`${plan.title} ...`);
    const store = prepareStore(root, plan.store, { shrink });
    // What was just written must not be on its way to the disk while processes are timed. Absent on Windows.
    spawnSync('sync', { stdio: 'ignore' });
    const name = [plan.title, ...(plan.measure ? [plan.measure(store)] : [])].join(', ');
    const result = await measureCase({ name, ...plan.make(store, programs) }, rounds, probe);
    result.notes.push(...store.notes);
    results.push(result);
  }
  return results;
}

function report(results: CaseResult[]): void {
  const machine = {
    node: process.version,
    system: `${platform()} ${release()}`,
    processors: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  };
  console.log(
    `Node ${machine.node}, ${machine.system}, ${machine.processors}; ${rounds} rounds, files in the cache\n`,
  );
  console.log(formatTable(results));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine, rounds, shrink, cases: results }, null, 1)}\n`);
  // What a floor cannot do is a fault of the bench, and counts as well.
  if (results.some((result) => [result.command, ...result.floors].some((one) => one.failure !== undefined)))
    process.exitCode = 1;
}

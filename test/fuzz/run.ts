import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseId } from './cases.ts';
import type { CaseReport, Order } from './child.ts';

export interface RunOptions {
  /** The built fuzzer, which is also the program of the child processes. */
  program: string;
  fixtures: string;
  /** Holds all that the run writes. */
  folder: string;
  /** A child that finishes no case for so long hangs: it is killed, and the case is a fault. */
  watchdogMs: number;
  keep?: boolean;
}

/** Peak resident memory that one process may reach, and the processor time that one case may take. */
const MOST_BYTES = 900_000_000;
const MOST_MILLISECONDS = 30_000;
/** One child does not do more: what it holds open is bounded (readers close databases after seconds). */
const CASES_PER_CHILD = 250;

/** Whatever a store holds, this must do: a reader that needs more dies. */
const HEAP = '--max-old-space-size=400';

let children = 0;

/** Runs cases in child processes, one after the other; one that hangs or dies costs a case, not the run. */
export async function runCases(cases: readonly CaseId[], options: RunOptions): Promise<CaseReport[]> {
  const reports: CaseReport[] = [];
  for (let next = 0; next < cases.length; ) {
    const order = cases.slice(next, next + CASES_PER_CHILD);
    const { finished, end } = await runChild(order, options);
    reports.push(...finished.map(withLimits));
    next += finished.length;
    const open = order[finished.length];
    if (end === undefined || open === undefined) continue;
    next += 1;
    const fault = { check: 'process', message: end };
    reports.push({ ...open, records: 0, milliseconds: 0, peakBytes: 0, faults: [fault] });
  }
  return reports;
}

function withLimits(report: CaseReport, index: number, reports: readonly CaseReport[]): CaseReport {
  const faults = [...report.faults];
  const before = reports[index - 1]?.peakBytes ?? 0;
  if (report.peakBytes > MOST_BYTES && before <= MOST_BYTES)
    faults.push({ check: 'memory', message: `peak of ${Math.round(report.peakBytes / 1e6)} MB` });
  if (report.milliseconds > MOST_MILLISECONDS)
    faults.push({ check: 'slow', message: `${Math.round(report.milliseconds)} ms of processor time` });
  return { ...report, faults };
}

/** `end` tells why the child did not finish its order. */
async function runChild(
  cases: readonly CaseId[],
  options: RunOptions,
): Promise<{ finished: CaseReport[]; end?: string }> {
  children += 1;
  const folder = join(options.folder, `child-${children}`);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const order: Order = {
    ...{ cases: [...cases], fixtures: options.fixtures },
    ...{ folder: join(folder, 'cases'), results: join(folder, 'results.jsonl') },
    keep: options.keep === true,
  };
  writeFileSync(join(folder, 'order.json'), JSON.stringify(order));
  writeFileSync(order.results, '');
  const child = spawn(process.execPath, [HEAP, options.program, '--child', join(folder, 'order.json')], {
    env: { PATH: process.env['PATH'], TMPDIR: temporary, HOME: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = await ended(child, order.results, options.watchdogMs);
  const finished = readFileSync(order.results, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as CaseReport);
  const left = readdirSync(temporary);
  if (end === undefined && left.length > 0) finished.at(-1)?.faults.push(leftBehind(left));
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
  return end === undefined ? { finished } : { finished, end };
}

const leftBehind = (names: readonly string[]) => ({
  check: 'left-behind',
  message: `${names.length} entries in the folder of temporary files, such as ${names[0]?.replace(/[A-Za-z0-9]{6}$/, '…')}`,
});

function ended(child: ChildProcess, results: string, watchdogMs: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let size = -1;
    let movedAt = performance.now();
    let hung = false;
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors = (errors + String(chunk)).slice(-4000);
    });
    const watch = setInterval(() => {
      const now = existsSync(results) ? statSync(results).size : 0;
      if (now !== size) {
        size = now;
        movedAt = performance.now();
      } else if (performance.now() - movedAt > watchdogMs) {
        hung = true;
        child.kill('SIGKILL');
      }
    }, 200);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(watch);
      if (hung) resolve(`hangs for more than ${watchdogMs} ms`);
      else if (code === 0) resolve(undefined);
      else resolve(`ends with ${signal ?? code}: ${reasonIn(errors)}`);
    });
  });
}

/** The line of an uncaught error, or of a heap that is full. */
function reasonIn(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^(?:FATAL|[A-Za-z]*Error)/.test(line)) ?? lines.at(-1) ?? '').slice(0, 200);
}

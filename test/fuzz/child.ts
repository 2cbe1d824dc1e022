import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSource } from '../../src/sources/registry.ts';
import { type CaseId, runCase } from './cases.ts';
import type { Fault } from './check-session.ts';
import { seedHomes } from './seeds.ts';

/** What a child process is asked to do. */
export interface Order {
  source: string;
  seed: string;
  cases: CaseId[];
  /** The folder `test/fixtures/sources`. */
  fixtures: string;
  /** An empty folder of this child. */
  folder: string;
  /** One line is added to this file for each finished case: the parent's watchdog looks at its size. */
  results: string;
  keep?: boolean;
}

export interface CaseReport extends CaseId {
  records: number;
  /** Processor time, in milliseconds. */
  milliseconds: number;
  /** Peak resident memory of the process so far. */
  peakBytes: number;
  faults: Fault[];
}

export async function runOrder(order: Order): Promise<void> {
  const source = findSource(order.source);
  if (!source) throw new Error(`Unknown source: ${order.source}`);
  const seeds = seedHomes(order.fixtures, order.source);
  for (const id of order.cases) {
    const started = process.cpuUsage();
    const folder = join(order.folder, `${id.kind}-${id.number}`);
    const keep = order.keep === true;
    const { faults, records } = await runCase(id, order.seed, { source, seeds, folder, keep });
    const { user, system } = process.cpuUsage(started);
    const report: CaseReport = {
      ...id,
      records,
      milliseconds: (user + system) / 1000,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      faults,
    };
    appendFileSync(order.results, `${JSON.stringify(report)}\n`);
  }
}

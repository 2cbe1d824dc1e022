import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSource } from '../../src/sources/registry.ts';
import { type CaseId, runCase } from './cases.ts';
import type { Fault } from './check-session.ts';
import { type SeedHome, seedHomes } from './seeds.ts';

/** What a child process is asked to do. */
export interface Order {
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
  const homes = new Map<string, SeedHome[]>();
  for (const id of order.cases) {
    const source = findSource(id.source);
    if (!source) throw new Error(`Unknown source: ${id.source}`);
    const seeds = homes.get(id.source) ?? seedHomes(order.fixtures, id.source);
    homes.set(id.source, seeds);

    const started = process.cpuUsage();
    const folder = join(order.folder, `${id.source}-${id.kind}-${id.number}`);
    const keep = order.keep === true;
    const { faults, records } = await runCase(id, { source, seeds, folder, keep });
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

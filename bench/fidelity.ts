import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findSource } from '../src/sources/registry.ts';
import { agentNames, isAgentName } from './fidelity/agents.ts';
import type { HandoffCommand } from './fidelity/handoff-command.ts';
import {
  COMMAND,
  type CutCase,
  type CutRow,
  casesOf,
  type MeasureOptions,
  measureCut,
  swap,
} from './fidelity/measure.ts';
import { findSessions } from './fidelity/session-file.ts';
import {
  formatFaults,
  formatMisses,
  formatMissPattern,
  formatPlants,
  formatTable,
  summarise,
} from './fidelity/table.ts';

const USAGE = `Cuts real sessions, makes a handoff of each first part, and measures what it names of what the rest needs.
usage: npm run bench:fidelity -- DIR [options]
  DIR              directory with the agents' stores (.claude, .codex, ..., *.export.json)
  --agent NAME     ${agentNames.join(', ')}
  --cuts N         human turns to cut at, per session (default 4)
  --command CMD    shell command instead of dist/cli.js; HOME, ID, CWD and SOURCE are in its environment
  --cli FILE       built command line (default dist/cli.js)
  --baselines      no handoff, only the baselines
  --plant          plant a rule in an early human turn of each first part and look for it
  --misses         what was needed and not named, and what was named and not needed
  --events         judge Claude Code and Codex through the product's readers too
  --strict         drop the next request from the end of the first part (Codex records it before the cut)
  --json FILE      every figure of every cut
  --keep DIR       every handoff as a text file
  --jobs N         handoffs made at the same time (default 2)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    agent: { type: 'string' },
    cuts: { type: 'string', default: '4' },
    command: { type: 'string' },
    cli: { type: 'string', default: 'dist/cli.js' },
    baselines: { type: 'boolean', default: false },
    plant: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    json: { type: 'string' },
    keep: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});

const directory = positionals[0];
if (directory === undefined || (values.agent !== undefined && !isAgentName(values.agent))) {
  console.error(USAGE);
  process.exit(2);
}
if (values.command === undefined && !values.baselines && !existsSync(values.cli)) {
  console.error(`${values.cli} is not built: npm run build, or give --command or --baselines.`);
  process.exit(2);
}
await main(directory);

async function main(directory: string): Promise<void> {
  const options: MeasureOptions = {
    cuts: Number(values.cuts),
    command: handoffCommand(),
    plant: values.plant,
    throughEvents: values.events,
    strict: values.strict,
    findSource,
  };
  const agent = values.agent !== undefined && isAgentName(values.agent) ? values.agent : undefined;
  const cases: CutCase[] = [];
  const notes: string[] = [];
  for (const session of findSessions(directory, agent)) {
    const { cases: own, note } = await casesOf(session, options);
    cases.push(...own);
    if (note !== undefined) notes.push(`${session.agent} ${session.name}: ${note}`);
  }
  const rows = await inParallel(cases, Number(values.jobs), (cut, index) => measureCut(cut, index, options));
  swap(rows, cases);
  report(rows, notes);
}

function handoffCommand(): HandoffCommand | undefined {
  if (values.baselines) return undefined;
  return values.command === undefined ? { cli: resolve(values.cli) } : { shell: values.command };
}

function report(rows: CutRow[], notes: string[]): void {
  const summary = summarise(rows);
  console.log(formatTable(summary));
  const sections: [string, string][] = [
    ['Planted rules that came back word for word', values.plant ? formatPlants(rows) : ''],
    ['Needed and not named (-), named and not needed (+)', values.misses ? formatMisses(rows) : ''],
    ['Pattern of the misses', values.misses ? formatMissPattern(rows) : ''],
    ['Faults', formatFaults(rows)],
    ['Not measured', notes.join('\n')],
  ];
  for (const [title, text] of sections) if (text !== '') console.log(`\n${title}\n${text}`);
  if (values.json !== undefined) {
    const cuts = rows.map(({ texts: _texts, ...figures }) => figures);
    writeFileSync(values.json, `${JSON.stringify({ summary, cuts }, null, 1)}\n`);
  }
  if (values.keep !== undefined) {
    mkdirSync(values.keep, { recursive: true });
    for (const row of rows) {
      const text = row.texts[COMMAND];
      if (text !== undefined)
        writeFileSync(join(values.keep, `${row.agent}.${row.session}.${row.cut}.txt`), text);
    }
  }
}

/** Results in the order of the items, at most `jobs` at a time. */
async function inParallel<T, R>(
  items: readonly T[],
  jobs: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  return results;
}

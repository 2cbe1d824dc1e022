import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sources } from '../../src/sources/registry.ts';
import { type CaseId, type Kind, parseCaseId } from './cases.ts';
import type { CaseReport } from './child.ts';
import { fastFolder } from './fast-folder.ts';
import { REGRESSIONS } from './regressions.ts';
import { runCases } from './run.ts';
import { faultList } from './table.ts';

/**
 * The same few cases at every run, in child processes that a watchdog kills: `npm run fuzz` runs as many as one likes. And the
 * cases that found a fault once.
 */

const ROOT = resolve(import.meta.dirname, '../..');

const FEW: Readonly<Partial<Record<Kind, number>>> = { records: 14, repair: 8, bytes: 6, tree: 4, live: 4 };
/** One huge record each, of these: the costliest kind. */
const LARGE = ['claude-code', 'codex', 'gemini-cli'];

const folder = fastFolder('praisonai-fuzz-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  const tsdown = join(ROOT, 'node_modules/.bin/tsdown');
  execFileSync(tsdown, ['--config', 'test/fuzz/tsdown.config.ts', '--logLevel', 'error'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
}, 60_000);

const run = (cases: readonly CaseId[]): Promise<CaseReport[]> =>
  runCases(cases, {
    program: join(ROOT, 'dist-fuzz/fuzz.js'),
    fixtures: join(ROOT, 'test/fixtures/sources'),
    folder,
    watchdogMs: 20_000,
  });

function few(): CaseId[] {
  return sources.flatMap(({ name }) => {
    const counts = { ...FEW, ...(name === 'praisonai' ? { store: 25 } : {}) };
    const cases = Object.entries(counts).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, number) => ({ kind: kind as Kind, number })),
    );
    if (LARGE.includes(name)) cases.push({ kind: 'large', number: 1 });
    return cases.map((id) => ({ source: name, seed: 'test', ...id }));
  });
}

async function expectNoFault(cases: readonly CaseId[]): Promise<void> {
  // Two processors: each half keeps the stores of a source together.
  const half = Math.ceil(cases.length / 2);
  const reports = (await Promise.all([run(cases.slice(0, half)), run(cases.slice(half))])).flat();
  expect(reports.length).toBe(cases.length);
  const bySource = new Map<string, CaseReport[]>();
  for (const report of reports) bySource.set(report.source, [...(bySource.get(report.source) ?? []), report]);
  expect(faultList(bySource)).toBe('');
}

it('reads mutated stores without a throw, a hang, or a silent loss', () => expectNoFault(few()), 120_000);

it('has every fault behind it that it found', async () => {
  const cases = REGRESSIONS.map(([source, seed, id]) => {
    const parsed = parseCaseId(id);
    if (!parsed) throw new Error(`No case: ${id}`);
    return { source, seed, ...parsed };
  });
  await expectNoFault(cases);
}, 120_000);

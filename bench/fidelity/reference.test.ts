import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { casesOf, measureCut } from './measure.ts';
import type { Score } from './score.ts';
import { findSessions } from './session-file.ts';

/** The measure's reference and the sessions it was made for; they are not part of the project. */
const SHARED = resolve(import.meta.dirname, '../../../shared');
const TOOL = join(SHARED, 'tools/cas.mjs');
const absent = !existsSync(TOOL);

const output = mkdtempSync(join(tmpdir(), 'praisonai-reference-'));
afterAll(() => rmSync(output, { recursive: true, force: true }));

const names: Record<string, keyof Score> = {
  recall: 'recall',
  ap: 'averagePrecision',
  precision: 'precision',
  f1: 'f1',
  edit: 'edit',
  cmd: 'command',
  ask: 'request',
  gold: 'gold',
  len: 'length',
};

type ReferenceRow = { file: string; cut: number } & { [method: string]: Record<string, number | null> };

for (const [agent, folder] of [
  ['claude-code', '.claude'],
  ['codex', '.codex'],
] as const) {
  it.skipIf(absent)(`gives the reference's figures for ${agent} (needs the reference corpus)`, async () => {
    const directory = join(SHARED, 'corpus/real', folder);
    const file = join(output, `${agent}.json`);
    spawnSync(process.execPath, [TOOL, '--agent', agent, '--dir', directory, '--out', file]);
    const expected = JSON.parse(readFileSync(file, 'utf8')) as ReferenceRow[];
    const options = {
      cuts: 4,
      command: undefined,
      plant: false,
      throughEvents: false,
      strict: false,
      findSource: () => undefined,
    };
    const rows = [];
    for (const session of findSessions(directory, agent)) {
      const { cases } = await casesOf(session, options);
      for (const cut of cases) rows.push(await measureCut(cut, 0, options));
    }
    expect(rows).toHaveLength(expected.length);
    for (const row of rows) {
      const reference = expected.find((one) => one.file === row.session && one.cut === row.cut)!;
      for (const [method, score] of Object.entries(row.scores)) {
        for (const [theirs, ours] of Object.entries(names)) {
          const value = reference[method]![theirs];
          if (typeof value === 'number') expect(score[ours], `${method} ${theirs}`).toBeCloseTo(value, 9);
          else expect(score[ours]).toBe(value);
        }
      }
    }
  });
}

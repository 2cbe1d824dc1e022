import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DoctorReport } from '../../src/doctor/report.ts';
import { runCli, treeHash } from './run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-doctor-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const report = (variables: Record<string, string> = {}) =>
  JSON.parse(runCli(['doctor', '--json'], { home, variables }).stdout) as DoctorReport;
const problems = (variables?: Record<string, string>) =>
  report(variables).problems.map(({ problem }) => problem);

it('tells stores, versions, agents, clipboard and what can be done, and changes nothing', () => {
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  mkdirSync(join(home, 'bin'));
  for (const name of ['codex', 'xsel']) {
    writeFileSync(join(home, 'bin', name), '#!/bin/sh\n');
    chmodSync(join(home, 'bin', name), 0o755);
  }
  const before = treeHash(home);
  const told = report({ PATH: join(home, 'bin'), DISPLAY: ':0' });
  expect(told.stores.find((store) => store.source === 'claude-code')).toMatchObject({
    label: 'Claude Code',
    sessions: 1,
    versions: ['2.1.332'],
    unreadable: [],
    newest: { unknown: 0, broken: 0 },
  });
  expect(told.agents).toEqual([{ name: 'codex', path: join(home, 'bin/codex') }]);
  expect(told.clipboard).toEqual(['xsel']);
  expect(told.node).toBe(process.versions.node);
  for (const { problem, advice } of told.problems) expect(`${problem}${advice}`).not.toMatch(/\n/);
  const text = runCli(['doctor'], { home, variables: { PATH: join(home, 'bin'), DISPLAY: ':0' } }).stdout;
  expect(text).toMatch(/^claude-code +1 +\S.* 2\.1\.332 /m);
  expect(text).toContain('Clipboard: xsel\n');
  expect(treeHash(home)).toBe(before);
});

it('says what to do about each problem', () => {
  expect(problems({ PATH: '' })).toEqual(
    expect.arrayContaining([
      expect.stringContaining('No clipboard was found'),
      'No session was found in any store.',
    ]),
  );
  mkdirSync(join(home, '.praisonai/sessions'), { recursive: true });
  writeFileSync(join(home, '.praisonai/sessions/broken.json'), '{"session_id": "broken", "mess');
  writeFileSync(join(home, 'config.json'), '{"agents": 1}');
  const found = problems({ PRAISONAI_CONFIG: join(home, 'config.json') });
  expect(found).toContain(
    `PraisonAI: 1 file holds no session that can be read: ${join(home, '.praisonai/sessions/broken.json')}`,
  );
  expect(found).toContain(`The configuration ${join(home, 'config.json')} is not valid.`);
});

it('notices a format that it does not know', () => {
  const store = join(home, '.codex/sessions/2026/01/02');
  mkdirSync(store, { recursive: true });
  const timestamp = '2026-01-02T03:04:05.000Z';
  const id = '019b7c2e-0000-7000-8000-000000000001';
  const lines = [
    { timestamp, type: 'session_meta', payload: { id, cwd: home, cli_version: '9.9.9' } },
    ...Array.from({ length: 5 }, () => ({ timestamp, type: 'new_kind_of_item', payload: {} })),
  ];
  writeFileSync(
    join(store, `rollout-2026-01-02T03-04-05-${id}.jsonl`),
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  );
  expect(problems()).toContainEqual(
    expect.stringMatching(/^Codex: \d+ of \d+ records of the newest session .* are of unknown types\.$/),
  );
});

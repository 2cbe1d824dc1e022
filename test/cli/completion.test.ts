import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completionScripts } from '../../src/cli/completion/scripts.ts';
import { runCli } from './run-cli.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const EXAMPLE = '5d0f3c1e-6f6b-4c1a-9d55-2b7a1f0c9e42';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-complete-'));
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  mkdirSync(join(home, '.praisonai/sessions'), { recursive: true });
  for (const [id, title] of [
    ['roof', 'Mend the\troof\u001b[31m'],
    ['roses', 'Water'],
  ])
    writeFileSync(
      join(home, `.praisonai/sessions/${id}.json`),
      JSON.stringify({
        session_id: id,
        messages: [],
        metadata: { title },
        updated_at: '2020-01-02T03:04:05Z',
      }),
    );
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/praisonai'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(join(home, 'bin/praisonai'), 0o755);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const lines = (...words: string[]) =>
  runCli(['__complete', '--', ...words], { home })
    .stdout.split('\n')
    .filter(Boolean);
const values = (...words: string[]) => lines(...words).map((line) => line.split('\t')[0]);

describe('praisonai __complete', () => {
  it('knows commands, options and their values', () => {
    expect(values('')).toEqual(expect.arrayContaining(['session', 'mcp', 'doctor', 'completion']));
    expect(values('')).not.toContain('__complete');
    expect(values('session', 'ha')).toEqual(['handoff']);
    expect(values('session', 'handoff', '--pri')).toEqual(['--print-command']);
    expect(values('session', 'handoff', '--to', 'cod')).toEqual(['codex']);
    expect(values('session', 'list', '--source=cod')).toEqual(['--source=codex']);
    expect(values('session', 'export', '--format', '')).toEqual(['md', 'json']);
    expect(values('completion', 'z')).toEqual(['zsh']);
  });

  it('knows session ids, with their titles on one harmless line', () => {
    expect(lines('session', 'handoff', 'roo')).toEqual(['roof\tpraisonai, 2020-01-02, Mend the roof']);
    expect(values('session', 'handoff', '--max-chars', '9', 'ro')).toEqual(['roof', 'roses']);
    expect(values('session', 'show', 'praisonai:rose')).toEqual(['praisonai:roses']);
    // Another project's, when none of this one begins so; never to be changed.
    expect(values('session', 'handoff', '5d')).toEqual([EXAMPLE]);
    expect(values('session', 'delete', '5d')).toEqual([]);
    expect(values('session', 'show', '--source', 'claude-code', 'ro')).toEqual([]);
  });

  it('leaves paths to the shell, and says nothing where nothing is known', () => {
    expect(lines('session', 'handoff', '-o', '')).toEqual([':files']);
    expect(lines('session', 'handoff', '--cwd', '')).toEqual([':directories']);
    expect(lines('session', 'import', '')).toEqual([':files']);
    expect(lines('nonsense', '')).toEqual([]);
    expect(lines('session', 'handoff', '--max-chars', '')).toEqual([]);
    expect(lines('session', 'handoff', 'roof', 'r')).toEqual([]);
  });

  it('is silent about a broken configuration', () => {
    writeFileSync(join(home, 'broken.json'), '{');
    const run = runCli(['__complete', '--', 'session', 'handoff', '--to', ''], {
      home,
      variables: { PRAISONAI_CONFIG: join(home, 'broken.json') },
    });
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

/** What bash would offer at the end of a line. */
function bash(line: string): string[] {
  const script = `${completionScripts.bash}\nCOMP_LINE="$1" COMP_POINT=\${#1}\n_praisonai\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync('bash', ['--norc', '-c', script, 'bash', line], {
    cwd: home,
    env: { HOME: home, PATH: `${join(home, 'bin')}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  return run.stdout.split('\n').filter(Boolean);
}

describe.skipIf(spawnSync('bash', ['--version']).status !== 0)('the script for bash (needs bash)', () => {
  it('puts a single candidate on the line, and explains several', () => {
    expect(bash('praisonai session hand')).toEqual(['handoff']);
    expect(bash('praisonai session handoff roo')).toEqual(['roof']);
    expect(bash('praisonai session handoff ro')).toEqual([
      'roof  (praisonai, 2020-01-02, Mend the roof)',
      'roses  (praisonai, 2020-01-02, Water)',
    ]);
  });

  it('gives only what bash does not have yet behind a colon or an equals sign', () => {
    expect(bash('praisonai session show praisonai:rose')).toEqual(['roses']);
    expect(bash('praisonai session list --source=cod')).toEqual(['codex']);
  });

  it('completes paths, and survives having none', () => {
    expect(bash('praisonai session handoff --cwd b')).toEqual(['bin']);
    expect(bash('praisonai nonsense x')).toEqual([]);
  });
});

it.each(['bash', 'zsh', 'fish'] as const)('prints a script that %s can parse', (shell) => {
  const run = runCli(['completion', shell], { home });
  expect(run.stdout).toBe(completionScripts[shell]);
  const path = join(home, `completion.${shell}`);
  writeFileSync(path, run.stdout);
  const parsed = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
  // Where the shell is not installed there is nothing to parse with.
  if (!parsed.error)
    expect({ status: parsed.status, errors: parsed.stderr }).toEqual({ status: 0, errors: '' });
});

it('names the shells when one is unknown', () => {
  const run = runCli(['completion', 'tcsh'], { home });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('Allowed choices are bash, zsh, fish');
});

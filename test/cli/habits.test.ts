import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTerminal, onTerminal } from './on-terminal.ts';
import { runCli } from './run-cli.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const ESCAPES = /\u001b/;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-habits-'));
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  mkdirSync(join(home, '.praisonai/sessions'), { recursive: true });
  for (let index = 0; index < 400; index += 1) {
    const content = `Prune the apple trees in row ${index}, 果樹園の手入れをする`;
    const session = {
      session_id: `row-${index}`,
      messages: [{ role: 'user', content }],
      updated_at: '2026-01-02T03:04:05Z',
    };
    writeFileSync(join(home, `.praisonai/sessions/row-${index}.json`), JSON.stringify(session));
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const COMMANDS = [
  ['session', 'list', '-n', '0'],
  ['session', 'search', 'apple', '-n', '0'],
  ['session', 'handoff'],
  ['session', 'show', 'row-1', '--recap'],
  ['doctor'],
  ['init'],
];

describe('a pipe', () => {
  it.each(COMMANDS)('gets no colours and no questions: %s %s', (...words) => {
    const run = runCli(words, { home });
    expect(run.code).toBe(0);
    expect(run.stdout + run.stderr).not.toMatch(ESCAPES);
  });

  it.each(COMMANDS)('may close early: %s %s | head -n 1', (...words) => {
    const run = spawnSync('sh', ['-c', `"$0" "$@" | head -n 1`, process.execPath, CLI, ...words, '--quiet'], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home },
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.stdout.split('\n')).toHaveLength(2);
  });

  it.each(COMMANDS)('gets no notes beside it under --quiet: %s %s', (...words) => {
    expect(runCli([...words, '--quiet'], { home }).stderr).toBe('');
  });
});

describe.skipIf(!hasTerminal)('a terminal (needs the program script)', () => {
  const search = (variables: Record<string, string> = {}) =>
    onTerminal('session search apple -n 2', { home, variables });

  it('shows the words in bold, unless somebody said NO_COLOR', () => {
    expect(search()).toContain('\u001b[1mapple\u001b[22m');
    expect(search({ NO_COLOR: '1' })).not.toMatch(ESCAPES);
    expect(search({ TERM: 'dumb' })).not.toMatch(ESCAPES);
  });

  it.each([40, 60, 80, 120])('of %i columns is not overrun by tables and hits', (columns) => {
    const screen = [
      'session list -n 3 --quiet',
      'session search apple -n 3 --quiet',
      'session list --all -n 3 --quiet',
    ]
      .map((words) => onTerminal(words, { home, columns, variables: { NO_COLOR: '1' } }))
      .join('');
    for (const line of screen.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    expect(screen).toContain('TITLE');
    expect(screen.includes('SIZE')).toBe(columns >= 80);
  });

  it('gets the prompt in a panel without side borders', () => {
    const screen = onTerminal('session handoff --quiet', { home });
    expect(screen).toMatch(/^── Session handoff · praisonai:row-\d+ · \d+ characters ─+\nYou are resuming /);
    expect(screen).toMatch(/\n─{90}\n$/);
    expect(screen).not.toMatch(/^[│|]|[│|]$/m);
  });
});

it('explains every command, with examples where there is a choice', () => {
  for (const words of [
    ['--help'],
    ['session', 'handoff', '--help'],
    ['session', 'search', '--help'],
    ['init', '--help'],
  ]) {
    const { code, stdout } = runCli(words, { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nExamples:\n {2}\S/);
  }
  expect(runCli(['docter'], { home }).stderr).toContain('Did you mean doctor?');
  expect(runCli(['session', 'handoff', '--coppy'], { home }).stderr).toContain('Did you mean --copy?');
});

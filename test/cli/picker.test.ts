import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, treeHash } from './run-cli.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const hasScript = spawnSync('script', ['--version']).status === 0;
const DOWN = '\u001b[B';
const ESCAPE = '\u001b';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-pick-'));
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  mkdirSync(join(home, '.praisonai/sessions'), { recursive: true });
  for (const [id, minute, text] of [
    ['first', '01', 'Sow the beans'],
    ['second', '02', 'Water the roses'],
  ])
    writeFileSync(
      join(home, `.praisonai/sessions/${id}.json`),
      JSON.stringify({
        session_id: id,
        messages: [{ role: 'user', content: text }],
        updated_at: `2026-01-02T03:${minute}:00Z`,
      }),
    );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs the command on a terminal, with standard output in a file, and presses keys one by one once the list is there. */
function onTerminal(
  words: string,
  keys: readonly string[],
): Promise<{ screen: string; stdout: string; code: number | null }> {
  const out = join(home, 'stdout.txt');
  const command = `stty cols 90 rows 24; '${process.execPath}' '${CLI}' session handoff ${words} > '${out}'`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'xterm' },
  });
  let screen = '';
  const pending = [...keys];
  const press = () => {
    const key = pending.shift();
    if (key === undefined) return;
    child.stdin.write(key);
    setTimeout(press, 150);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    const started = screen.includes('Search:');
    screen += chunk.toString();
    if (!started && screen.includes('Search:')) setTimeout(press, 100);
  });
  return new Promise((done) =>
    child.once('close', (code) => {
      const stdout = readFileSync(out, 'utf8');
      rmSync(out);
      done({ screen, stdout, code });
    }),
  );
}

describe.skipIf(!hasScript)('session handoff --pick on a terminal (needs the program script)', () => {
  it('hands off what is chosen, and leaves standard output clean', async () => {
    const { stdout, screen, code } = await onTerminal('--pick', [DOWN, '\r']);
    expect(code).toBe(0);
    expect(stdout).toBe(runCli(['session', 'handoff', 'first'], { home }).stdout);
    expect(screen).toContain('Water the roses');
  });

  it('searches as one types, in every project on demand', async () => {
    const { stdout } = await onTerminal('--pick --all --max-chars 500', ['claude', '\r']);
    expect(stdout).toContain('CSV export');
  });

  it.each([
    ['Esc', ESCAPE],
    ['Ctrl-C', '\u0003'],
  ])('leaves without a trace with %s', async (_name, key) => {
    const before = treeHash(join(home, '.praisonai'));
    const { stdout, screen, code } = await onTerminal('--pick', [DOWN, key]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 130 });
    // The last thing on the screen: up to where the list began, and everything below erased.
    expect(screen).toMatch(/\u001b\[\d+A\u001b\[J\r\n\u001b\[\?25h\u001b\[1A\r\u001b\[J$/);
    expect(treeHash(join(home, '.praisonai'))).toBe(before);
  });
});

it('never asks without a terminal', () => {
  expect(runCli(['session', 'handoff', '--pick'], { home })).toEqual({
    ...runCli(['session', 'handoff', 'second'], { home }),
    stderr: 'Not a terminal, so nobody was asked: the newest session.\n',
  });
});

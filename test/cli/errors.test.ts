import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-errors-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const cli = (...words: string[]) => runCli(words, { home });

function session(id: string): void {
  const directory = join(home, '.praisonai/sessions');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, `${id}.json`),
    JSON.stringify({ session_id: id, messages: [{ role: 'user', content: 'hi' }] }, null, 2),
  );
}

it('tells an unknown id and the way out, with exit code 1', () => {
  expect(cli('session', 'handoff', 'my-project')).toEqual({
    code: 1,
    stdout: '',
    stderr: "Session not found: my-project\nUse 'praisonai session list' to see available sessions\n",
  });
  expect(readdirSync(home)).toEqual([]);
});

it('tells errors as JSON under --json', () => {
  expect(JSON.parse(cli('session', 'handoff', 'my-project', '--json').stdout)).toEqual({
    error: {
      code: 'session-not-found',
      message: 'Session not found: my-project',
      hints: ["Use 'praisonai session list' to see available sessions"],
      session_id: 'my-project',
    },
  });
});

it.each(['', '  '])('refuses an empty id: %j', (id) => {
  const run = cli('session', 'handoff', id);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('The session id is empty.');
});

it('resolves a unique prefix, and lists the candidates of an ambiguous one', () => {
  session('alpha-1');
  session('alpha-2');
  session('beta');
  expect(cli('session', 'handoff', 'be').code).toBe(0);
  expect(cli('session', 'handoff', 'praisonai:be').code).toBe(0);
  const run = cli('session', 'handoff', 'alpha');
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Several sessions match 'alpha'");
  expect(run.stderr).toMatch(/ {2}praisonai:alpha-1\n {2}praisonai:alpha-2\n/);
});

it('hints at sessions elsewhere when this project has none', () => {
  const run = cli('session', 'handoff');
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('No session of this project was found.');
});

it('names the sources when one is unknown, and suggests a mistyped command', () => {
  expect(cli('session', 'list', '--source', 'clode').stderr).toMatch(
    /Unknown source: clode\nSources: praisonai, /,
  );
  expect(cli('session', 'handof').stderr).toContain('Did you mean handoff?');
});

it.each([['../../x'], ['CON'], ['a'.repeat(300)], ['\u0001']])(
  'touches nothing outside the store for the id %j',
  (id) => {
    session('real');
    const run = cli('session', 'delete', id, '-y');
    expect(run.code).toBe(1);
    expect(readdirSync(home)).toEqual(['.praisonai']);
    expect(readdirSync(join(home, '.praisonai/sessions'))).toEqual(['real.json']);
  },
);

it('asks before it deletes, and without a terminal says how not to be asked', () => {
  session('real');
  const run = cli('session', 'delete', 'real');
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('say -y to delete without being asked');
  expect(cli('session', 'delete', 'real', '-y').stdout).toBe('Deleted real.\n');
  expect(cli('session', 'show', 'real').code).toBe(1);
});

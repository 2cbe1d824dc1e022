import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { highlighted } from '../../src/cli/commands/search.ts';
import { progressLine } from '../../src/cli/progress.ts';
import { runCli, treeHash } from './run-cli.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-search-'));
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  mkdirSync(join(home, '.praisonai/sessions'), { recursive: true });
  for (let index = 0; index < 30; index += 1) {
    const at = `2026-01-02T03:${index + 10}:00.000000+00:00`;
    const messages = [
      { role: 'user', content: `Sow the beans in bed ${index}` },
      { role: 'assistant', content: `Sown ${index}.\nThe Dashboard shows it.` },
    ];
    const session = { session_id: `bed-${index}`, messages, created_at: at, updated_at: at };
    writeFileSync(join(home, `.praisonai/sessions/bed-${index}.json`), JSON.stringify(session));
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
const search = (...words: string[]) => runCli(['session', 'search', ...words], { home });

it('finds over all agents, newest first, with one line around the match', () => {
  const { stdout, stderr, code } = search('dashboard', '--all', '-n', '2', '--source', 'praisonai');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^praisonai:bed-29 {2}\S.*\n {2}• The Dashboard shows it\.\npraisonai:bed-28 .*\n {2}• The Dashboard shows it\.\n$/,
  );
  expect(stderr).toBe('The newest 2; -n 0 finds all.\n');
  const rows = JSON.parse(search('DASHBOARD', '-n', '0', '--all', '--json').stdout) as { source: string }[];
  expect(rows).toHaveLength(31);
  expect(new Set(rows.map((row) => row.source))).toEqual(new Set(['praisonai', 'claude-code']));
});

it('needs all words, in one session but not in one message', () => {
  const rows = JSON.parse(search('BEANS 17', 'shows', '--json').stdout) as object[];
  expect(rows).toMatchObject([
    {
      session_id: 'bed-17',
      source: 'praisonai',
      match: { role: 'user', context: 'Sow the beans in bed 17', at: null },
    },
  ]);
});

it('says where it looked when nothing was found, and nothing under --quiet', () => {
  expect(search('quuxification')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Not found in 30 sessions of this project. --all searches every project.\n',
  });
  expect(search('quuxification', '--quiet', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  expect(search(' ')).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to search for') });
});

it('ends quietly when the pipe closes early', async () => {
  const child = spawn(process.execPath, [CLI, 'session', 'search', 'sow', '-n', '0', '--quiet'], {
    env: { HOME: home, PATH: process.env.PATH ?? '' },
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((done) => child.once('exit', done));
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});

it('replaces secrets before the line is cut, unless told not to', () => {
  const secret = ['ghp', 'q7Rz2LmXw9Tb4KcV8sYd1NfH6jPa3GuE5oQi'].join('_');
  const store = join(home, '.praisonai/sessions');
  // The window around the word would end in the middle of the token.
  for (const [id, filler] of [
    ['secret-1', 'x '.repeat(54)],
    ['secret-2', 'x '.repeat(2)],
  ] as const)
    writeFileSync(
      join(store, `${id}.json`),
      JSON.stringify({
        session_id: id,
        messages: [{ role: 'user', content: `zucchini ${filler}${secret} and on` }],
      }),
    );
  const { stdout } = search('zucchini');
  expect(stdout.match(/zucchini/g)?.length).toBeGreaterThanOrEqual(2);
  expect(stdout).not.toContain(secret.slice(0, 8));
  expect(search('zucchini', '--json').stdout).not.toContain(secret.slice(0, 8));
  expect(search('zucchini', '--no-redact').stdout).toContain(secret);
  for (const id of ['secret-1', 'secret-2']) rmSync(join(store, `${id}.json`));
});

it('touches nothing', () => {
  const before = treeHash(home);
  search('sow', '--all');
  expect(treeHash(home)).toBe(before);
});

it('marks the words, also where they overlap', () => {
  const plain = highlighted('a Needle', ['needle', 'need'])
    .replaceAll('\u001b[1m', '<')
    .replaceAll('\u001b[22m', '>');
  expect(plain).toBe('a <Needle>');
  expect(highlighted('İ needle', ['needle'])).toBe('İ needle');
});

it('draws a bar where the end is known, else the count', () => {
  expect(progressLine('Searching', 5, 10)).toBe(`Searching [${'#'.repeat(12)}${'-'.repeat(12)}] 50 %`);
  expect(progressLine('Searching', 12, 10)).toContain('100 %');
  expect(progressLine('Searching', 1, undefined)).toBe('Searching 1 session');
});

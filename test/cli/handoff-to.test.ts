import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { standIn } from './stand-in.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

let home: string;
let bin: string;
let project: string;
let temporary: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'praisonai-to-')));
  bin = join(home, 'bin');
  project = join(home, "a project's");
  temporary = join(home, 'tmp');
  for (const directory of [project, temporary]) mkdirSync(directory);
  session('one', project, 'Build the "pier" for $HOME; it`s 3 m\nlong');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A session of pi's, in a directory. */
function session(id: string, directory: string, request: string): void {
  const store = join(home, '.pi/agent/sessions/--x--');
  mkdirSync(store, { recursive: true });
  const timestamp = '2026-01-02T03:04:05.000Z';
  const lines = [
    { type: 'session', version: 3, id, timestamp, cwd: directory },
    {
      type: 'message',
      id: '1',
      parentId: null,
      timestamp,
      message: { role: 'user', content: [{ type: 'text', text: request }] },
    },
  ];
  writeFileSync(
    join(store, `2026-01-02T03-04-05-000Z_${id}.jsonl`),
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  );
}

/** A session of our own whose goal no argument holds. */
function longSession(): void {
  const store = join(home, '.praisonai/sessions');
  mkdirSync(store, { recursive: true });
  const content = {
    session_id: 'long',
    messages: [{ role: 'user', content: 'go' }],
    metadata: { goal_state: { goal: 'word '.repeat(30_000) } },
  };
  writeFileSync(join(store, 'long.json'), JSON.stringify(content));
}

const variables = (more: Record<string, string> = {}) => ({ PATH: bin, TMPDIR: temporary, ...more });
const handoff = (...words: string[]) =>
  runCli(['session', 'handoff', ...words], { home, variables: variables() });
const prompt = (...words: string[]) => handoff('one', '--quiet', ...words).stdout.replace(/\n$/, '');

describe('session handoff --to', () => {
  it('starts the agent in the session’s directory, with the prompt whole', () => {
    const call = standIn(bin, 'claude');
    const run = handoff('one', '--to', 'claude', '--headless', '--agent-arg=--model', '--agent-arg', 'opus');
    expect(run).toEqual({
      code: 0,
      stdout: 'claude answers\n',
      stderr: `Starting Claude Code in ${project}\n`,
    });
    expect(call()).toEqual({
      arguments: ['--model', 'opus', '-p', prompt()],
      directory: project,
      input: '',
      files: [],
    });
  });

  it('gives the prompt on standard input where the agent would change an argument', () => {
    const call = standIn(bin, 'opencode');
    expect(handoff('one', '--to', 'opencode', '--headless', '--quiet').stderr).toBe('');
    expect(call()).toMatchObject({ arguments: ['run'], input: prompt() });
  });

  it('puts a prompt that no argument holds into a file for this user only, and takes it away afterwards', () => {
    longSession();
    const call = standIn(bin, 'cn');
    expect(handoff('long', '--to', 'cn', '--headless', '--max-chars', '0').code).toBe(0);
    const { arguments: words, files } = call();
    const whole = handoff('long', '--max-chars', '0').stdout.replace(/\n$/, '');
    expect(whole.length).toBeGreaterThan(120_000);
    expect(files).toEqual([{ mode: '600', text: whole }]);
    expect(words[1]).toMatch(/^Read the file \S+ completely before anything else/);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('ends with the agent’s exit code', () => {
    standIn(bin, 'codex');
    const run = runCli(['session', 'handoff', 'one', '--to', 'codex', '--headless'], {
      home,
      variables: variables({ STAND_IN_EXIT: '7' }),
    });
    expect(run.code).toBe(7);
  });

  it('starts the user’s own agent from the configuration', () => {
    const call = standIn(bin, 'mine');
    const path = join(home, 'own.json');
    writeFileSync(path, JSON.stringify({ agents: { mine: { command: ['mine', '--prompt', '{prompt}'] } } }));
    const run = runCli(['session', 'handoff', 'one', '--to', 'mine', '--headless'], {
      home,
      variables: variables({ PRAISONAI_CONFIG: path }),
    });
    expect(run.code).toBe(0);
    expect(call().arguments).toEqual(['--prompt', prompt()]);
  });

  it('names the agents that are there when one is not', () => {
    standIn(bin, 'codex');
    standIn(bin, 'gemini');
    const run = handoff('one', '--to', 'claude', '--headless');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toBe(
      'Claude Code is not installed: no claude on PATH.\n' +
        'Found on PATH: codex, gemini-cli\n' +
        'Install it: npm install -g @anthropic-ai/claude-code\n' +
        '--print-command prints the command for another machine.\n',
    );
    expect(JSON.parse(handoff('one', '--to', 'claude', '--headless', '--json').stdout).error).toMatchObject({
      code: 'agent-not-installed',
      installed: ['codex', 'gemini-cli'],
    });
  });

  it('says how to go on when the session’s directory is gone', () => {
    const call = standIn(bin, 'codex');
    rmSync(project, { recursive: true });
    const run = handoff('one', '--to', 'codex', '--headless');
    expect(run.code).toBe(1);
    expect(run.stderr).toBe(
      `The session’s directory is not on this machine: ${project}\nSay where to start the agent instead: '--cwd .' is the current directory.\n`,
    );
    expect(handoff('one', '--to', 'codex', '--headless', '--cwd', '.').code).toBe(0);
    expect(call().directory).toBe(home);
    expect(handoff('one', '--to', 'codex', '--headless', '--cwd', 'nowhere').stderr).toContain(
      `Not a directory: ${join(home, 'nowhere')}`,
    );
  });

  it('opens no terminal interface without a terminal', () => {
    standIn(bin, 'codex');
    const run = handoff('one', '--to', 'codex');
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^Codex needs a terminal, and there is none\.\nSay --headless /);
    expect(existsSync(join(bin, 'codex.json'))).toBe(false);
  });

  it.each(['--headless', '--print-command', '--cwd=.', '--agent-arg=x'])('wants --to with %s', (option) => {
    expect(handoff('one', option)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('needs --to'),
    });
  });
});

describe('--print-command', () => {
  const shell = (text: string) =>
    spawnSync('/bin/sh', ['-c', text], {
      cwd: '/',
      env: { PATH: bin, HOME: home, TMPDIR: temporary },
      encoding: 'utf8',
    });

  it('prints a line that a shell runs as --to does, and starts nothing', () => {
    for (const [agent, program, headless] of [
      ['claude', 'claude', false],
      ['codex', 'codex', true],
      ['opencode', 'opencode', true],
    ] as const) {
      const call = standIn(bin, program);
      const words = ['one', '--to', agent, ...(headless ? ['--headless'] : [])];
      const run = handoff(...words, '--print-command');
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(existsSync(join(bin, `${program}.json`))).toBe(false);
      expect(shell(run.stdout).status).toBe(0);
      const { arguments: given, input, directory } = call();
      expect([...given, input]).toContain(prompt());
      expect(directory).toBe(project);
    }
  });

  it('passes --no-git on to the command that writes the prompt', () => {
    longSession();
    const words = ['long', '--max-chars', '0', '--to', 'kimi', '--headless', '--print-command'];
    expect(handoff(...words, '--no-git').stdout).toContain(' --no-git -o ');
    expect(handoff(...words).stdout).not.toContain('--no-git');
  });

  it('writes the prompt file when it is run, not before', () => {
    longSession();
    const call = standIn(bin, 'kimi');
    writeFileSync(join(bin, 'praisonai'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`, {
      mode: 0o755,
    });
    const run = handoff('long', '--to', 'kimi', '--headless', '--max-chars', '0', '--print-command');
    expect(readdirSync(temporary)).toEqual([]);
    expect(shell(run.stdout).status).toBe(0);
    expect(call().files).toMatchObject([{ mode: '600', text: expect.stringContaining('word word') }]);
  });

  it('tells the parts as JSON', () => {
    const told = JSON.parse(handoff('one', '--to', 'pi', '--print-command', '--json').stdout) as {
      shell: string;
    };
    expect(told).toMatchObject({
      agent: 'pi',
      directory: project,
      command: ['pi', prompt()],
      stdin: null,
      prompt_file: null,
    });
    expect(told.shell).toMatch(/^cd '/);
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

it.skipIf(!hasScript)('gives the agent the terminal (needs the program script)', () => {
  const call = standIn(bin, 'codex');
  const command = `'${process.execPath}' '${CLI}' session handoff one --to codex`;
  const screen = execFileSync('script', ['-qec', command, '/dev/null'], {
    cwd: home,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: home, TERM: 'xterm' },
    encoding: 'utf8',
  });
  expect(screen.replaceAll('\r', '')).toBe(`Starting Codex in ${project}\ncodex answers\n`);
  expect(call()).toMatchObject({ arguments: [prompt()], directory: project, input: 'TERMINAL' });
});

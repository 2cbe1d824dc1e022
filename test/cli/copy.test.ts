import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const hasScript = spawnSync('script', ['--version']).status === 0;

let home: string;
let bin: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-copy-'));
  bin = join(home, 'bin');
  mkdirSync(bin);
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  writeFileSync(join(bin, 'xclip'), `#!/bin/sh\n/bin/cat > '${join(home, 'clipboard')}'\n`);
  chmodSync(join(bin, 'xclip'), 0o755);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const handoff = (words: string[], variables: Record<string, string> = {}) =>
  runCli(['session', 'handoff', '5d0f', ...words], { home, variables: { PATH: bin, ...variables } });

describe('session handoff --copy', () => {
  it('copies exactly the prompt, prints it as well, and says how on standard error', () => {
    const run = handoff(['--copy'], { DISPLAY: ':0' });
    expect(run).toMatchObject({ code: 0, stderr: 'Copied to the clipboard with xclip.\n' });
    expect(`${readFileSync(join(home, 'clipboard'), 'utf8')}\n`).toBe(run.stdout);
    expect(handoff(['--copy', '--quiet'], { DISPLAY: ':0' })).toEqual({ ...run, stderr: '' });
  });

  it('prints when it could not copy, even where it would not have printed', () => {
    const run = handoff(['--copy', '-o', join(home, 'prompt.txt')]);
    expect(run.stdout).toBe(readFileSync(join(home, 'prompt.txt'), 'utf8'));
    expect(run.stderr).toContain('Not copied: no clipboard was found');
    expect(statSync(join(home, 'prompt.txt')).mode & 0o777).toBe(0o600);
    expect(handoff(['--copy', '-o', join(home, 'prompt.txt')], { DISPLAY: ':0' }).stdout).toBe('');
  });

  it.skipIf(!hasScript)('reaches the terminal’s clipboard over SSH (needs the program script)', () => {
    const command = `stty cols 90 rows 24; '${process.execPath}' '${CLI}' session handoff 5d0f --copy`;
    const run = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'xterm', SSH_TTY: '/dev/pts/9', DISPLAY: '' },
      encoding: 'utf8',
      input: '',
    });
    const payload = /\u001b\]52;c;([A-Za-z0-9+/=]+)\u0007/.exec(run.stdout)?.[1] ?? '';
    expect(`${Buffer.from(payload, 'base64').toString('utf8')}\n`).toBe(handoff([]).stdout);
    // The panel comes first, so that "the text above" is above.
    expect(run.stdout.indexOf('── Session handoff')).toBeLessThan(run.stdout.indexOf('\u001b]52'));
  });
});

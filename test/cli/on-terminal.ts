import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

/** util-linux' program `script` gives a command a terminal; without it there is none to test on. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** Runs the built CLI on a terminal of its own, without a keyboard; what the screen was sent, without carriage returns. */
export function onTerminal(
  words: string,
  options: { home: string; columns?: number; variables?: Record<string, string> },
): string {
  const command = `stty cols ${options.columns ?? 90} rows 24; '${process.execPath}' '${CLI}' ${words}`;
  const run = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: options.home,
    env: { PATH: process.env.PATH ?? '', HOME: options.home, TERM: 'xterm', ...options.variables },
    encoding: 'utf8',
    input: '',
  });
  return run.stdout.replaceAll('\r', '');
}

import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { CliRun } from './run-cli.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

export interface StartedCli {
  process: ChildProcess;
  /** What it printed so far. */
  output: () => string;
  errors: () => string;
  done: Promise<CliRun>;
}

export interface StartOptions {
  home: string;
  directory?: string;
  variables?: Record<string, string>;
  /** `undefined`: standard input stays open. */
  input?: string | undefined;
}

/** Starts the built CLI and leaves this process free to answer it. */
export function startCli(words: readonly string[], options: StartOptions): StartedCli {
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd: options.directory ?? options.home,
    env: { PATH: process.env.PATH ?? '', HOME: options.home, ...options.variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece.toString('utf8');
  });
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString('utf8');
  });
  if (!('input' in options) || options.input !== undefined) child.stdin.end(options.input ?? '');
  const done = new Promise<CliRun>((resolveRun, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolveRun({ code, stdout, stderr }));
  });
  return { process: child, output: () => stdout, errors: () => stderr, done };
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { childEnvironment } from '../shared/child-environment.ts';

/** Not a limit on speed: a command that never ends must not stop the bench. */
const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** One `node` process to start. */
export interface Invocation {
  /** How tables name it. */
  name: string;
  /** Arguments of `node`: options, a script, its arguments. */
  arguments_: readonly string[];
  /** Home directory, and with it the stores. Absolute. */
  home: string;
  /** Working directory. Absolute. */
  directory: string;
}

export interface Run {
  /** From before the process is started until it has ended and its output is read. */
  milliseconds: number;
  /** `undefined` when it ended with exit code 0; else what happened and what it said of it. */
  failure?: string;
  output: string;
  /** Peak resident memory. Only when asked for, and when the process ended by itself. */
  peakBytes?: number;
}

/** How to have a process report its peak memory: a module to preload, and the file that it writes. */
export interface MemoryProbe {
  module: string;
  file: string;
}

export function run(invocation: Invocation, probe?: MemoryProbe): Run {
  const { arguments_, home, directory } = invocation;
  if (probe !== undefined) rmSync(probe.file, { force: true });
  const preload = probe === undefined ? [] : ['--import', probe.module];
  const environment = childEnvironment(home, 'UTC');
  if (probe !== undefined) environment['BENCH_PEAK_FILE'] = probe.file;
  const started = performance.now();
  const child = spawnSync(process.execPath, [...preload, ...arguments_], {
    cwd: directory,
    env: environment,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result: Run = { milliseconds: performance.now() - started, output: child.stdout ?? '' };
  if (child.status !== 0) {
    const ended =
      child.error?.message ?? (child.signal === null ? `exit ${child.status}` : String(child.signal));
    const said = tellingLine(child.stderr ?? '');
    result.failure = said === '' ? ended : `${ended}: ${said}`;
  }
  if (probe !== undefined && existsSync(probe.file))
    result.peakBytes = Number(readFileSync(probe.file, 'utf8'));
  return result;
}

/** The line of an error output that a person looks for: an uncaught error's message, else the last line. */
function tellingLine(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return (lines.find((line) => /^(?:\w+)?Error(?: \[\w+\])?: /.test(line)) ?? lines.at(-1) ?? '').trim();
}

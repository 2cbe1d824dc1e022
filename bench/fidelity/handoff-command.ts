import { spawn } from 'node:child_process';
import { childEnvironment } from '../shared/child-environment.ts';
import type { PrefixStore } from './prefix-store.ts';
import { asRaw } from './raw-record.ts';

const TIMEOUT_MS = 120_000;
const STDERR_CHARS = 2000;

export interface HandoffRun {
  text: string;
  exitCode: number | null;
  milliseconds: number;
  /** The end of the error output. */
  stderr: string;
}

/**
 * What is measured: the built command line, or a shell command that finds `HOME`, `ID` (of the session), `CWD` (as the
 * session recorded it) and `SOURCE` (name of the agent) in its environment. It prints the handoff, or JSON with
 * `handoff`.
 */
export type HandoffCommand = { cli: string } | { shell: string };

export interface HandoffTarget extends PrefixStore {
  source: string;
  directory: string;
}

export function runHandoff(
  command: HandoffCommand,
  target: HandoffTarget,
  timeZone: string,
): Promise<HandoffRun> {
  const [file, args] =
    'cli' in command
      ? [process.execPath, [command.cli, 'session', 'handoff', target.id, '--json']]
      : ['sh', ['-c', command.shell]];
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env: environmentFor(target, timeZone),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    const output: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_CHARS);
    });
    child.on('error', reject);
    child.on('close', (exitCode) => {
      const text = handoffIn(Buffer.concat(output).toString('utf8'));
      resolve({ text, exitCode, milliseconds: performance.now() - started, stderr });
    });
  });
}

function environmentFor(target: HandoffTarget, timeZone: string): NodeJS.ProcessEnv {
  const own = { ID: target.id, CWD: target.directory, SOURCE: target.source };
  return { ...childEnvironment(target.home, timeZone), ...own };
}

function handoffIn(output: string): string {
  try {
    const handoff = asRaw(JSON.parse(output))?.['handoff'];
    return typeof handoff === 'string' ? handoff : output;
  } catch (error) {
    if (error instanceof SyntaxError) return output;
    throw error;
  }
}

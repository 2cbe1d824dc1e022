import { spawn } from 'node:child_process';
import type { PrefixStore } from './prefix-store.ts';
import { asRaw } from './raw-record.ts';

const TIMEOUT_MS = 120_000;
const STDERR_CHARS = 2000;

/** Variables that would lead a command to another store than the one in its home. */
const STORE_VARIABLES =
  /^(?:CLAUDE_|CODEX_|GEMINI_|OPENCODE_|COPILOT_|QWEN_|PI_|PRAISONAI_|XDG_|NODE_OPTIONS$|NODE_V8_COVERAGE$)/;

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
  const inherited = Object.entries(process.env).filter(([name]) => !STORE_VARIABLES.test(name));
  return {
    ...Object.fromEntries(inherited),
    HOME: target.home,
    USERPROFILE: target.home,
    TZ: timeZone,
    ID: target.id,
    CWD: target.directory,
    SOURCE: target.source,
  };
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

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { PraisonError } from '../errors.ts';
import { writePrivateFile } from '../private-file.ts';
import type { LaunchPlan } from './plan.ts';

export interface RunOptions {
  /** Absolute. */
  directory: string;
  /** The program's path. */
  program: string;
  /** The agent has the terminal's keyboard. */
  interactive: boolean;
  /** Only cmd.exe can start the program (Windows). */
  batchFile: boolean;
}

/** While an agent runs, these are its business: the terminal sends them to both. */
const AGENTS_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;
const PASSED_ON = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Starts the agent and waits for its end. A prompt file is taken away afterwards.
 *
 * @returns its exit code; for a signal 128 and its number, as a shell tells it
 * @throws PraisonError `agent-not-installed` when it cannot be started
 */
export async function runAgent(plan: LaunchPlan, options: RunOptions): Promise<number> {
  if (plan.file) await writePrivateFile(plan.file.path, plan.file.text);
  try {
    return await run(plan, options);
  } finally {
    if (plan.file) rmSync(plan.file.path, { force: true });
  }
}

function run(plan: LaunchPlan, { directory, program, interactive, batchFile }: RunOptions): Promise<number> {
  const input = plan.input !== undefined ? 'pipe' : interactive ? 'inherit' : 'ignore';
  const child = spawn(
    batchFile ? `"${program}"` : program,
    batchFile ? plan.arguments.map((word) => `"${word}"`) : plan.arguments,
    { cwd: directory, stdio: [input, 'inherit', 'inherit'], shell: batchFile },
  );
  const stay = () => undefined;
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of AGENTS_SIGNALS) process.on(signal, stay);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  return new Promise<number>((done, fail) => {
    child.once('error', (cause) => fail(notStarted(program, cause)));
    child.once('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    // An agent that ends before it has read everything says why itself.
    child.stdin?.on('error', stay);
    child.stdin?.end(plan.input);
  }).finally(() => {
    for (const signal of AGENTS_SIGNALS) process.removeListener(signal, stay);
    for (const signal of PASSED_ON) process.removeListener(signal, passOn);
  });
}

function notStarted(program: string, cause: NodeJS.ErrnoException): PraisonError {
  const tooLong = cause.code === 'E2BIG';
  return new PraisonError('agent-not-installed', `Cannot start ${program}: ${cause.message}`, {
    hints: [
      tooLong
        ? 'The command line and the environment together are too long: give a smaller --max-chars.'
        : '--print-command prints what was tried.',
    ],
    facts: { command: program },
    cause,
  });
}

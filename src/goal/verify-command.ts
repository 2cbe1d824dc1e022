import { type ChildProcess, spawn } from 'node:child_process';

export interface CommandRun {
  ok: boolean;
  /** How it ended, in words: `exit code 1`, `signal SIGKILL`, `no end within 600 s`. */
  ending: string;
  /** The newest part of what it printed, both streams as they came. */
  output: string;
}

const MOST_OUTPUT_CHARS = 8_000;

/**
 * Runs a verification command in a shell. Its whole process group ends with it when the time is up or the run is
 * stopped.
 */
export function runCommand(
  command: string,
  options: { directory: string; timeoutMs: number; signal: AbortSignal },
): Promise<CommandRun> {
  return new Promise((resolve) => {
    let output = '';
    let ending: string | undefined;
    const child = spawn(command, {
      cwd: options.directory,
      shell: true,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (piece: Buffer) => {
      output = `${output}${piece.toString('utf8')}`.slice(-MOST_OUTPUT_CHARS);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const end = (words: string) => {
      ending = words;
      killGroup(child);
    };
    const timer = setTimeout(
      () => end(`no end within ${Math.round(options.timeoutMs / 1000)} s`),
      options.timeoutMs,
    );
    const onAbort = () => end('stopped');
    options.signal.addEventListener('abort', onAbort);
    if (options.signal.aborted) onAbort();
    const finish = (words: string, ok: boolean) => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve({ ok: ok && ending === undefined, ending: ending ?? words, output: output.trim() });
    };
    child.on('error', (error) => finish(error.message, false));
    child.on('close', (code, signal) =>
      finish(code === null ? `signal ${signal}` : `exit code ${code}`, code === 0),
    );
  });
}

/** A test runner has children of its own: ending only the shell would leave them. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

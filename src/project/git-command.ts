import { dirname } from 'node:path';
import type { Environment } from '../sources/source.ts';

/** The Python `praisonai` waits as long; where it gives up, its project id falls back the same way as ours. */
const TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 1_000_000;

/** Variables of a surrounding git process (we may run inside a hook), or ways to read a path as something else. */
const FOREIGN_VARIABLES = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_NAMESPACE', 'GIT_PREFIX'],
  ...['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_SHALLOW_FILE', 'GIT_GRAFT_FILE'],
  ...['GIT_GLOB_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS'],
];

export interface GitRun {
  /** As git printed it; only of a command that succeeded. */
  output?: string;
  /** It was ended by us: it took too long, or printed without end. */
  unfinished: boolean;
}

interface RunOptions {
  timeoutMs: number;
  /** Standard input. */
  input?: string;
}

/**
 * Output of a git command that only reads, trimmed; `undefined` when git is absent, fails or takes too long.
 *
 * See `runGit` for what a repository cannot make it do.
 */
export function gitOutput(
  arguments_: readonly string[],
  directory: string,
  environment: Environment,
): string | undefined {
  const output = runGit(arguments_, directory, environment, { timeoutMs: TIMEOUT_MS }).output?.trim();
  return output === '' ? undefined : output;
}

/**
 * One run of git that only reads.
 *
 * The repository is not trusted: no prompt, no pager, no hook, no file-system monitor, and no fetch, not even of the
 * objects that a partial clone lacks (git before 2.44 does not know `GIT_NO_LAZY_FETCH`: there, no protocol is allowed).
 * Callers use plumbing commands, which ignore settings such as `log.showSignature` that would start a program named by
 * the repository. Paths are taken as they are, never as patterns.
 */
export function runGit(
  arguments_: readonly string[],
  directory: string,
  environment: Environment,
  { timeoutMs, input }: RunOptions,
): GitRun {
  const variables: Record<string, string | undefined> = { ...environment.variables };
  for (const name of FOREIGN_VARIABLES) delete variables[name];
  const fixed = ['--no-optional-locks', '--literal-pathspecs', '-c', 'core.fsmonitor=false'];
  // Loaded when it is needed: most repositories tell enough without git.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const result = spawnSync('git', ['-C', directory, ...fixed, ...arguments_], {
    // Windows looks for a program in the working directory first: that must not be the repository.
    cwd: dirname(process.execPath),
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    ...(input === undefined ? {} : { input }),
    env: {
      ...variables,
      HOME: environment.home,
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      LC_ALL: 'C',
    },
  });
  const { code } = (result.error ?? {}) as NodeJS.ErrnoException;
  if (result.error === undefined && result.status === 0) return { output: result.stdout, unfinished: false };
  return { unfinished: code === 'ETIMEDOUT' || code === 'ENOBUFS' };
}

/** Several runs in one repository that end before one point in time. */
export class BoundedGit {
  /** A run was ended by us, or was not begun for want of time. */
  unfinished = false;

  /** @param deadline on the clock of `performance.now()` */
  constructor(
    private readonly directory: string,
    private readonly environment: Environment,
    private readonly deadline: number,
  ) {}

  /** @param share of the time that is left */
  run(arguments_: readonly string[], input?: string, share = 1): string | undefined {
    const timeoutMs = Math.floor((this.deadline - performance.now()) * share);
    if (timeoutMs < 1) {
      this.unfinished = true;
      return undefined;
    }
    const run = runGit(arguments_, this.directory, this.environment, {
      timeoutMs,
      ...(input === undefined ? {} : { input }),
    });
    this.unfinished ||= run.unfinished;
    return run.output;
  }
}

import { dirname } from 'node:path';
import type { Environment } from '../sources/source.ts';

/** The Python `praisonai` waits as long; where it gives up, its project id falls back the same way as ours. */
const TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 1_000_000;

/**
 * Output of a git command that only reads, trimmed; `undefined` when git is absent, fails or takes too long.
 *
 * The repository is not trusted: no prompt, no fetch, no pager, no hook, no file-system monitor; callers use plumbing
 * commands, which ignore settings such as `log.showSignature` that would start a program named by the repository.
 * Variables of a surrounding git process (we may run inside a hook) must not redirect it to another repository.
 */
export function gitOutput(
  arguments_: readonly string[],
  directory: string,
  environment: Environment,
): string | undefined {
  const variables: Record<string, string | undefined> = { ...environment.variables };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_NAMESPACE'])
    delete variables[name];
  // Loaded when it is needed: most repositories tell enough without git.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const result = spawnSync('git', ['-C', directory, '-c', 'core.fsmonitor=false', ...arguments_], {
    // Windows looks for a program in the working directory first: that must not be the repository.
    cwd: dirname(process.execPath),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...variables,
      HOME: environment.home,
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
  });
  if (result.error !== undefined || result.status !== 0) return undefined;
  const output = result.stdout.trim();
  return output === '' ? undefined : output;
}

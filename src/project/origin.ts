import { dirname, join, resolve } from 'node:path';
import type { Environment } from '../sources/source.ts';
import { gitOutput } from './git-command.ts';
import { type ConfigEntry, parseGitConfig, remoteUrl } from './git-config.ts';
import type { Repository } from './git-directory.ts';
import { readSmallFile } from './small-file.ts';

const MAX_INCLUDES = 10;

/** Output of a git command; `undefined` when there is none. */
type Git = (words: readonly string[], directory: string) => string | undefined;

/** Thrown inside this file only: the answer needs git's own reading of the configuration. */
class NeedsGit extends Error {}

/**
 * The repository's remote URL as `git remote get-url origin` prints it (else the first remote's), read from the
 * configuration files: starting git costs more than all of the rest. git is asked only where the files leave it open,
 * that is a conditional include that touches remotes, or configuration in the environment.
 */
export function originUrl(
  repository: Repository,
  environment: Environment,
  git: Git = (words, directory) => gitOutput(words, directory, environment),
): string | undefined {
  try {
    return remoteUrl(configuration(repository, environment));
  } catch (error) {
    if (!(error instanceof NeedsGit)) throw error;
  }
  const directory = repository.root ?? repository.gitDirectory;
  const url = git(['remote', 'get-url', 'origin'], directory);
  if (url !== undefined) return url;
  const first = git(['remote'], directory)?.split('\n')[0]?.trim();
  return first ? git(['remote', 'get-url', '--', first], directory) : undefined;
}

function configuration(repository: Repository, environment: Environment): ConfigEntry[] {
  const { variables, home } = environment;
  if (variables['GIT_CONFIG_COUNT'] || variables['GIT_CONFIG_PARAMETERS']) throw new NeedsGit();
  const local = readConfig(join(repository.commonDirectory, 'config'), home);
  const files: ConfigEntry[] = [];
  if (!variables['GIT_CONFIG_NOSYSTEM'])
    files.push(...readConfig(variables['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig', home));
  for (const path of globalPaths(environment)) files.push(...readConfig(path, home));
  files.push(...local);
  const perWorktree = local.some(
    ({ section, key, value }) => section === 'extensions' && key === 'worktreeconfig' && value === 'true',
  );
  if (perWorktree) files.push(...readConfig(join(repository.gitDirectory, 'config.worktree'), home));
  return files;
}

function globalPaths({ variables, home }: Environment): string[] {
  const override = variables['GIT_CONFIG_GLOBAL'];
  if (override !== undefined) return override === '' ? [] : [override];
  const xdg = variables['XDG_CONFIG_HOME'] || join(home, '.config');
  return [join(xdg, 'git', 'config'), join(home, '.gitconfig')];
}

function readConfig(path: string, home: string, depth = 0): ConfigEntry[] {
  const text = readSmallFile(path);
  if (text === undefined || depth > MAX_INCLUDES) return [];
  return parseGitConfig(text).flatMap((entry) => {
    if (entry.key !== 'path' || (entry.section !== 'include' && entry.section !== 'includeif'))
      return [entry];
    const included = entry.value.startsWith('~/')
      ? join(home, entry.value.slice(2))
      : resolve(dirname(path), entry.value);
    if (entry.section === 'include') return readConfig(included, home, depth + 1);
    // Most conditional includes only set a name and an address; only those about remotes are worth starting git for.
    if (/\[\s*(?:url|remote|include)/i.test(readSmallFile(included) ?? '')) throw new NeedsGit();
    return [];
  });
}

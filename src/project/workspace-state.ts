import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { WorkspaceChanges } from '../handoff/workspace-line.ts';
import type { Environment } from '../sources/source.ts';
import { BoundedGit } from './git-command.ts';
import { findRepository, nearestExisting, type Repository } from './git-directory.ts';
import { headMoves } from './head-moves.ts';
import { type LocalClone, type LocalPlace, localPlace, type RecordedDirectory } from './local-place.ts';
import { originUrl } from './origin.ts';
import { normalizeGitRemote } from './remote.ts';
import { readSmallFile, statsOf } from './small-file.ts';
import { workTreeStatus } from './work-tree-status.ts';

/** What a session recorded of the place where it worked. All of it is foreign data. */
export interface RecordedWork extends RecordedDirectory {
  /** Every directory that it worked in; branch and commit may be those of another one. */
  directories: readonly string[];
  branch?: string | undefined;
  commit?: string | undefined;
  /** Epoch ms. */
  lastAt?: number | undefined;
  /** Most needed first; relative to the recorded directory or absolute. */
  keyFiles: readonly string[];
}

export interface WorkspaceState {
  /** Where that is on this machine; absent: nowhere. */
  place?: LocalPlace;
  changes: WorkspaceChanges;
  /** Facts a person should know. One sentence each. */
  warnings: string[];
}

const BUDGET_MS = 1_000;
/** The session's last call may end, and write its files, a little after it was recorded. */
const SETTLE_MS = 5_000;

/**
 * What changed in the repository since the session's last activity, from at most three runs of git that only read. What git
 * does not tell in time is left out, with a warning. Outside a repository, and without git, nothing is told.
 *
 * @param budgetMs for all runs of git together
 */
export function workspaceState(
  recorded: RecordedWork,
  environment: Environment,
  budgetMs = BUDGET_MS,
): WorkspaceState {
  const deadline = performance.now() + budgetMs;
  const search = new BoundedGit(environment.directory, environment, deadline);
  const place = localPlace(recorded, cloneOf(recorded, environment, search), isDirectory);
  if (place === undefined) return { changes: {}, warnings: warningsOf(search) };
  const existing = nearestExisting(place.directory);
  const repository = findRepository(existing);
  if (repository?.root === undefined) return { place, changes: {}, warnings: [] };
  const git = new BoundedGit(repository.root, environment, deadline);
  const changes = changesIn(repository, repository.root, { ...place, directory: existing }, recorded, git);
  return { place, changes, warnings: warningsOf(git) };
}

function warningsOf({ unfinished }: BoundedGit): string[] {
  if (!unfinished) return [];
  return [
    'git took too long, so not all that changed in the repository since is told; --no-git does not ask.',
  ];
}

function changesIn(
  repository: Repository,
  root: string,
  place: LocalPlace,
  recorded: RecordedWork,
  git: BoundedGit,
): WorkspaceChanges {
  const files = place.exact ? filesIn(root, place.directory, recorded.keyFiles) : new Map<string, string>();
  const paths = [...files.keys()];
  const settledAt = recorded.lastAt === undefined ? undefined : recorded.lastAt + SETTLE_MS;
  const isOnePlace = recorded.directories.every((directory) => isIn(repository, directory, place, recorded));
  const status = workTreeStatus(git, repository, paths);
  const moves = headMoves(git, repository, {
    head: status?.head,
    commit: isOnePlace ? recorded.commit : undefined,
    settledAt,
    sameClone: !place.moved,
    paths,
  });
  const changed = moves.changed;
  for (const path of paths)
    if (
      settledAt !== undefined &&
      isDirty(path, status?.dirty ?? []) &&
      isWrittenAfter(settledAt, join(root, path))
    )
      changed.set(path, false);
  const branch = isOnePlace ? branchChange(repository, recorded.branch) : undefined;
  return {
    ...(moves.head === undefined ? {} : { head: moves.head }),
    ...(moves.commitMissing === undefined ? {} : { commitMissing: true }),
    ...(branch === undefined ? {} : { branch }),
    keyFiles: paths
      .filter((path) => changed.has(path))
      .map((path) => ({ path: files.get(path) ?? path, gone: changed.get(path) ?? false })),
    ...(status === undefined || status.partial ? {} : { uncommitted: status.dirty.length }),
  };
}

/** The repository around the working directory, where the recorded directory may have its counterpart. */
function cloneOf(
  { directory, remote }: RecordedDirectory,
  environment: Environment,
  git: BoundedGit,
): LocalClone | undefined {
  if (remote === undefined || remote === '' || (isAbsolute(directory) && isDirectory(directory)))
    return undefined;
  const repository = findRepository(nearestExisting(environment.directory));
  if (repository?.root === undefined) return undefined;
  const url = originUrl(repository, environment, (words) => git.run(words)?.trim() || undefined);
  return { root: repository.root, remote: url === undefined ? undefined : normalizeGitRemote(url) };
}

/** Each key file in this repository, by its path from the top, as git names it; the value is the session's name. */
function filesIn(root: string, directory: string, keyFiles: readonly string[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of keyFiles) {
    if (name.includes('\0')) continue;
    const path = relative(root, resolve(directory, name));
    if (path === '' || isAbsolute(path) || path.split(sep)[0] === '..') continue;
    const known = path.replaceAll(sep, '/');
    if (!files.has(known)) files.set(known, name);
  }
  return files;
}

/** Whether a recorded directory is of this repository and this work tree. */
function isIn(repository: Repository, directory: string, place: LocalPlace, recorded: RecordedWork): boolean {
  if (place.moved) return `${directory}/`.startsWith(`${recorded.directory}/`);
  if (!isAbsolute(directory) || !isDirectory(directory)) return false;
  return findRepository(nearestExisting(directory))?.gitDirectory === repository.gitDirectory;
}

/** From the file `HEAD`: no git is needed for that. `refs/heads/.invalid` stands there where references are kept elsewhere. */
function branchChange(repository: Repository, was: string | undefined): WorkspaceChanges['branch'] {
  if (was === undefined || was === '') return undefined;
  const head = readSmallFile(join(repository.gitDirectory, 'HEAD')) ?? '';
  const now = /^ref: refs\/heads\/([^\n]+)\n*$/.exec(head)?.[1];
  if (now === was || now === '.invalid') return undefined;
  if (now === undefined && !/^[0-9a-f]{40,64}\s*$/.test(head)) return undefined;
  return { was, now };
}

function isDirty(path: string, dirty: readonly string[]): boolean {
  return dirty.some((entry) => entry === path || (entry.endsWith('/') && path.startsWith(entry)));
}

function isWrittenAfter(time: number, path: string): boolean {
  const stats = statsOf(path);
  return stats?.isFile() === true && stats.mtimeMs > time;
}

function isDirectory(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../sources/source.ts';
import { findRepository, nearestExisting, type Repository } from './git-directory.ts';
import { originUrl } from './origin.ts';
import { normalizeGitRemote } from './remote.ts';
import { rootCommit } from './root-commit.ts';
import { readSmallFile } from './small-file.ts';

/** What made the id: the first of these that the directory has. */
export type ProjectIdentityKind = 'git-remote' | 'root-commit' | 'cached-id' | 'path';

export interface ProjectIdentity {
  /**
   * Eight hex digits, the name of the project's session directory. Clones with the same remote and worktrees of one
   * repository share it; outside git every directory is a project of its own.
   */
  id: string;
  kind: ProjectIdentityKind;
  /** Top of the work tree, or the directory itself outside git. Absolute, symbolic links resolved. */
  root: string;
  /** `host/path` of the remote, where the kind is `git-remote`. */
  remote?: string;
  /** Ids under which earlier versions kept this project's sessions. Read, never written. */
  formerIds: string[];
}

/** A place that another agent recorded, perhaps on another machine, perhaps long gone. */
export interface RecordedPlace {
  directory?: string | undefined;
  /** Remote URL as recorded. */
  remote?: string | undefined;
}

/** One process resolves hundreds of recorded directories of a few repositories: none of them twice. */
const known = new WeakMap<Environment['variables'], Map<string, ProjectIdentity>>();

/**
 * The project that a directory belongs to. Reads a few small files; starts git only in a repository without a remote
 * (to find its root commit). Never writes, not even the id file that Python puts into `.git`.
 *
 * A directory that does not exist belongs to the repository around it, if there is one.
 */
export function identifyProject(directory: string, environment: Environment): ProjectIdentity {
  const cache = known.get(environment.variables) ?? new Map<string, ProjectIdentity>();
  known.set(environment.variables, cache);
  const asked = `directory:${resolve(environment.directory, directory)}`;
  const cached = cache.get(asked);
  if (cached !== undefined) return cached;
  const identity = resolveIdentity(resolve(environment.directory, directory), environment, cache);
  cache.set(asked, identity);
  return identity;
}

/** Whether a recorded place is of this project: by its remote, or by the directory where that exists here. */
export function isSameProject(
  project: ProjectIdentity,
  place: RecordedPlace,
  environment: Environment,
): boolean {
  const remote = place.remote === undefined ? undefined : normalizeGitRemote(place.remote);
  if (remote !== undefined && remote === project.remote) return true;
  // A path of another system (`C:\\…`) would be taken for one below the working directory.
  if (place.directory === undefined || !isAbsolute(place.directory)) return false;
  return identifyProject(place.directory, environment).id === project.id;
}

/** First eight hex digits of the SHA-256, as in every version of the Python `praisonai`. */
export function shortHash(text: string): string {
  // Loaded when it is needed: most commands would wait for it in vain.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function resolveIdentity(
  directory: string,
  environment: Environment,
  cache: Map<string, ProjectIdentity>,
): ProjectIdentity {
  const existing = nearestExisting(directory);
  const repository = findRepository(existing);
  if (repository === undefined) {
    const root = existsSync(directory) ? realpathSync(directory) : directory;
    return { id: shortHash(root), kind: 'path', root, formerIds: [] };
  }
  const place = `repository:${repository.root ?? ''}\0${repository.gitDirectory}`;
  const cached = cache.get(place);
  if (cached !== undefined) return cached;
  const identity = repositoryIdentity(repository, repository.root ?? existing, environment);
  cache.set(place, identity);
  return identity;
}

function repositoryIdentity(repository: Repository, root: string, environment: Environment): ProjectIdentity {
  const pathId = shortHash(root);
  const url = originUrl(repository, environment);
  const remote = url === undefined ? undefined : normalizeGitRemote(url);
  if (remote !== undefined)
    return {
      id: shortHash(`git-remote:${remote}`),
      kind: 'git-remote',
      root,
      remote,
      formerIds: [pathId],
    };
  const commit = rootCommit(repository, environment);
  if (commit !== undefined) {
    const formerIds = commit.earlier === undefined ? [] : [shortHash(`root-commit:${commit.earlier}`)];
    const id = shortHash(`root-commit:${commit.chosen}`);
    return { id, kind: 'root-commit', root, formerIds: [...formerIds, pathId] };
  }
  // Python looks for its id file only in a work tree.
  const file = join(repository.commonDirectory, 'praisonai-project');
  const cachedId = repository.root === undefined ? undefined : readSmallFile(file)?.trim();
  if (cachedId !== undefined && cachedId !== '')
    return { id: shortHash(`cached-id:${cachedId}`), kind: 'cached-id', root, formerIds: [pathId] };
  return { id: pathId, kind: 'path', root, formerIds: [] };
}

import { join } from 'node:path';
import type { Environment } from '../sources/source.ts';
import { gitOutput } from './git-command.ts';
import { hasReferences, type Repository } from './git-directory.ts';
import { readSmallFile } from './small-file.ts';

export interface RootCommit {
  /** The one that names the project. */
  chosen: string;
  /** What an earlier version of Python would have chosen, where that is another one. */
  earlier?: string;
}

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * The root commit that stands for a repository without a usable remote; `undefined` without commits.
 *
 * The Python `praisonai` of 2026 takes the oldest root over all references (the smaller hash on a tie) and pins its
 * choice in the common directory as `praisonai-root-commit`; before, it took the smallest hash. A pin is followed
 * without starting git; we never write one.
 */
export function rootCommit(repository: Repository, environment: Environment): RootCommit | undefined {
  const pinned = readSmallFile(join(repository.commonDirectory, 'praisonai-root-commit'))?.trim();
  if (pinned !== undefined && COMMIT.test(pinned)) return { chosen: pinned };
  if (!hasReferences(repository)) return undefined;
  const directory = repository.root ?? repository.gitDirectory;
  const roots = listRoots('--all', directory, environment) ?? listRoots('HEAD', directory, environment);
  return roots === undefined ? undefined : chooseRoot(roots);
}

interface Root {
  committedAt: number;
  commit: string;
}

function listRoots(tips: string, directory: string, environment: Environment): Root[] | undefined {
  const output = gitOutput(['rev-list', '--max-parents=0', '--timestamp', tips], directory, environment);
  const roots = (output ?? '').split('\n').flatMap((line) => {
    const [stamp = '', commit = ''] = line.trim().split(/\s+/);
    return COMMIT.test(commit) ? [{ committedAt: Number(stamp), commit }] : [];
  });
  return roots.length === 0 ? undefined : roots;
}

export function chooseRoot(roots: readonly Root[]): RootCommit | undefined {
  const byAge = [...roots].sort(
    (left, right) => left.committedAt - right.committedAt || (left.commit < right.commit ? -1 : 1),
  );
  const chosen = byAge[0]?.commit;
  if (chosen === undefined) return undefined;
  const smallest = roots.map(({ commit }) => commit).sort()[0];
  return smallest === undefined || smallest === chosen ? { chosen } : { chosen, earlier: smallest };
}

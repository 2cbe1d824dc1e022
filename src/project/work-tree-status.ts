import { join } from 'node:path';
import type { BoundedGit } from './git-command.ts';
import type { Repository } from './git-directory.ts';
import { readSmallFile, statsOf } from './small-file.ts';

export interface WorkTreeStatus {
  /** HEAD's commit; absent before the first one. */
  head?: string;
  /** Changed, conflicting and untracked paths, relative to the top; an untracked directory ends in `/`. */
  dirty: string[];
  /** Only the asked paths were looked at. */
  partial: boolean;
}

/** An index of some 25,000 files. Larger work trees take git longer than somebody waits: only the asked paths then. */
const LARGE_INDEX_BYTES = 2_000_000;
/** What this takes at most of the time that is there; what HEAD tells is worth more. */
const SHARE = 0.6;

/**
 * Paths that differ from HEAD; `undefined` when git does not tell in time, or when asking could start a program: git
 * compares contents through the filters that a repository's own configuration names.
 *
 * @param paths relative to the top
 */
export function workTreeStatus(
  git: BoundedGit,
  repository: Repository,
  paths: readonly string[],
): WorkTreeStatus | undefined {
  if (configuresFilters(repository)) return undefined;
  const partial = (statsOf(join(repository.gitDirectory, 'index'))?.size ?? 0) > LARGE_INDEX_BYTES;
  if (partial && paths.length === 0) return undefined;
  // The one filter that many have in their own configuration: it would copy what it sees into the repository.
  const settings = ['clean=', 'process=', 'required=false'].flatMap((value) => ['-c', `filter.lfs.${value}`]);
  const output = git.run(
    [
      ...settings,
      ...['status', '--porcelain=v2', '-z', '--branch', '--no-ahead-behind', '--no-renames'],
      ...['--ignore-submodules=all', '--untracked-files=normal', '--', ...(partial ? paths : [])],
    ],
    undefined,
    SHARE,
  );
  return output === undefined ? undefined : { ...parseStatus(output), partial };
}

/** Fields before the path of each kind of line (git-status(1), "Porcelain Format Version 2"). */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

function parseStatus(output: string): { head?: string; dirty: string[] } {
  const dirty: string[] = [];
  let head: string | undefined;
  for (const line of output.split('\0')) {
    if (line.startsWith('# branch.oid ')) head = line.slice('# branch.oid '.length);
    const fields = FIELDS[line.charAt(0)];
    if (fields !== undefined && line.charAt(1) === ' ') dirty.push(line.split(' ').slice(fields).join(' '));
  }
  return head === undefined || head === '(initial)' ? { dirty } : { head, dirty };
}

/** Asked of the raw text: what git might read as a section is one, whatever else the file is. */
function configuresFilters({ gitDirectory, commonDirectory }: Repository): boolean {
  const own = join(gitDirectory, 'config.worktree');
  const texts = [readSmallFile(join(commonDirectory, 'config')), statsOf(own) ? readSmallFile(own) : ''];
  return texts.some((text) => text === undefined || /\[\s*(?:filter|include)/i.test(text));
}

import type { WorkspaceChanges } from '../handoff/workspace-line.ts';
import type { BoundedGit } from './git-command.ts';
import type { Repository } from './git-directory.ts';
import { headAt, headReflog } from './reflog.ts';
import { statsOf } from './small-file.ts';

export interface HeadQuestion {
  /** HEAD's commit now, where it is known already. */
  head: string | undefined;
  /** Commit as recorded; perhaps abbreviated. */
  commit: string | undefined;
  /** Epoch ms; changes up to then are the session's own. */
  settledAt: number | undefined;
  /** This is the clone in which the session worked, so its log of HEAD is the session's too. */
  sameClone: boolean;
  /** Relative to the top. */
  paths: readonly string[];
}

export interface HeadMoves {
  head?: WorkspaceChanges['head'];
  commitMissing?: true;
  /** Of the asked paths, those that commits changed after the last activity; true: it is gone. */
  changed: Map<string, boolean>;
}

/** More would be no news. */
const MAX_COMMITS = 5_000;
const COMMIT = /^[0-9a-f]{7,64}$/i;

/**
 * How HEAD moved since the session, in at most two runs of git, none where the log of HEAD tells that it did not move.
 *
 * Counted from where HEAD was at the last activity, as git's own log of HEAD tells; in another clone, or when the log does
 * not reach so far, from the recorded commit; without either, by the dates of the commits.
 */
export function headMoves(git: BoundedGit, repository: Repository, question: HeadQuestion): HeadMoves {
  const { head, settledAt, sameClone } = question;
  const commit = COMMIT.test(question.commit ?? '') ? question.commit?.toLowerCase() : undefined;
  const log = sameClone ? headReflog(repository.gitDirectory) : { entries: [], cut: false };
  const known = ({ before, after }: { before: string; after: string }) =>
    commit === undefined || before.startsWith(commit) || after.startsWith(commit);
  const before = settledAt !== undefined && log.entries.some(known) ? headAt(log, settledAt) : undefined;
  const base = before ?? commit;
  if (base === undefined && settledAt === undefined) return { changed: new Map() };
  if (head !== undefined && base !== undefined && head.startsWith(base)) return { changed: new Map() };
  const commits = listCommits(git, base, settledAt);
  if (commits === undefined) {
    const missing = before === undefined && commit !== undefined && !git.unfinished && isMissing(git, commit);
    return { changed: new Map(), ...(missing ? { commitMissing: true } : {}) };
  }
  if (before !== undefined)
    return {
      ...movedBy(commits, 'activity', repository),
      changed: changedBetween(git, before, commits, question),
    };
  const later = commits.filter(({ isNew, at }) => isNew && settledAt !== undefined && at > settledAt);
  const allLater = later.length === commits.length && settledAt !== undefined;
  const changed = changedBy(git, later, question.paths);
  return { ...movedBy(commits, allLater ? 'activity' : 'commit', repository), changed };
}

interface Commit {
  id: string;
  /** HEAD has it and had it not; else the other way round. */
  isNew: boolean;
  /** Epoch ms. */
  at: number;
}

function listCommits(git: BoundedGit, base: string | undefined, settledAt = 0): Commit[] | undefined {
  const range =
    base === undefined ? [`--max-age=${Math.floor(settledAt / 1000) + 1}`, 'HEAD'] : [`${base}...HEAD`];
  const output = git.run([
    ...['rev-list', '--left-right', '--timestamp', `--max-count=${MAX_COMMITS + 1}`, ...range, '--'],
  ]);
  return output?.split('\n').flatMap((line) => {
    const [, seconds = '', side = '', id = ''] = /^(\d+) ([<>]?)([0-9a-f]{40,64})$/.exec(line) ?? [];
    return id === '' ? [] : [{ id, isNew: side !== '<', at: Number(seconds) * 1000 }];
  });
}

function movedBy(
  commits: readonly Commit[],
  since: 'activity' | 'commit',
  { commonDirectory }: Repository,
): Pick<HeadMoves, 'head'> {
  if (commits.length === 0) return {};
  const ahead = commits.filter(({ isNew }) => isNew).length;
  const behind = commits.length - ahead;
  if (commits.length > MAX_COMMITS) return { head: { ahead: MAX_COMMITS, behind: 0, since, more: true } };
  // Where history was cut off, the two sides may only seem to have nothing in common.
  if (behind > 0 && statsOf(`${commonDirectory}/shallow`) !== undefined) return {};
  return { head: { ahead, behind, since } };
}

/** Whether the repository says that it has no such object: not whether asking failed. */
function isMissing(git: BoundedGit, commit: string): boolean {
  return git.run(['cat-file', '--batch-check'], `${commit}\n`)?.trim() === `${commit} missing`;
}

function changedBetween(
  git: BoundedGit,
  before: string,
  commits: readonly Commit[],
  { paths }: HeadQuestion,
): Map<string, boolean> {
  if (paths.length === 0 || commits.length === 0) return new Map();
  return namesOf(git.run([...DIFF_TREE, before, 'HEAD', '--', ...paths]));
}

/** Those that any of the commits changed. Newest first: what the newest did to a path counts. */
function changedBy(
  git: BoundedGit,
  commits: readonly Commit[],
  paths: readonly string[],
): Map<string, boolean> {
  if (paths.length === 0 || commits.length === 0) return new Map();
  const input = `${commits.map(({ id }) => id).join('\n')}\n`;
  return namesOf(git.run([...DIFF_TREE, '--stdin', '-m', '--root', '--no-commit-id', '--', ...paths], input));
}

const DIFF_TREE = ['diff-tree', '-r', '--name-status', '-z', '--no-renames', '--ignore-submodules=all'];

/** `STATUS NUL path NUL`, again and again. */
function namesOf(output = ''): Map<string, boolean> {
  const fields = output.split('\0');
  const names = new Map<string, boolean>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = fields[index + 1] ?? '';
    if (!names.has(path)) names.set(path, fields[index] === 'D');
  }
  return names;
}

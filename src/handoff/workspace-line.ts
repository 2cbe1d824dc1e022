import type { Timeline } from '../digest/timeline.ts';
import { cutEnd } from '../text/cut.ts';
import { plainData, withoutLabels } from '../text/sanitize.ts';
import { isoTime } from '../text/time.ts';

/** What differs between a repository now and when the session last did something. Absent: nothing, or not known. */
export interface WorkspaceChanges {
  /** How HEAD moved away from where it was. */
  head?: {
    /** Commits that HEAD has now and had not; commits that it had and has no more. */
    ahead: number;
    behind: number;
    /** Counted from the last activity, or from the recorded commit: then some may be the session's own. */
    since: 'activity' | 'commit';
    /** There are more: counting was given up. */
    more?: true;
  };
  /** The recorded commit is not in the repository. */
  commitMissing?: true;
  /** Recorded branch, and the one now; `undefined`: detached HEAD. */
  branch?: { was: string; now: string | undefined };
  /** Key files that were changed after the last action, most needed first; as the digest names them. */
  keyFiles?: readonly { path: string; gone: boolean }[];
  /** Files with changes that are not committed, whoever made them; an untracked directory counts once. */
  uncommitted?: number;
}

/** Where a digest came from, for the WORKSPACE line. */
export interface HandoffOrigin {
  source: string;
  id: string;
  /** One short sentence about the directory, e.g. that it is not on this machine. */
  directoryNote?: string;
  /** The directory on this machine that stands for the recorded one. */
  localDirectory?: string;
  changes?: WorkspaceChanges;
}

const MAX_NAME_CHARS = 80;
const MAX_FILES = 3;

/** WORKSPACE: place, session, last activity, and what changed since. Names from a repository are not trusted. */
export function workspaceLine(timeline: Timeline, origin: HandoffOrigin): string {
  const time = timeline.lastAt === undefined ? '' : `last activity ${isoTime(timeline.lastAt)}`;
  return [
    placeText(timeline, origin.localDirectory),
    origin.directoryNote ?? '',
    `session ${origin.source}:${origin.id}`,
    time,
    ...(origin.changes === undefined ? [] : changeTexts(origin.changes)),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function placeText(timeline: Timeline, localDirectory: string | undefined): string {
  const git = [
    timeline.branch ? `branch ${withoutLabels(timeline.branch)}` : '',
    timeline.commit ? `commit ${withoutLabels(timeline.commit.slice(0, 12))}` : '',
  ].filter((part) => part !== '');
  const directory = localDirectory ?? timeline.directory;
  const place = directory
    ? `${withoutLabels(directory)}${git.length > 0 ? ` (${git.join(', ')})` : ''}`
    : git.join(', ');
  return localDirectory === undefined
    ? place
    : `${place}; recorded in ${withoutLabels(timeline.directory)}, which is not on this machine`;
}

function changeTexts({ head, commitMissing, branch, keyFiles, uncommitted }: WorkspaceChanges): string[] {
  return [
    commitMissing ? 'the recorded commit is not in this clone' : '',
    head === undefined ? '' : headText(head),
    branch === undefined
      ? ''
      : `branch differs (was ${nameText(branch.was)}, now ${branch.now === undefined ? 'a detached HEAD' : nameText(branch.now)})`,
    keyFiles === undefined || keyFiles.length === 0 ? '' : filesText(keyFiles),
    uncommitted === undefined || uncommitted === 0 ? '' : counted(uncommitted, 'uncommitted change'),
  ];
}

function headText({ ahead, behind, since, more }: NonNullable<WorkspaceChanges['head']>): string {
  const when = since === 'activity' ? 'since' : 'since the recorded commit';
  if (more) return `HEAD moved more than ${counted(ahead + behind, 'commit')} ${when}`;
  if (behind === 0) return ahead === 0 ? '' : `HEAD moved ${counted(ahead, 'commit')} ${when}`;
  if (ahead === 0) return `HEAD moved back ${counted(behind, 'commit')} ${when}`;
  return `HEAD moved ${when}: ${counted(ahead, 'new commit')}, ${counted(behind, 'commit')} no longer in it`;
}

function filesText(files: NonNullable<WorkspaceChanges['keyFiles']>): string {
  const names = files
    .slice(0, MAX_FILES)
    .map(({ path, gone }) => `${nameText(path)}${gone ? ' is gone' : ''}`);
  if (files.length > MAX_FILES) names.push('…');
  return `${counted(files.length, 'key file')} changed after the last action (${names.join(', ')})`;
}

/** One word of a list: what could end the list or pass for a section loses the sign that does it. */
function nameText(name: string): string {
  return cutEnd(plainData(name), MAX_NAME_CHARS);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import { isAbsolute, join } from 'node:path';
import { normalizeGitRemote } from './remote.ts';

/** Where a session worked, as recorded, perhaps on another machine. */
export interface RecordedDirectory {
  /** Absolute there; of that machine's platform. */
  directory: string;
  /** Top of the recorded repository, where that is known. */
  root?: string | undefined;
  /** Remote URL as recorded. */
  remote?: string | undefined;
}

/** A repository on this machine. */
export interface LocalClone {
  /** Top of the work tree. Absolute. */
  root: string;
  /** `host/path`, as `normalizeGitRemote` makes it. */
  remote?: string | undefined;
}

export interface LocalPlace {
  /** Absolute, on this machine. */
  directory: string;
  /** It is not the recorded directory, but its counterpart in a clone. */
  moved: boolean;
  /** What is relative to the recorded directory is relative to this one. */
  exact: boolean;
}

/**
 * The directory on this machine that stands for a recorded one: that one itself where it exists, else its counterpart in
 * `clone` when that has the same remote. `undefined` when there is neither.
 *
 * A sub-directory is found by the recorded root; without it by a directory on the way that is called like the repository
 * or the clone. Where neither tells, the clone's root stands for it, and is not `exact`.
 */
export function localPlace(
  recorded: RecordedDirectory,
  clone: LocalClone | undefined,
  isDirectory: (path: string) => boolean,
): LocalPlace | undefined {
  const { directory, root, remote } = recorded;
  if (isAbsolute(directory) && isDirectory(directory)) return { directory, moved: false, exact: true };
  const name = remote === undefined ? undefined : normalizeGitRemote(remote);
  if (clone === undefined || name === undefined || name !== clone.remote) return undefined;
  const below =
    root === undefined ? belowNamed(directory, namesOf(name, clone.root)) : belowRoot(directory, root);
  for (const segments of below) {
    const local = join(clone.root, ...segments);
    if (isDirectory(local)) return { directory: local, moved: true, exact: true };
  }
  return { directory: clone.root, moved: true, exact: false };
}

function namesOf(remote: string, root: string): Set<string | undefined> {
  return new Set([remote.split('/').at(-1), segmentsOf(root).at(-1)]);
}

/** What follows each directory of one of these names, the longest first. */
function belowNamed(directory: string, names: ReadonlySet<string | undefined>): string[][] {
  const segments = segmentsOf(directory);
  if (segments.includes('..')) return [];
  return segments.flatMap((segment, index) => (names.has(segment) ? [segments.slice(index + 1)] : []));
}

function belowRoot(directory: string, root: string): string[][] {
  const segments = segmentsOf(directory);
  const top = segmentsOf(root);
  const isBelow = top.every((segment, index) => segments[index] === segment);
  return isBelow && !segments.includes('..') ? [segments.slice(top.length)] : [];
}

/** Of either platform. */
function segmentsOf(path: string): string[] {
  return path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
}

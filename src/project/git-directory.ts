import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSmallFile, statsOf } from './small-file.ts';

/** Where a repository keeps its things, found as git finds them, without starting git. All paths are absolute. */
export interface Repository {
  /** Top of the work tree; absent in a bare repository and inside `.git`. */
  root?: string;
  /** This worktree's own directory: `HEAD`, `config.worktree`. */
  gitDirectory: string;
  /** What all worktrees share: `config`, `refs`, `packed-refs`. */
  commonDirectory: string;
}

/** A `.git` file is one short line. */
const MAX_POINTER_BYTES = 8192;

/** `undefined` outside git, and where git itself would refuse: a `.git` file that points nowhere. */
export function findRepository(directory: string): Repository | undefined {
  const device = statsOf(directory)?.dev;
  for (let current = directory; ; ) {
    // git does not look past the file system it was started on.
    if (statsOf(current)?.dev !== device) return undefined;
    const dotGit = join(current, '.git');
    const stats = statsOf(dotGit);
    if (stats?.isFile()) {
      const target = pointedAt(dotGit, current, stats.size);
      return target === undefined ? undefined : { root: current, ...directories(target) };
    }
    if (stats?.isDirectory() && isGitDirectory(dotGit)) return { root: current, ...directories(dotGit) };
    if (isGitDirectory(current)) return directories(current);
    const parent = dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
}

/** The nearest directory that exists, symbolic links resolved: a recorded directory may be gone since. */
export function nearestExisting(directory: string): string {
  for (let current = resolve(directory); ; ) {
    const stats = statsOf(current);
    if (stats?.isDirectory()) return realpathSync(current);
    const parent = dirname(current);
    if (parent === current) return current;
    current = parent;
  }
}

/** Whether any reference names a commit. False saves starting git in a repository without commits. */
export function hasReferences({ gitDirectory, commonDirectory }: Repository): boolean {
  if (existsSync(join(commonDirectory, 'packed-refs')) || existsSync(join(commonDirectory, 'reftable')))
    return true;
  if (holdsFile(join(commonDirectory, 'refs'), 0)) return true;
  return /^[0-9a-f]{40,64}\s*$/.test(readSmallFile(join(gitDirectory, 'HEAD')) ?? '');
}

function pointedAt(dotGit: string, base: string, sizeBytes: number): string | undefined {
  if (sizeBytes > MAX_POINTER_BYTES) return undefined;
  const pointer = /^gitdir: (.+?)\r?\n*$/s.exec(readSmallFile(dotGit) ?? '')?.[1];
  if (pointer === undefined) return undefined;
  const target = resolve(base, pointer);
  return isGitDirectory(target) ? target : undefined;
}

/** git's own test: a `HEAD`, and objects and references here or in the common directory. */
function isGitDirectory(path: string): boolean {
  if (!existsSync(join(path, 'HEAD'))) return false;
  if (existsSync(join(path, 'commondir'))) return true;
  return isDirectory(join(path, 'objects')) && isDirectory(join(path, 'refs'));
}

function isDirectory(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}

function directories(gitDirectory: string): Repository {
  const common = readSmallFile(join(gitDirectory, 'commondir'))?.trim();
  return {
    gitDirectory,
    commonDirectory: common === undefined || common === '' ? gitDirectory : resolve(gitDirectory, common),
  };
}

function holdsFile(directory: string, depth: number): boolean {
  if (depth > 8 || !isDirectory(directory)) return false;
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.some(
      (entry) => entry.isFile() || (entry.isDirectory() && holdsFile(join(directory, entry.name), depth + 1)),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    // git may be allowed what we are not, or say no itself.
    return true;
  }
}

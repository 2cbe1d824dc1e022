import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

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
  const device = statSync(directory, { throwIfNoEntry: false })?.dev;
  for (let current = directory; ; ) {
    // git does not look past the file system it was started on.
    if (statSync(current, { throwIfNoEntry: false })?.dev !== device) return undefined;
    const dotGit = join(current, '.git');
    const stats = statSync(dotGit, { throwIfNoEntry: false });
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
    const stats = statSync(current, { throwIfNoEntry: false });
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

/** A file's text; `undefined` when it cannot be read or is no small regular file. */
export function readSmallFile(path: string, maxBytes = 1_000_000): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > maxBytes) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isPermissionError(error)) return undefined;
    throw error;
  }
}

function isPermissionError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EACCES' || code === 'EPERM' || code === 'ENOENT' || code === 'EISDIR';
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
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.some(
    (entry) => entry.isFile() || (entry.isDirectory() && holdsFile(join(directory, entry.name), depth + 1)),
  );
}

import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import type { Environment } from '../source.ts';

export const SOURCE_NAME = 'codex';

/** `sessions/YYYY/MM/DD`: deeper directories are not Codex's, and a loop of links ends here. */
const MAX_DEPTH = 3;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const FILE_NAME = new RegExp(
  `^rollout-(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-)?(?:(${UUID})(?:_(${UUID}))?|(.+))\\.jsonl(?:\\.zst)?$`,
);

/** Where one installation keeps its things; each side file is optional. */
export interface CodexHome {
  /** Holds `sessions/`, `archived_sessions/` and `session_index.jsonl`. */
  directory: string;
  /** Hold `state_N.sqlite`, `goals_N.sqlite`, `queue_N.sqlite`; most specific first. */
  sqliteDirectories: string[];
}

/** One rollout file, from its name alone. */
export interface RolloutFile {
  path: string;
  name: string;
  /** The thread's id. */
  id: string;
  /** Id of this file among the thread's files: a revert goes on in a new file (seen in 0.171). */
  segment: string;
}

export function codexHome(environment: Environment): CodexHome {
  const { CODEX_HOME, CODEX_SQLITE_HOME } = environment.variables;
  const directory = CODEX_HOME
    ? resolve(environment.directory, CODEX_HOME)
    : join(environment.home, '.codex');
  return {
    directory,
    sqliteDirectories: [
      ...(CODEX_SQLITE_HOME ? [resolve(environment.directory, CODEX_SQLITE_HOME)] : []),
      directory,
      join(directory, 'sqlite'),
    ],
  };
}

/** The installation that a rollout file belongs to, where nothing but the file's path is known. */
export function homeOf(location: string): CodexHome {
  let directory = dirname(location);
  for (let level = 0; level <= MAX_DEPTH && !/[\\/](?:archived_)?sessions$/.test(directory); level += 1)
    directory = dirname(directory);
  const home = dirname(directory);
  return { directory: home, sqliteDirectories: [home, join(home, 'sqlite')] };
}

export function sessionRoots(home: CodexHome): string[] {
  return [join(home.directory, 'sessions'), join(home.directory, 'archived_sessions')];
}

export function rolloutFile(directory: string, name: string): RolloutFile | undefined {
  const match = FILE_NAME.exec(name);
  const id = match?.[1] ?? match?.[3];
  if (!id) return undefined;
  return { path: join(directory, name), name, id, segment: match?.[2] ?? id };
}

/** Every rollout file below the roots, by directory reading alone; of a plain and a compressed copy, the plain one. */
export function* rolloutFiles(home: CodexHome): Generator<RolloutFile> {
  for (const root of sessionRoots(home)) yield* filesBelow(root, 0);
}

function* filesBelow(directory: string, depth: number): Generator<RolloutFile> {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    // Absent, unreadable, or no directory: this part of the store lists nothing.
    if (isFileSystemError(error)) return;
    throw error;
  }
  const names = new Set(entries.map((entry) => entry.name));
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) yield* filesBelow(join(directory, entry.name), depth + 1);
      continue;
    }
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    if (entry.name.endsWith('.zst') && names.has(entry.name.slice(0, -4))) continue;
    const file = rolloutFile(directory, entry.name);
    if (file) yield file;
  }
}

/** The installation that a listed entry came from: its databases may be elsewhere than its files. */
const homes = new WeakMap<SessionEntry, CodexHome>();

export function homeOfEntry(entry: SessionEntry): CodexHome {
  return homes.get(entry) ?? homeOf(entry.location);
}

/** The sessions of one installation: one stat each, no file opened. */
export function* listSessions(home: CodexHome): Generator<SessionEntry> {
  const files = [...rolloutFiles(home)];
  const newest = newestSegments(files);
  for (const file of files) {
    const last = newest.get(file.id);
    if (last !== undefined && last !== file.name) continue;
    const entry = entryOf(file);
    if (entry === undefined) continue;
    homes.set(entry, home);
    yield entry;
  }
}

/**
 * Per thread that has more than one segment, the name of the one it goes on in. The others are read through it, as far
 * as they are still part of the thread. Names sort by time, and the first segment's before those of its reverts.
 */
function newestSegments(files: RolloutFile[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const file of files) if (file.segment !== file.id) newest.set(file.id, '');
  for (const file of files) {
    const known = newest.get(file.id);
    if (known !== undefined && file.name > known) newest.set(file.id, file.name);
  }
  return newest;
}

function entryOf(file: RolloutFile): SessionEntry | undefined {
  const stat = statOf(file.path);
  if (!stat?.isFile()) return undefined;
  return {
    source: SOURCE_NAME,
    id: file.id,
    location: file.path,
    modifiedAt: Math.floor(stat.mtimeMs),
    sizeBytes: stat.size,
  };
}

export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}

/** `true` for what opening or reading a file may throw: it is gone, may not be read, or is none. */
export function isUnreadable(error: unknown): boolean {
  return (
    isFileSystemError(error) || (error instanceof Error && error.message.startsWith('Not a regular file'))
  );
}

/** A file's metadata, or `undefined` where there is none to be had. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isFileSystemError(error)) return undefined;
    throw error;
  }
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '../../model/session-event.ts';
import { entriesOf, statsOf } from '../../project/small-file.ts';
import type { Environment } from '../../sources/source.ts';
import { globalSessionDirectory, projectsDirectory } from '../paths.ts';
import { StoreError, systemReason } from '../store-error.ts';

/** A session's file, known from its directory entry and one stat. */
export interface SessionFile {
  path: string;
  /** File name without `.json`: the id, unless that holds characters that the name cannot (see `sessionFileName`). */
  name: string;
  modifiedAt: EpochMs;
  sizeBytes: number;
}

/** Ids of all projects that have a session directory here, sorted. */
export function projectIds(environment: Environment): string[] {
  const entries = entriesOf(projectsDirectory(environment));
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Every session directory of this machine: each project's, and the one outside projects. */
export function sessionDirectories(environment: Environment): string[] {
  const projects = projectsDirectory(environment);
  return [...projectIds(environment).map((id) => join(projects, id)), globalSessionDirectory(environment)];
}

/** Every `.json` file of a session directory, unordered, none opened. A directory that does not exist holds none. */
export function listSessionFiles(directory: string): SessionFile[] {
  const files: SessionFile[] = [];
  for (const entry of entriesOf(directory)) {
    if (!entry.name.endsWith('.json') || entry.name.startsWith('.')) continue;
    const path = join(directory, entry.name);
    const stats = statsOf(path);
    if (!stats?.isFile()) continue;
    files.push({
      path,
      name: entry.name.slice(0, -'.json'.length),
      modifiedAt: Math.floor(stats.mtimeMs),
      sizeBytes: stats.size,
    });
  }
  return files;
}

/** Symbolic links count as files; where no file can be, none is. Throws `session-unreadable` where the system does not say. */
export function fileExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    if (IMPOSSIBLE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw new StoreError({ code: 'session-unreadable', path, reason }, { cause: error });
  }
}

const IMPOSSIBLE = new Set(['ENAMETOOLONG', 'ENOTDIR', 'ELOOP']);

import { closeSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import { openRegularFile } from '../json-lines.ts';
import type { SessionReader } from '../source.ts';
import { openDatabaseSession } from './database.ts';
import { describeSession } from './describe.ts';
import { exportInfo, openExport } from './export-file.ts';
import { SessionFold } from './fold.ts';
import type { StoredSession } from './stored.ts';
import { isTreeFile, openTreeSession } from './tree.ts';

/** Of OpenCode and of its fork Kilo CLI. */
export const openCodeReader: SessionReader = { describe, read };

/**
 * The session in a file that `opencode export` printed, for `openCodeReader`; `undefined` when
 * the file is none. Exports lie anywhere, and most repeat a session of the database: no listing names them.
 *
 * @throws the file-system error when the file cannot be opened.
 */
export function openCodeExport(path: string): SessionEntry | undefined {
  const location = resolve(path);
  const id = exportInfo(location)?.['id'];
  if (typeof id !== 'string') return undefined;
  const stat = statSync(location);
  return {
    source: 'opencode',
    id,
    location,
    modifiedAt: Math.floor(stat.mtimeMs),
    sizeBytes: stat.size,
  };
}

function describe(entry: SessionEntry): SessionDescription {
  const session = open(entry, 'recent', () => undefined);
  return session ? describeSession(session) : {};
}

function read(entry: SessionEntry, emit: Parameters<SessionReader['read']>[1]): ReadReport {
  const warnings: string[] = [];
  const session = open(entry, 'now', (reason) => warnings.push(reason));
  return session ? new SessionFold(session, emit).read() : { records: 0, unknown: 0, broken: 0, warnings };
}

function open(
  entry: SessionEntry,
  freshness: 'now' | 'recent',
  explain: (reason: string) => void,
): StoredSession | undefined {
  try {
    if (isTreeFile(entry.location)) return openTreeSession(entry.location, explain);
    if (isDatabase(entry.location)) return openDatabaseSession(entry.location, entry.id, freshness, explain);
    return openExport(entry.location, explain);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    explain(`${entry.location} cannot be opened: ${(error as Error).message}.`);
    return undefined;
  }
}

/** By content: `OPENCODE_DB` may have any name. A database whose first page is still in its log is an empty file. */
function isDatabase(path: string): boolean {
  const { fd, size } = openRegularFile(path);
  try {
    const magic = 'SQLite format 3\0';
    const head = Buffer.alloc(magic.length);
    readSync(fd, head, 0, head.length, 0);
    return size === 0 || head.toString('latin1') === magic;
  } finally {
    closeSync(fd);
  }
}

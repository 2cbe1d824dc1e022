import { closeSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import { statsOf } from '../../project/small-file.ts';
import { openRegularFile } from '../json-lines.ts';
import type { Environment, SessionSource } from '../source.ts';
import { databaseRows, openDatabaseSession } from './database.ts';
import { describeSession } from './describe.ts';
import { exportInfo, openExport } from './export-file.ts';
import { SessionFold } from './fold.ts';
import { databasePaths, dataDirectory, type Product } from './paths.ts';
import type { StoredSession } from './stored.ts';
import { isTreeFile, openTreeSession, treeFiles, treeModifiedAt } from './tree.ts';

export const openCode: SessionSource = source({
  name: 'opencode',
  label: 'OpenCode',
  application: 'opencode',
  databaseVariable: 'OPENCODE_DB',
});

/** A fork of OpenCode with the same store under another name. */
export const kilo: SessionSource = source({
  name: 'kilo',
  label: 'Kilo CLI',
  application: 'kilo',
  databaseVariable: 'KILO_DB',
});

/**
 * The session in a file that `opencode export` printed, for `openCode.describe` and `openCode.read`; `undefined` when
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
    source: openCode.name,
    id,
    location,
    modifiedAt: Math.floor(stat.mtimeMs),
    sizeBytes: stat.size,
  };
}

function source(product: Product): SessionSource {
  return {
    name: product.name,
    label: product.label,
    roots: (environment) => [
      ...databasePaths(product, environment).filter(
        (path) => !path.startsWith(join(dataDirectory(product, environment), '/')),
      ),
      dataDirectory(product, environment),
    ],
    list: (environment) => list(product, environment),
    describe,
    read,
  };
}

function* list(product: Product, environment: Environment): Iterable<SessionEntry> {
  const known = new Set<string>();
  for (const location of databasePaths(product, environment)) {
    for (const { id, updatedAt } of databaseRows(location)) {
      known.add(id);
      const modifiedAt = updatedAt || Math.floor(statsOf(location)?.mtimeMs ?? 0);
      yield { source: product.name, id, location, modifiedAt, sizeBytes: 0 };
    }
  }
  for (const { id, path } of treeFiles(dataDirectory(product, environment))) {
    // Its files stayed behind when the session moved to the newer store.
    if (known.has(id)) continue;
    known.add(id);
    yield { source: product.name, id, location: path, modifiedAt: treeModifiedAt(path), sizeBytes: 0 };
  }
}

function describe(entry: SessionEntry): SessionDescription {
  const session = open(entry, 'recent', () => undefined);
  return session ? describeSession(session) : {};
}

function read(entry: SessionEntry, emit: Parameters<SessionSource['read']>[1]): ReadReport {
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

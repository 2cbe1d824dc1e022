import { basename } from 'node:path';
import type { ProjectIdentity } from '../../project/identity.ts';
import type { SessionRow } from '../../sessions/newest-first.ts';
import type { SessionLookup } from '../../sessions/session-lookup.ts';
import { presentRows, sessionRecord } from '../../sessions/session-record.ts';
import type { CommonOptions } from '../command-parts.ts';
import { age, size } from '../human.ts';
import { expectLongReading } from '../long-reading.ts';
import { type StoreOption, withCatalog } from '../open-catalog.ts';
import { note, print, printJson, terminalWidth, unreadableNote } from '../output.ts';
import { redactLevel } from '../redact-level.ts';
import { table } from '../table.ts';

interface ListOptions extends CommonOptions, StoreOption {
  limit?: number;
  all?: boolean;
  project?: string;
}

const DEFAULT_LIMIT = 20;

/** `session list` */
export function list(_argument: string | undefined, options: ListOptions): Promise<void> {
  return withCatalog(options, (catalog) => listSessions(catalog, options));
}

async function listSessions(catalog: SessionLookup, options: ListOptions): Promise<void> {
  const limit = options.limit === undefined ? DEFAULT_LIMIT : options.limit;
  const unreadable: string[] = [];
  const rows: SessionRow[] = [];
  const filter = { source: options.source, project: projectOf(catalog, options) };
  expectLongReading();
  const sessions = catalog.newest(filter, (entry) => unreadable.push(entry.location));
  for await (const row of sessions) {
    rows.push(row);
    if (limit > 0 && rows.length >= limit) break;
  }
  const shown = await presentRows(rows, redactLevel(options), catalog.environment.home);
  if (options.json) printJson(shown.map(sessionRecord));
  else if (shown.length > 0) print(await rendered(shown));
  if (options.quiet) return;
  if (rows.length === 0 && !options.json) note(emptyNote(catalog, options));
  if (unreadable.length > 0) note(unreadableNote(unreadable));
  if (limit > 0 && rows.length >= limit && !options.json) note(`The newest ${limit}; -n 0 lists all.`);
}

function projectOf(catalog: SessionLookup, options: ListOptions): ProjectIdentity | undefined {
  if (options.project !== undefined) return { id: options.project, kind: 'path', root: '', formerIds: [] };
  return options.all ? undefined : catalog.project();
}

function emptyNote(catalog: SessionLookup, options: ListOptions): string {
  if (!options.all)
    return "No sessions of this project. 'praisonai session list --all' lists every project's.";
  return [
    options.store ? 'The store holds no sessions:' : 'No sessions were found on this machine. Looked in:',
    ...catalog.roots(options.source).map((root) => `  ${root}`),
  ].join('\n');
}

function rendered(rows: readonly SessionRow[]): Promise<string> {
  const now = Date.now();
  const cells = rows.map(({ entry, description, activeAt }) => [
    entry.source,
    description.id ?? entry.id,
    description.title ?? '',
    projectName(description),
    size(entry.sizeBytes),
    age(activeAt, now),
    description.ending ?? '',
  ]);
  return table(
    [
      { title: 'SOURCE' },
      { title: 'ID', flexible: true },
      { title: 'TITLE', flexible: true },
      { title: 'PROJECT', flexible: true, optional: 2 },
      { title: 'SIZE', align: 'right', optional: 1 },
      { title: 'UPDATED', optional: 4 },
      { title: 'ENDED', optional: 3 },
    ],
    cells,
    process.stdout.isTTY ? terminalWidth() : 200,
  );
}

function projectName({ directory, projectId }: SessionRow['description']): string {
  if (directory) return basename(directory.replaceAll('\\', '/'));
  return projectId ?? '';
}

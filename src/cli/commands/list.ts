import { basename } from 'node:path';
import type { SessionDescription } from '../../model/session.ts';
import type { ProjectIdentity } from '../../project/identity.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { buildCleaned } from '../../sessions/cleaner.ts';
import type { SessionRow } from '../../sessions/newest-first.ts';
import { oneLine } from '../../text/sanitize.ts';
import { isoTime } from '../../text/time.ts';
import { processEnvironment } from '../environment.ts';
import { age, count, size } from '../human.ts';
import { note, print, printJson, terminalWidth } from '../output.ts';
import type { CommonOptions } from '../program.ts';
import { redactLevel } from '../redact-level.ts';
import { table } from '../table.ts';

interface ListOptions extends CommonOptions {
  limit?: number;
  all?: boolean;
  project?: string;
}

const DEFAULT_LIMIT = 20;

/** `session list` */
export async function list(_argument: string | undefined, options: ListOptions): Promise<void> {
  const catalog = new SessionCatalog(processEnvironment());
  const limit = options.limit === undefined ? DEFAULT_LIMIT : options.limit;
  const unreadable: string[] = [];
  const rows: SessionRow[] = [];
  const filter = { source: options.source, project: projectOf(catalog, options) };
  const sessions = catalog.newest(filter, (entry) => unreadable.push(entry.location));
  for (const row of sessions) {
    rows.push(row);
    if (limit > 0 && rows.length >= limit) break;
  }
  const { value: shown } = await buildCleaned(
    (clean) => rows.map((row) => ({ ...row, description: cleanedDescription(row.description, clean) })),
    redactLevel(options),
    catalog.environment.home,
  );
  if (options.json) printJson(shown.map(jsonRow));
  else if (shown.length > 0) print(rendered(shown));
  if (options.quiet) return;
  if (rows.length === 0 && !options.json) note(emptyNote(catalog, options));
  if (unreadable.length > 0) note(unreadableNote(unreadable));
  if (limit > 0 && rows.length >= limit && !options.json) note(`The newest ${limit}; -n 0 lists all.`);
}

/** Titles are text of a session; whole ones are redacted, then cut by the table. */
function cleanedDescription(
  description: SessionDescription,
  clean: (text: string) => string,
): SessionDescription {
  const cleaned: SessionDescription = { ...description };
  if (description.title !== undefined) cleaned.title = oneLine(clean(description.title));
  if (description.directory !== undefined) cleaned.directory = oneLine(clean(description.directory));
  if (description.agentName !== undefined) cleaned.agentName = oneLine(clean(description.agentName));
  return cleaned;
}

function unreadableNote(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return `${count(paths.length, 'unreadable file')} left out: ${shown}${paths.length > 3 ? ', …' : ''}`;
}

function projectOf(catalog: SessionCatalog, options: ListOptions): ProjectIdentity | undefined {
  if (options.project !== undefined) return { id: options.project, kind: 'path', root: '', formerIds: [] };
  return options.all ? undefined : catalog.project();
}

function emptyNote(catalog: SessionCatalog, options: ListOptions): string {
  if (!options.all)
    return "No sessions of this project. 'praisonai session list --all' lists every project's.";
  return [
    'No sessions were found on this machine. Looked in:',
    ...catalog.roots(options.source).map((root) => `  ${root}`),
  ].join('\n');
}

function jsonRow({ entry, description, activeAt }: SessionRow): Record<string, unknown> {
  return {
    session_id: description.id ?? entry.id,
    source: entry.source,
    title: description.title ?? null,
    project: description.directory ?? description.projectId ?? null,
    agent_name: description.agentName ?? null,
    message_count: description.messageCount ?? null,
    size_bytes: entry.sizeBytes,
    created_at: description.createdAt === undefined ? null : isoTime(description.createdAt),
    updated_at: description.updatedAtText ?? isoTime(activeAt),
    ending: description.ending ?? 'unknown',
    model: description.model ?? null,
    total_tokens: description.totalTokens ?? null,
    cost: description.cost ?? null,
    parent_id: description.parentId ?? null,
    location: entry.location,
  };
}

function rendered(rows: readonly SessionRow[]): string {
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
      { title: 'PROJECT', flexible: true },
      { title: 'SIZE', align: 'right' },
      { title: 'UPDATED' },
      { title: 'ENDED' },
    ],
    cells,
    process.stdout.isTTY ? terminalWidth() : 200,
  );
}

function projectName({ directory, projectId }: SessionRow['description']): string {
  if (directory) return basename(directory.replaceAll('\\', '/'));
  return projectId ?? '';
}

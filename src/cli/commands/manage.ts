import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraisonError } from '../../errors.ts';
import type { SessionEntry } from '../../model/session.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { JsonSessionStore } from '../../stores/json/json-session-store.ts';
import { openProjectStore } from '../../stores/json/open-store.ts';
import { retentionFrom } from '../../stores/json/retention.ts';
import { lockingMode } from '../../stores/locking/file-lock.ts';
import type { CommonOptions } from '../command-parts.ts';
import { confirmed } from '../confirm.ts';
import { processEnvironment } from '../environment.ts';
import { openStoreOption, type StoreOption } from '../open-catalog.ts';
import { note, print, printJson } from '../output.ts';

interface WriteOptions extends CommonOptions, StoreOption {
  rest?: unknown;
  atMessage?: number;
  title?: string;
  yes?: boolean;
  id?: string;
}

/** `session rename <id> <title...>` */
export async function rename(query: string | undefined, options: WriteOptions): Promise<void> {
  const { id, store } = await ownSession(query, options);
  const title = Array.isArray(options.rest) ? options.rest.join(' ').trim() : '';
  if (title === '')
    throw new PraisonError('invalid-argument', 'The title is empty.', {
      hints: ['Give the title after the id.'],
    });
  await store.rename(id, title);
  tell(options, { session_id: id, title }, `Renamed ${id} to “${title}”.`);
}

/** `session fork <id>` */
export async function fork(query: string | undefined, options: WriteOptions): Promise<void> {
  const { id, store } = await ownSession(query, options);
  const forked = await store.fork(id, {
    ...(options.atMessage === undefined ? {} : { atMessage: options.atMessage }),
    ...(options.title === undefined ? {} : { title: options.title }),
  });
  tell(options, { session_id: forked.id, parent_id: id }, `Forked ${id} into ${forked.id}.`);
}

/** `session delete <id>` */
export async function remove(query: string | undefined, options: WriteOptions): Promise<void> {
  if (options.store !== undefined) return removeStored(query ?? '', options);
  const { id, store } = await ownSession(query, options);
  if (!(await mayDelete(id, options))) return;
  await store.delete(id);
  tell(options, { session_id: id, deleted: true }, `Deleted ${id}.`);
}

/** Of a store, any agent's session can be deleted: it is a copy. */
async function removeStored(query: string, options: WriteOptions): Promise<void> {
  const environment = processEnvironment();
  const { StoreCatalog } = await import('../../transfer/store-catalog.ts');
  const catalog = new StoreCatalog(
    environment,
    await openStoreOption(options.store, environment, 'must-exist'),
  );
  try {
    const { source, id } = await catalog.resolve(query, options.source);
    const name = `${source}:${id}`;
    if (!(await mayDelete(`${name} of ${catalog.store.place}`, options))) return;
    await catalog.store.delete({ source, id });
    tell(options, { session_id: id, source, deleted: true }, `Deleted ${name}.`);
  } finally {
    await catalog.close();
  }
}

/** @throws PraisonError where nobody can be asked */
async function mayDelete(name: string, options: WriteOptions): Promise<boolean> {
  if (options.yes || (await confirmed(`Delete session ${name}? It cannot be undone.`))) return true;
  if (process.stdin.isTTY) {
    note('Not deleted.');
    return false;
  }
  throw new PraisonError('invalid-argument', `Not deleted: ${name}`, {
    hints: ['Without a terminal, say -y to delete without being asked.'],
  });
}

/** `session import <file>` */
export async function importSession(path: string | undefined, options: WriteOptions): Promise<void> {
  const environment = processEnvironment();
  const catalog = new SessionCatalog(environment);
  const store = openProjectStore(environment, catalog.project());
  const imported = await store.import(readImport(path ?? ''), options.id);
  noteLocking(options);
  tell(options, { session_id: imported.id }, `Imported as ${imported.id}.`);
}

function readImport(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PraisonError('invalid-file', `Cannot read ${path}: ${(cause as Error).message}`, {
      hints: ["Give a file that 'praisonai session export <id> --format json -o <file>' wrote."],
      facts: { path },
      cause,
    });
  }
}

/** A session of ours that may be changed, and the store that holds it. @throws PraisonError `not-writable` */
async function ownSession(
  query: string | undefined,
  options: WriteOptions,
): Promise<{ id: string; store: JsonSessionStore }> {
  const environment = processEnvironment();
  const catalog = new SessionCatalog(environment);
  const entry = await catalog.resolve(query ?? '', options.source);
  if (entry.source !== 'praisonai') throw foreign(entry, catalog.sourceOf(entry).label);
  noteLocking(options);
  const store = new JsonSessionStore({
    directory: dirname(entry.location),
    retention: retentionFrom(environment.variables),
    platform: environment.platform,
  });
  return { id: (await catalog.describe(entry)).id ?? entry.id, store };
}

function foreign(entry: SessionEntry, label: string): PraisonError {
  return new PraisonError(
    'not-writable',
    `${entry.source}:${entry.id} belongs to ${label}, whose sessions are only read.`,
    {
      hints: [`Use ${label} itself to change it.`],
      facts: { session_id: entry.id, source: entry.source },
    },
  );
}

/** Without flock our processes still exclude each other, but not a Python `praisonai` that writes at the same moment. */
function noteLocking(options: WriteOptions): void {
  if (options.quiet || lockingMode() === 'flock') return;
  note(
    'Note: the optional package fs-ext is missing, so a Python praisonai that writes this session at the same moment is not held off.',
  );
}

function tell(options: WriteOptions, json: Record<string, unknown>, text: string): void {
  if (options.json) printJson(json);
  else print(text);
}

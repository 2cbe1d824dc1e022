import { resolve } from 'node:path';
import { PraisonError } from '../../errors.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { resolveSession } from '../../sessions/resolve.ts';
import { sharePage } from '../../sessions/share-session.ts';
import { type Removal, type SharedPage, ShareStore } from '../../share/share-store.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { expectLongReading } from '../long-reading.ts';
import { note, print, printJson } from '../output.ts';
import { redactLevel } from '../redact-level.ts';
import { noteProblems } from './handoff.ts';

interface ShareOptions extends CommonOptions {
  output?: string;
}

/** `session share <id>` */
export async function share(id: string | undefined, options: ShareOptions): Promise<void> {
  const environment = processEnvironment();
  const catalog = new SessionCatalog(environment);
  const entry = await catalog.resolve(id ?? '', options.source);
  const level = redactLevel(options);
  expectLongReading(entry);
  const page = await sharePage(catalog.sourceOf(entry), entry, environment, level);
  const store = new ShareStore(environment);
  const path = await store.add(
    page.html,
    { source: entry.source, session_id: page.sessionId, created_at: new Date().toISOString() },
    options.output === undefined ? undefined : resolve(environment.directory, options.output),
  );
  if (options.json)
    printJson({
      session_id: page.sessionId,
      source: entry.source,
      path,
      redaction: level,
      secrets: page.secrets,
    });
  else print(path);
  if (options.quiet) return;
  noteProblems(page);
  if (level === 'none') note('Note: nothing was redacted; look at the page before you pass it on.');
  note(`'praisonai session unshare ${entry.source}:${page.sessionId}' removes it.`);
}

/** `session unshare <id>`: also for a session that is gone by now. */
export async function unshare(id: string | undefined, options: CommonOptions): Promise<void> {
  const environment = processEnvironment();
  const store = new ShareStore(environment);
  const session = await sharedSession(await store.pages(), id ?? '', options.source, environment);
  const removal = await store.remove(session.source, session.session_id);
  const { source, session_id } = session;
  if (options.json) printJson({ session_id, source, ...removal });
  else print(told(removal).join('\n'));
  if (removal.foreign.length > 0) process.exitCode = 1;
}

function told({ removed, missing, foreign }: Removal): string[] {
  return [
    ...removed.map((path) => `Removed ${path}`),
    ...missing.map((path) => `Was gone already: ${path}`),
    ...foreign.map((path) => `Left alone, for it is no page that praisonai wrote: ${path}`),
  ];
}

/** @throws PraisonError `not-shared`, and as `resolveSession` */
async function sharedSession(
  pages: readonly SharedPage[],
  query: string,
  source: string | undefined,
  environment: ReturnType<typeof processEnvironment>,
): Promise<SharedPage> {
  const bySession = new Map(
    pages
      .filter((page) => source === undefined || page.source === source)
      .map((page) => [`${page.source}:${page.session_id}`, page]),
  );
  const entries = [...bySession.values()].map((page) => ({
    source: page.source,
    id: page.session_id,
    location: page.path,
    modifiedAt: 0,
    sizeBytes: 0,
  }));
  try {
    const found = await resolveSession(query, entries);
    const page = bySession.get(`${found.source}:${found.id}`);
    if (page) return page;
  } catch (error) {
    if (!(error instanceof PraisonError) || error.code !== 'session-not-found') throw error;
  }
  // The catalog's own error tells of an id that nobody knows.
  const entry = await new SessionCatalog(environment).resolve(query, source);
  throw new PraisonError('not-shared', `Session ${entry.source}:${entry.id} is not shared.`, {
    hints: [`'praisonai session share ${entry.source}:${entry.id}' writes a page of it.`],
    facts: { session_id: entry.id, source: entry.source },
  });
}

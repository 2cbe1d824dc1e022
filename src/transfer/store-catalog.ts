import { PraisonError } from '../errors.ts';
import type { SessionDescription, SessionEntry } from '../model/session.ts';
import { identifyProject, type ProjectIdentity } from '../project/identity.ts';
import type { SessionRow } from '../sessions/newest-first.ts';
import { resolveSession } from '../sessions/resolve.ts';
import type { CatalogFilter, SessionLookup } from '../sessions/session-lookup.ts';
import type { Environment, SessionReader, SessionSource } from '../sources/source.ts';
import type { ListedSession, ListPage, ListQuery, SessionStore } from '../stores/session-store.ts';
import { describeStored, entryOf, openStored } from './stored-source.ts';

/** Sessions of a page: a person sees the first one soon, and a listing of all takes few round trips. */
const PAGE = 100;
/** Enough to find the one that is meant, or to say that there are several. */
const MOST_MATCHES = 50;

/** The sessions of a store, in the form in which those of this machine are found. */
export class StoreCatalog implements SessionLookup {
  /** What a listing told; a session that was read is opened once. */
  readonly #descriptions = new Map<string, SessionDescription>();
  readonly #sources = new Map<string, Promise<SessionSource>>();

  constructor(
    readonly environment: Environment,
    readonly store: SessionStore,
  ) {}

  roots(): string[] {
    return [this.store.place];
  }

  sourceOf(entry: SessionEntry): SessionSource {
    const { source } = entry;
    return {
      name: source,
      label: source,
      roots: () => [],
      list: () => [],
      reader: () => this.readerOf(entry),
    };
  }

  async readerOf(entry: SessionEntry): Promise<SessionReader> {
    const name = nameOf(entry);
    const opened = this.#sources.get(name) ?? openStored(this.store, entry).then(({ source }) => source);
    // One session, not all that are looked at on the way, stays in memory.
    this.#sources.clear();
    this.#sources.set(name, opened);
    return (await opened).reader();
  }

  async describe(entry: SessionEntry): Promise<SessionDescription> {
    return this.#descriptions.get(nameOf(entry)) ?? (await this.readerOf(entry)).describe(entry);
  }

  project(): ProjectIdentity {
    return identifyProject(this.environment.directory, this.environment);
  }

  newest(filter: CatalogFilter): AsyncGenerator<SessionRow> {
    return this.rows(filter, (query) => this.store.list(query));
  }

  mayHold(words: readonly string[], filter: CatalogFilter): AsyncGenerator<SessionRow> {
    const { store } = this;
    return this.rows(filter, (query) => (store.search ? store.search(words, query) : store.list(query)));
  }

  async resolve(query: string, source?: string): Promise<SessionEntry> {
    const wanted = query.trim();
    const [named, id] = splitName(wanted);
    const found = await this.store.withPrefix(wanted, MOST_MATCHES, source);
    // `source:id`, unless an id itself holds a colon.
    if (named !== undefined) found.push(...(await this.store.withPrefix(id, MOST_MATCHES, source ?? named)));
    const entries = found.map((listed) => this.remember(listed).entry);
    try {
      return await resolveSession(
        query,
        entries,
        async (entry) => (await this.describe(entry)).subAgent === true,
      );
    } catch (error) {
      throw error instanceof PraisonError && error.code === 'session-not-found'
        ? this.notFound(query)
        : error;
    }
  }

  async newestRoot(filter: CatalogFilter): Promise<SessionRow> {
    for await (const row of this.newest({ ...filter, children: false })) return row;
    throw new PraisonError('no-session', `No session of this project was found in ${this.store.place}.`, {
      hints: [
        "Push one with 'praisonai session push' on the machine that has it, or see all with 'praisonai session list --all --store'.",
      ],
      facts: { project: filter.project?.root ?? null, store: this.store.place },
    });
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private async *rows(
    { source, project, children }: CatalogFilter,
    page: (query: ListQuery) => Promise<ListPage>,
  ): AsyncGenerator<SessionRow> {
    const query: ListQuery = { limit: PAGE, rootsOnly: children === false };
    if (source !== undefined) query.source = source;
    if (project !== undefined) query.projects = [project.id, ...project.formerIds];
    for (;;) {
      const { sessions, next } = await page(query);
      for (const listed of sessions) if (listed.description.subAgent !== true) yield this.remember(listed);
      if (next === undefined) return;
      query.after = next;
    }
  }

  private remember(listed: ListedSession): SessionRow {
    const entry = entryOf(listed, this.store.place);
    const description = describeStored(listed);
    this.#descriptions.set(nameOf(entry), description);
    return { entry, description, activeAt: listed.activeAt };
  }

  private notFound(query: string): PraisonError {
    return new PraisonError('session-not-found', `Session not found in ${this.store.place}: ${query}`, {
      hints: [
        "Use 'praisonai session list --all --store' to see what is there, 'praisonai session push' to put one there.",
      ],
      facts: { session_id: query, store: this.store.place },
    });
  }
}

function nameOf({ source, id }: Pick<SessionEntry, 'source' | 'id'>): string {
  return `${source}:${id}`;
}

function splitName(name: string): [source: string | undefined, id: string] {
  const match = /^([a-z][a-z0-9-]*):(.+)$/.exec(name);
  return match === null ? [undefined, name] : [match[1], match[2] ?? ''];
}

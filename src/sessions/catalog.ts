import { PraisonError } from '../errors.ts';
import type { SessionDescription, SessionEntry } from '../model/session.ts';
import { identifyProject, isSameProject, type ProjectIdentity } from '../project/identity.ts';
import { sources as allSources } from '../sources/registry.ts';
import type { Environment, SessionReader, SessionSource } from '../sources/source.ts';
import { newestFirst, type SessionRow } from './newest-first.ts';
import { resolveSession } from './resolve.ts';
import type { CatalogFilter, SessionLookup } from './session-lookup.ts';

export type { CatalogFilter };

/** Every session on this machine, over all sources. Nothing is cached between calls: what was just written is there. */
export class SessionCatalog implements SessionLookup {
  readonly #readers = new Map<string, SessionReader>();

  constructor(
    readonly environment: Environment,
    private readonly sources: readonly SessionSource[] = allSources,
  ) {}

  /** @throws PraisonError `unknown-source` */
  sourceNamed(name: string): SessionSource {
    const source = this.sources.find((candidate) => candidate.name === name);
    if (source) return source;
    throw new PraisonError('unknown-source', `Unknown source: ${name}`, {
      hints: [`Sources: ${this.sources.map((candidate) => candidate.name).join(', ')}`],
      facts: { source: name },
    });
  }

  sourceOf(entry: SessionEntry): SessionSource {
    return this.sourceNamed(entry.source);
  }

  count(source?: string): number {
    return this.entries(source).length;
  }

  async close(): Promise<void> {
    // Files are closed after each look.
  }

  entries(source?: string): SessionEntry[] {
    return this.chosen(source).flatMap((candidate) => [...candidate.list(this.environment)]);
  }

  /** The directories need not exist. */
  roots(source?: string): string[] {
    return this.chosen(source).flatMap((candidate) => candidate.roots(this.environment));
  }

  async readerOf(entry: SessionEntry): Promise<SessionReader> {
    const loaded = this.#readers.get(entry.source);
    if (loaded) return loaded;
    const reader = await this.sourceOf(entry).reader();
    this.#readers.set(entry.source, reader);
    return reader;
  }

  async describe(entry: SessionEntry): Promise<SessionDescription> {
    return (await this.readerOf(entry)).describe(entry);
  }

  project(): ProjectIdentity {
    return identifyProject(this.environment.directory, this.environment);
  }

  async *newest(
    filter: CatalogFilter,
    unreadable?: (entry: SessionEntry) => void,
  ): AsyncGenerator<SessionRow> {
    for await (const row of newestFirst(this.entries(filter.source), (entry) => this.describe(entry))) {
      const { description } = row;
      if (description.unreadable) {
        if (this.belongs(row, filter.project)) unreadable?.(row.entry);
        continue;
      }
      if (description.subAgent) continue;
      if (filter.children === false && description.parentId !== undefined) continue;
      if (this.belongs(row, filter.project)) yield row;
    }
  }

  resolve(query: string, source?: string): Promise<SessionEntry> {
    return resolveSession(
      query,
      this.entries(source),
      async (entry) => (await this.describe(entry)).subAgent === true,
    );
  }

  async newestRoot(filter: CatalogFilter): Promise<SessionRow> {
    const row = await firstOf(this.newest({ ...filter, children: false }));
    if (row) return row;
    const elsewhere = await firstOf(this.newest({ source: filter.source, children: false }));
    const hints = elsewhere
      ? [
          `The newest one elsewhere is ${elsewhere.entry.source}:${elsewhere.entry.id}${elsewhere.description.directory ? ` in ${elsewhere.description.directory}` : ''}.`,
          `Hand it off with 'praisonai session handoff ${elsewhere.entry.source}:${elsewhere.entry.id}', or see all with 'praisonai session list --all'.`,
        ]
      : [
          "No agent's sessions were found on this machine. 'praisonai session list --all' shows where it looks.",
        ];
    throw new PraisonError('no-session', 'No session of this project was found.', {
      hints,
      facts: { project: filter.project?.root ?? null },
    });
  }

  private chosen(source: string | undefined): readonly SessionSource[] {
    return source === undefined ? this.sources : [this.sourceNamed(source)];
  }

  private belongs({ description }: SessionRow, project: ProjectIdentity | undefined): boolean {
    if (project === undefined) return true;
    if (description.projectId !== undefined) {
      return [project.id, ...project.formerIds, 'global'].includes(description.projectId);
    }
    return isSameProject(
      project,
      { directory: description.directory, remote: description.remote },
      this.environment,
    );
  }
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}

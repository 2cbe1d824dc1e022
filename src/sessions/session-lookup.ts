import type { SessionDescription, SessionEntry } from '../model/session.ts';
import type { ProjectIdentity } from '../project/identity.ts';
import type { Environment, SessionReader, SessionSource } from '../sources/source.ts';
import type { SessionRow } from './newest-first.ts';

export interface CatalogFilter {
  /** Only this source. */
  source?: string | undefined;
  /** Sessions of this project; `undefined`: of every project. */
  project?: ProjectIdentity | undefined;
  /** Also sessions that were forked or spawned from another one. Default true; sub-agents' are never listed. */
  children?: boolean;
}

/** Where sessions are found: on this machine (`SessionCatalog`), or in a store (`StoreCatalog`). */
export interface SessionLookup {
  readonly environment: Environment;
  /** Where sessions are looked for, for people. */
  roots(source?: string): string[];
  sourceOf(entry: SessionEntry): SessionSource;
  readerOf(entry: SessionEntry): Promise<SessionReader>;
  describe(entry: SessionEntry): Promise<SessionDescription>;
  /** The project of the working directory. */
  project(): ProjectIdentity;
  /**
   * Sessions, newest first, opened one by one as they are asked for.
   *
   * @param unreadable called for each file on the way that holds no readable session
   */
  newest(filter: CatalogFilter, unreadable?: (entry: SessionEntry) => void): AsyncGenerator<SessionRow>;
  /** Only those, newest first, that may hold all of these words; absent: every one has to be read. */
  mayHold?(words: readonly string[], filter: CatalogFilter): AsyncGenerator<SessionRow>;
  /** @throws PraisonError as `resolveSession` */
  resolve(query: string, source?: string): Promise<SessionEntry>;
  /** The newest root session of a project. @throws PraisonError `no-session` */
  newestRoot(filter: CatalogFilter): Promise<SessionRow>;
  /** How many sessions there are, where that is known for nothing. */
  count?(source?: string): number;
  close(): Promise<void>;
}

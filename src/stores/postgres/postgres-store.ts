import type { MessageRecord } from '../../model/session-record.ts';
import type {
  ExpectedVersion,
  ListedSession,
  ListPage,
  ListQuery,
  Pruned,
  PruneQuery,
  SessionChange,
  SessionKey,
  SessionStore,
  SessionVersion,
  StoredSession,
} from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { connectionSettings } from './connection-settings.ts';
import { Connections, type Limits } from './connections.ts';
import { listed, listStatement, page, prefixStatement } from './listings.ts';
import { loadDriver } from './load-driver.ts';
import { migrate } from './migrate.ts';
import { prune } from './prune.ts';
import { checkName, isUnstorable, LISTED_COLUMNS, type ListedRow } from './rows.ts';
import { SCHEMA } from './schema.ts';
import { search, searchStatements } from './search.ts';
import { KeptStatistics } from './word-statistics.ts';
import { prepareWrite, writeSession } from './write-session.ts';

export type PostgresStoreOptions = Partial<Limits>;

const LIMITS: Limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 30_000, maxConnections: 4 };

/** One batch of messages: at most so many, and so much JSON unless the first alone is longer. */
const BATCH = { messages: 500, bytes: 4_000_000 };

/**
 * Sessions in a PostgreSQL database, in tables of a schema of our own, which are made when there are none.
 * docs/stores.md says what the URL may hold, which rights are needed, and how much room a session takes.
 *
 * @throws StoreError `invalid-store`, `store-unreachable`, `store-refused`, `store-newer`, `store-unusable`
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions = {},
): Promise<PostgresSessionStore> {
  const settings = connectionSettings(url);
  const makePool = await loadDriver(settings.place);
  const connections = new Connections(makePool, settings, { ...LIMITS, ...options });
  try {
    await connections.read((client) => migrate(client, settings.place));
  } catch (error) {
    await connections.close();
    throw error;
  }
  return new PostgresSessionStore(connections);
}

export class PostgresSessionStore implements SessionStore {
  readonly place: string;
  private readonly connections: Connections;
  private readonly statistics = new KeptStatistics();

  constructor(connections: Connections) {
    this.connections = connections;
    this.place = connections.settings.place;
  }

  async get(key: SessionKey): Promise<StoredSession | undefined> {
    if (isUnstorable(key.id + key.source)) return undefined;
    return this.connections.read(async (client) => {
      const text = `SELECT ${LISTED_COLUMNS}, d.document FROM ${SCHEMA}.sessions s
JOIN ${SCHEMA}.session_documents d ON d.session_pk = s.pk WHERE s.id = $1 AND s.source = $2`;
      const { rows } = await client.query<ListedRow & { document: string }>(text, [key.id, key.source]);
      const [row] = rows;
      const [session] = await listed(client, rows);
      if (row === undefined || session === undefined) return undefined;
      return { ...session, document: JSON.parse(row.document) as StoredSession['document'] };
    });
  }

  async *messages(key: SessionKey, from = 0): AsyncGenerator<MessageRecord[]> {
    if (isUnstorable(key.id + key.source)) return;
    const found = await this.connections.read((client) =>
      client.query<{ pk: string; message_count: number }>(
        `SELECT pk, message_count FROM ${SCHEMA}.sessions WHERE id = $1 AND source = $2`,
        [key.id, key.source],
      ),
    );
    const [session] = found.rows;
    if (session === undefined) return;
    let next = Math.max(0, from);
    for (;;) {
      const { rows } = await this.connections.read((client) =>
        client.query<{ position: number; body: string }>(MESSAGES, [
          session.pk,
          next,
          BATCH.messages,
          BATCH.bytes,
        ]),
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      next = last.position + 1;
      yield rows.map(({ body }) => JSON.parse(body) as MessageRecord);
    }
    // Deleted or taken back while it was read: better an error than half a session.
    if (next < session.message_count)
      throw new StoreError({ code: 'session-changed', id: key.id, place: this.place });
  }

  async write(key: SessionKey, change: SessionChange, expected?: ExpectedVersion): Promise<SessionVersion> {
    checkName('id', key.id, key);
    checkName('source', key.source, key);
    if (change.head !== undefined) checkName('project', change.head.project, key);
    const statements = prepareWrite(key, change, expected);
    return this.connections.change((client) =>
      writeSession(client, statements, { key, expected, place: this.place }),
    );
  }

  async list(query: ListQuery): Promise<ListPage> {
    if (query.projects?.length === 0 || isUnstorable(query.source ?? '')) return { sessions: [] };
    const bounded = withBounds(query);
    const statement = listStatement(bounded);
    return this.connections.read((client) => page(client, statement, bounded.limit));
  }

  async withPrefix(prefix: string, limit: number, source?: string): Promise<ListedSession[]> {
    if (prefix === '' || isUnstorable(prefix + (source ?? ''))) return [];
    const statement = prefixStatement(prefix, limit, source);
    return this.connections.read(async (client) =>
      listed(client, (await client.query<ListedRow>(statement)).rows),
    );
  }

  async delete(key: SessionKey): Promise<boolean> {
    if (isUnstorable(key.id + key.source)) return false;
    const text = `DELETE FROM ${SCHEMA}.sessions WHERE id = $1 AND source = $2`;
    const { rowCount } = await this.connections.change((client) => client.query(text, [key.id, key.source]));
    return rowCount === 1;
  }

  async search(words: readonly string[], query: ListQuery): Promise<ListPage> {
    const bounded = withBounds(query);
    const statements = searchStatements(words, bounded);
    if (statements === undefined) return { sessions: [] };
    return this.connections.read(async (client) =>
      search(client, statements, await this.statistics.of(client), bounded.limit),
    );
  }

  /** @throws StoreError as `delete` does; sessions deleted until then stay deleted. */
  prune(query: PruneQuery): Promise<Pruned> {
    return prune(this.connections, query);
  }

  close(): Promise<void> {
    return this.connections.close();
  }
}

/** `octet_length` of a text knows the size of a large one without reading it. */
const MESSAGES = `SELECT position, body FROM (
  SELECT position, body, sum(octet_length(body)) OVER (ORDER BY position) - octet_length(body) AS before
  FROM (
    SELECT position, body FROM ${SCHEMA}.messages WHERE session_pk = $1 AND position >= $2 ORDER BY position LIMIT $3
  ) batch
) sized WHERE before < $4 ORDER BY position`;

function withBounds(query: ListQuery): ListQuery {
  const { limit } = query;
  return {
    ...query,
    limit: Number.isFinite(limit) ? Math.min(1_000, Math.max(1, Math.floor(limit))) : 1_000,
  };
}

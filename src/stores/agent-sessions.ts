import { randomUUID } from 'node:crypto';
import type { SessionDescription } from '../model/session.ts';
import type { EpochMs } from '../model/session-event.ts';
import type { JsonObject, JsonValue, MessageRecord } from '../model/session-record.ts';
import { compact } from '../sources/event-writer.ts';
import { finiteNumber, nonEmpty, record } from '../sources/fields.ts';
import {
  addHierarchy,
  addUsage,
  appendMessages,
  isoTime,
  type NewCompaction,
  type NewMessage,
  newSession,
  setCompaction,
  setMetadata,
  setTitle,
} from './json/edit-session.ts';
import type { CreateOptions, StoredSession, WrittenAlong } from './json/json-session-store.ts';
import { type PythonObject, plainValue } from './json/python-json.ts';
import { sessionRecord } from './json/read-session.ts';
import type { SessionHead, SessionKey, SessionStore, SessionVersion } from './session-store.ts';
import { isStoreError, StoreError } from './store-error.ts';

export interface AgentSessionsOptions {
  /** Id of the project that new sessions belong to. */
  project: string;
  /** Epoch milliseconds. Default: the clock. */
  now?: () => EpochMs;
}

/** A head as it was read or written last. */
interface Known {
  head: SessionHead;
  version: SessionVersion;
  messageCount: number;
}

const SOURCE = 'praisonai';
/** Another writer came first, so often in a row. */
const MOST_TRIES = 20;

/**
 * PraisonAI's own sessions in a store that several machines share: what an agent needs of `JsonSessionStore`, with the
 * same fields. All messages stay in the conversation: a database has no window.
 *
 * A command that a goal is verified by is neither written nor read: it comes from the person at a machine.
 */
export class AgentSessions {
  private readonly store: SessionStore;
  private readonly project: string;
  private readonly now: () => EpochMs;
  private readonly known = new Map<string, Known>();

  constructor(store: SessionStore, options: AgentSessionsOptions) {
    this.store = store;
    this.project = options.project;
    this.now = options.now ?? Date.now;
  }

  /** `undefined` for an unknown id. */
  async load(id: string): Promise<StoredSession | undefined> {
    const key = keyOf(id);
    const known = await this.fresh(key);
    if (known === undefined) return undefined;
    const messages: MessageRecord[] = [];
    for await (const batch of this.store.messages(key)) messages.push(...batch);
    const session = sessionRecord({ ...withoutCommand(known.head.document), messages });
    return { id, path: this.store.place, record: { ...session, session_id: id } };
  }

  /** @throws StoreError `session-exists` */
  async create(options: CreateOptions): Promise<{ id: string }> {
    const id = options.id ?? randomUUID();
    const now = this.now();
    const session = newSession(id, now);
    if (options.parentId !== undefined) {
      addHierarchy(session);
      session['parent_id'] = options.parentId;
    }
    if (options.agentName !== undefined) session['agent_name'] = options.agentName;
    setMetadata(session, options.metadata ?? {});
    if (options.title !== undefined) setTitle(session, options.title);
    await this.write(keyOf(id), session, options.messages ?? [], null, {});
    return { id };
  }

  /** Adds messages and changes what goes along, in one write; makes the session if there is none. */
  async append(id: string, messages: readonly NewMessage[], along: WrittenAlong = {}): Promise<void> {
    await this.edit(
      id,
      (session) => {
        if (along.metadata !== undefined) setMetadata(session, along.metadata);
        if (along.usage !== undefined) addUsage(session, along.usage);
      },
      messages,
    );
  }

  /** `null` removes a field. */
  async updateMetadata(id: string, fields: { readonly [key: string]: JsonValue | undefined }): Promise<void> {
    await this.edit(id, (session) => setMetadata(session, fields));
  }

  async setLastCompaction(id: string, compaction: NewCompaction): Promise<void> {
    await this.edit(id, (session, { messageCount }) => {
      session['messages'] = new Array<null>(messageCount).fill(null);
      setCompaction(session, compaction, this.now());
    });
  }

  /** Copies a session into a child of it. @throws StoreError `session-not-found` */
  async fork(id: string): Promise<{ id: string }> {
    const parent = await this.load(id);
    const known = this.known.get(id);
    if (parent === undefined || known === undefined) throw new StoreError({ code: 'session-not-found', id });
    const child = randomUUID();
    const session: PythonObject = {
      ...sessionOf(known.head),
      session_id: child,
      created_at: isoTime(this.now()),
    };
    addHierarchy(session);
    session['parent_id'] = id;
    const { title } = parent.record;
    setTitle(session, `Fork of ${title ?? id}`);
    const key = keyOf(child);
    await this.write(key, session, [], null, {});
    for await (const batch of this.store.messages(keyOf(id)))
      await this.store.write(key, { messages: batch });
    return { id: child };
  }

  /** Changes the head under its version: what somebody else wrote meanwhile is read, and the change made on that. */
  private async edit(
    id: string,
    change: (session: PythonObject, known: Known) => void,
    messages: readonly NewMessage[] = [],
  ): Promise<void> {
    const key = keyOf(id);
    for (let attempt = 1; ; attempt++) {
      const known = (attempt === 1 ? this.known.get(id) : undefined) ?? (await this.fresh(key));
      if (known === undefined && messages.length === 0)
        throw new StoreError({ code: 'session-not-found', id });
      const base = known ?? { head: this.emptyHead(), version: '', messageCount: 0 };
      const session = known === undefined ? newSession(id, this.now()) : sessionOf(known.head);
      change(session, base);
      try {
        await this.write(
          key,
          session,
          messages,
          known === undefined ? null : known.version,
          base.head.description,
          base,
        );
        return;
      } catch (error) {
        this.known.delete(id);
        const raced = isStoreError(error, 'session-changed') || isStoreError(error, 'session-exists');
        if (!raced || attempt === MOST_TRIES) throw error;
      }
    }
  }

  private async write(
    key: SessionKey,
    session: PythonObject,
    messages: readonly NewMessage[],
    expected: SessionVersion | null,
    before: SessionDescription,
    known?: Known,
  ): Promise<void> {
    const now = this.now();
    session['updated_at'] = isoTime(now);
    session['messages'] = [];
    appendMessages(session, messages, now);
    const { messages: added, archived_messages: _, ...document } = plainValue(session) as JsonObject;
    const records = added as unknown as MessageRecord[];
    const head: SessionHead = {
      project: known?.head.project ?? this.project,
      description: describe(document, records, before, now),
      document: withoutCommand(document),
    };
    const version = await this.store.write(key, { head, messages: records }, expected);
    this.known.set(key.id, { head, version, messageCount: (known?.messageCount ?? 0) + records.length });
  }

  private async fresh(key: SessionKey): Promise<Known | undefined> {
    const stored = await this.store.get(key);
    if (stored === undefined) return undefined;
    const { project, description, document, version, messageCount } = stored;
    const known: Known = { head: { project, description, document }, version, messageCount };
    this.known.set(key.id, known);
    return known;
  }

  private emptyHead(): SessionHead {
    return { project: this.project, description: {}, document: {} };
  }
}

const keyOf = (id: string): SessionKey => ({ source: SOURCE, id });

function sessionOf({ document }: SessionHead): PythonObject {
  return structuredClone(document) as PythonObject;
}

/** What a listing shows, from the fields that a session file's listing has it from. */
function describe(
  document: JsonObject,
  added: readonly MessageRecord[],
  before: SessionDescription,
  now: EpochMs,
): SessionDescription {
  const metadata = record(document['metadata']) ?? {};
  const request = added.find(({ role, metadata: own }) => role === 'user' && own['injected'] === undefined);
  return compact({
    ...before,
    title: nonEmpty(metadata['title']) ?? before.title ?? nonEmpty(request?.content),
    directory: nonEmpty(metadata['workspace']) ?? before.directory,
    parentId: nonEmpty(document['parent_id']),
    agentName: nonEmpty(document['agent_name']),
    model: nonEmpty(metadata['model']),
    totalTokens: finiteNumber(metadata['total_tokens']),
    cost: finiteNumber(metadata['cost']),
    createdAt: before.createdAt ?? now,
    updatedAt: now,
  });
}

function withoutCommand(document: JsonObject): JsonObject {
  const { goal_verify_command: _, ...metadata } = (record(document['metadata']) ?? {}) as JsonObject;
  return { ...document, metadata };
}

import { randomUUID } from 'node:crypto';
import type { CompactionRecord, JsonObject, JsonValue, MessageRecord } from '../model/session-record.ts';
import type { NewCompaction, NewMessage } from '../stores/json/edit-session.ts';
import type { WrittenAlong } from '../stores/json/json-session-store.ts';
import type { AgentStore } from './agent-store.ts';
import { wholeConversation, windowIndex } from './conversation.ts';

export interface NewSession {
  agentName: string;
  metadata: JsonObject;
}

/** Half an answer is kept as it grows, at most this often: a kill loses less than a second's text. */
const PARTIAL_INTERVAL_MS = 250;

/**
 * One session while an agent works in it: what the store holds, mirrored in memory. Every change goes to the store
 * before the promise resolves; without a store it is kept in memory alone.
 */
export class SessionLog {
  readonly id: string;
  /** The whole conversation, oldest first. */
  readonly messages: MessageRecord[] = [];
  metadata: JsonObject = {};
  compaction: CompactionRecord | undefined;
  /** How many of `messages` the compaction's summary stands for. */
  covered = 0;
  readonly #store: AgentStore | undefined;
  #fresh: NewSession | undefined;
  #partial: PartialAnswer | undefined;

  private constructor(id: string, store: AgentStore | undefined) {
    this.id = id;
    this.#store = store;
  }

  /** An existing session goes on; any other is made by the first `append`, and nothing is written before. */
  static async open(
    store: AgentStore | undefined,
    id: string | undefined,
    fresh: NewSession,
  ): Promise<SessionLog> {
    const stored = id === undefined ? undefined : await store?.load(id);
    const log = new SessionLog(stored?.id ?? id ?? randomUUID(), store);
    if (stored === undefined) {
      log.#fresh = fresh;
      log.metadata = { ...fresh.metadata };
      return log;
    }
    const { messages, covered } = wholeConversation(stored.record);
    log.messages.push(...messages);
    log.covered = covered;
    log.compaction = stored.record.last_compaction;
    log.metadata = { ...stored.record.metadata };
    const { model } = stored.record;
    if (model !== undefined) log.metadata['model'] ??= model;
    return log;
  }

  /** Whether there is a session on the disk to hand off. */
  get isSaved(): boolean {
    return this.#store !== undefined && this.#fresh === undefined;
  }

  async append(messages: readonly NewMessage[], along: WrittenAlong = {}): Promise<void> {
    await this.#settlePartial();
    const at = Date.now();
    const stamped = messages.map((message) => ({ ...message, at: message.at ?? at }));
    const metadata = { ...along.metadata };
    if (this.metadata['partial_answer'] !== undefined) metadata['partial_answer'] ??= null;
    await this.#write(stamped, { ...along, metadata });
    this.messages.push(...stamped.map(messageRecord));
    this.#mirror(metadata);
  }

  async setMetadata(fields: { readonly [key: string]: JsonValue | undefined }): Promise<void> {
    await this.#settlePartial();
    if (this.#fresh === undefined) await this.#store?.updateMetadata(this.id, fields);
    this.#mirror(fields);
  }

  /** Keeps an answer that is still arriving. Returns at once; see `PARTIAL_INTERVAL_MS`. */
  keepPartial(text: string): void {
    if (this.#store === undefined || this.#fresh !== undefined) return;
    this.#partial ??= new PartialAnswer((partial) => this.#writePartial(partial));
    this.#partial.set(text);
  }

  /** A summary now stands for the first `covered` messages. */
  async compact(covered: number, compaction: Omit<NewCompaction, 'messageIndex'>): Promise<void> {
    await this.#settlePartial();
    const stored = await this.#store?.load(this.id);
    const metadata = { ...compaction.metadata, covered_messages: covered };
    if (this.#store !== undefined && stored !== undefined) {
      const messageIndex = windowIndex(stored.record, covered);
      await this.#store.setLastCompaction(this.id, { ...compaction, metadata, messageIndex });
    }
    this.covered = covered;
    this.compaction = {
      summary: compaction.summary,
      message_index: covered,
      role: compaction.role ?? 'system',
      tokens_before: compaction.tokensBefore ?? 0,
      tokens_after: compaction.tokensAfter ?? 0,
      metadata,
    };
  }

  /** Waits until what `keepPartial` was given is on the disk. */
  async flush(): Promise<void> {
    await this.#partial?.finish();
  }

  async #settlePartial(): Promise<void> {
    await this.#partial?.cancel();
    this.#partial = undefined;
  }

  async #writePartial(text: string): Promise<void> {
    const partial: JsonObject = { text, at: Date.now() / 1000 };
    this.metadata['partial_answer'] = partial;
    await this.#store?.updateMetadata(this.id, { partial_answer: partial });
  }

  async #write(messages: NewMessage[], along: WrittenAlong): Promise<void> {
    const fresh = this.#fresh;
    if (this.#store === undefined) return;
    if (fresh === undefined) {
      await this.#store.append(this.id, messages, along);
      return;
    }
    const metadata = definedOnly({ ...this.metadata, ...along.metadata });
    await this.#store.create({ id: this.id, agentName: fresh.agentName, metadata, messages });
    this.#fresh = undefined;
  }

  #mirror(fields: { readonly [key: string]: JsonValue | undefined }): void {
    this.metadata = definedOnly({ ...this.metadata, ...fields });
  }
}

/** Writes the newest text it was given, one write after the other, with a pause between them. */
class PartialAnswer {
  readonly #write: (text: string) => Promise<void>;
  #text = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  set(text: string): void {
    this.#text = text;
    this.#timer ??= setTimeout(() => this.#start(), PARTIAL_INTERVAL_MS);
  }

  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
  }

  async finish(): Promise<void> {
    if (this.#timer !== undefined) this.#start();
    await this.cancel();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#text;
    // What fails here fails again, and is told, when the whole answer is written.
    this.#writing = this.#writing.then(() => this.#write(text)).catch(() => undefined);
  }
}

function definedOnly(fields: { readonly [key: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as JsonObject;
}

function messageRecord(message: NewMessage & { at: number }): MessageRecord {
  const record: MessageRecord = {
    role: message.role,
    content: message.content,
    timestamp: message.at / 1000,
    metadata: { ...message.metadata },
  };
  if (message.toolCalls !== undefined && message.toolCalls.length > 0)
    record.tool_calls = message.toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    }));
  if (message.toolCallId !== undefined) record.tool_call_id = message.toolCallId;
  return record;
}

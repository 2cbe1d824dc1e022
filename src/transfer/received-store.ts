import type { JsonObject, MessageRecord } from '../model/session-record.ts';
import { record, text } from '../sources/fields.ts';
import { listingOf } from '../stores/session-origin.ts';
import {
  keyText,
  type ListedSession,
  type ListPage,
  type ListQuery,
  type SessionKey,
  type SessionStore,
} from '../stores/session-store.ts';
import { StoreError } from '../stores/store-error.ts';

/** What one session of a store may take here, as JSON: as much as a session file may. */
const MOST_CHARS = 512_000_000;
const MOST_MESSAGES = 1_000_000;
const LATEST_DATE_MS = 8.64e15;

/**
 * A store whose every answer has the promised shape: others write to it, perhaps with other programs. A field of a wrong
 * type is an absent one, a message that is no object an empty one in its place; a session without bound is refused.
 */
export function receivedStore(store: SessionStore): SessionStore {
  const page = async (asked: Promise<ListPage>): Promise<ListPage> => {
    const given = await asked;
    return { ...given, sessions: given.sessions.map(received) };
  };
  const search = store.search?.bind(store);
  const prune = store.prune?.bind(store);
  return {
    place: store.place,
    ...(store.messagesPerWrite === undefined ? {} : { messagesPerWrite: store.messagesPerWrite }),
    get: async (key) => {
      const stored = await store.get(key);
      return stored && { ...received(stored), document: (record(stored.document) ?? {}) as JsonObject };
    },
    messages: (key, from) => boundedMessages(store, key, from),
    write: (key, change, expected) => store.write(key, change, expected),
    list: (query) => page(store.list(query)),
    withPrefix: async (prefix, limit, source) =>
      (await store.withPrefix(prefix, limit, source)).map(received),
    delete: (key) => store.delete(key),
    close: () => store.close(),
    ...(search && { search: (words: readonly string[], query: ListQuery) => page(search(words, query)) }),
    ...(prune && { prune }),
  };
}

function received<Listed extends ListedSession>(session: Listed): Listed {
  const { activeAt, description } = session;
  const isDate = Math.abs(activeAt) <= LATEST_DATE_MS;
  return { ...session, activeAt: isDate ? activeAt : 0, description: listingOf(description) };
}

/** @throws StoreError `session-unreadable` for more than a machine can take in */
async function* boundedMessages(
  store: SessionStore,
  key: SessionKey,
  from?: number,
): AsyncGenerator<MessageRecord[]> {
  let messages = 0;
  let chars = 0;
  for await (const batch of store.messages(key, from)) {
    messages += batch.length;
    for (const message of batch) chars += roughSize(message);
    if (messages > MOST_MESSAGES || chars > MOST_CHARS) {
      const limit = `larger than ${MOST_MESSAGES} messages or ${MOST_CHARS} characters`;
      throw unreadable(store.place, key, limit);
    }
    yield batch.map(receivedMessage);
  }
}

/** Its texts; the rest of a message is small, or short of what a batch of the store holds. */
function roughSize(message: unknown): number {
  const { content, tool_calls: calls } = record(message) ?? {};
  const size = typeof content === 'string' ? content.length : 0;
  return calls === undefined ? size : size + JSON.stringify(calls).length;
}

const ROLES: readonly unknown[] = ['user', 'assistant', 'system', 'tool'] satisfies MessageRecord['role'][];

/** As it is, unless it has no shape of a message. */
function receivedMessage(message: unknown): MessageRecord {
  const fields = record(message) ?? {};
  const { role, content, metadata } = fields;
  if (ROLES.includes(role) && typeof content === 'string' && record(metadata) !== undefined)
    return fields as unknown as MessageRecord;
  return {
    ...fields,
    role: ROLES.includes(role) ? role : 'system',
    content: text(content) ?? (Array.isArray(content) ? content : ''),
    metadata: record(metadata) ?? {},
  } as unknown as MessageRecord;
}

export function unreadable(place: string, key: SessionKey, reason: string, cause?: unknown): StoreError {
  const path = `${keyText(key)} of ${place}`;
  return new StoreError({ code: 'session-unreadable', path, reason }, cause === undefined ? {} : { cause });
}

import type { MessageRecord } from '../../model/session-record.ts';
import type { SessionHead, SessionKey, SessionStore, StoredSession } from '../session-store.ts';

export interface StoreUnderTest {
  /** Another connection to the one store of this suite, as another process would have. Closed by the suite. */
  open(): Promise<SessionStore>;
  /** Ids that differ in signs which a file name cannot hold share one file: such a second session is refused. */
  sharesFileNames?: boolean;
}

/** What the parts of the suite share. Each test has sessions and a project of its own: the store is shared, as in life. */
export interface ContractContext {
  /** Set when the tests run, not yet when they are collected. */
  readonly store: SessionStore;
  subject(): StoreUnderTest;
  /** A number that this suite has not used yet. */
  next(): number;
  newKey(source?: string): SessionKey;
  newProject(): string;
  stored(key: SessionKey): Promise<StoredSession>;
}

export function contractContext(store: () => SessionStore, subject: () => StoreUnderTest): ContractContext {
  let counter = 0;
  return {
    get store() {
      return store();
    },
    subject,
    next: () => ++counter,
    newKey: (source = 'claude-code') => ({ source, id: `session-${++counter}` }),
    newProject: () => `p${String(++counter).padStart(7, '0')}`,
    async stored(key) {
      const found = await store().get(key);
      if (found === undefined) throw new Error(`not stored: ${key.id}`);
      return found;
    },
  };
}

export const START = Date.UTC(2026, 10, 30, 7);

export const user = (content: string): MessageRecord => ({ role: 'user', content, metadata: {} });

export function head(changes: Partial<SessionHead['description']> = {}, project = 'p0000001'): SessionHead {
  const updatedAt = changes.updatedAt ?? START;
  return {
    project,
    description: { updatedAt, ...changes },
    document: {
      session_id: 'any',
      created_at: '2026-11-30T07:00:00.000000+00:00',
      updated_at: new Date(updatedAt).toISOString().replace('Z', '000+00:00'),
      agent_name: null,
      metadata: { goal_state: { goal: 'Ship it' }, weight: 0.5 },
    },
  };
}

export async function messagesOf(
  store: SessionStore,
  key: SessionKey,
  from?: number,
): Promise<MessageRecord[]> {
  const all: MessageRecord[] = [];
  for await (const batch of store.messages(key, from)) all.push(...batch);
  return all;
}

export const contents = async (store: SessionStore, key: SessionKey): Promise<string[]> =>
  (await messagesOf(store, key)).map(({ content }) => content);

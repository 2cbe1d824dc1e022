import type { SessionKey, SessionStore, StoredSession } from '../session-store.ts';

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

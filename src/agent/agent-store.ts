import type { JsonValue } from '../model/session-record.ts';
import type { NewCompaction, NewMessage } from '../stores/json/edit-session.ts';
import type { CreateOptions, StoredSession, WrittenAlong } from '../stores/json/json-session-store.ts';

/**
 * What an agent needs of a session store. When a promise resolves, the change is on the disk; each call is one change,
 * whole or not at all.
 */
export interface AgentStore {
  /** `undefined` for an unknown id. */
  load(id: string): StoredSession | undefined | Promise<StoredSession | undefined>;
  create(options: CreateOptions): Promise<{ id: string }>;
  append(id: string, messages: readonly NewMessage[], along?: WrittenAlong): Promise<unknown>;
  /** `null` removes a field. */
  updateMetadata(id: string, fields: { readonly [key: string]: JsonValue | undefined }): Promise<void>;
  setLastCompaction(id: string, compaction: NewCompaction): Promise<void>;
}

import type { ReadReport, SessionDescription, SessionEntry } from '../model/session.ts';
import type { JsonObject, MessageRecord, SessionRecord } from '../model/session-record.ts';
import { keptState } from '../sources/praisonai/kept-state.ts';
import { sendSessionEvents } from '../sources/praisonai/session-events.ts';
import type { SessionReader, SessionSource } from '../sources/source.ts';
import { archivedPartOf } from '../stores/archived-part.ts';
import { sessionRecord } from '../stores/json/read-session.ts';
import { provenanceOf } from '../stores/session-origin.ts';
import { keyText, type ListedSession, type SessionKey, type SessionStore } from '../stores/session-store.ts';
import { StoreError } from '../stores/store-error.ts';

/** A session of a store, read whole, in the form in which sessions of this machine are read. */
export interface OpenedSession {
  source: SessionSource;
  entry: SessionEntry;
  description: SessionDescription;
}

/** @throws StoreError `session-not-found` for one that was deleted meanwhile, and what the store throws */
export async function openStored(store: SessionStore, key: SessionKey): Promise<OpenedSession> {
  const stored = await store.get(key);
  if (stored === undefined) throw new StoreError({ code: 'session-not-found', id: keyText(key) });
  const messages: MessageRecord[] = [];
  for await (const batch of store.messages(key)) messages.push(...batch);
  const session = sessionRecord({ ...stored.document, ...parted(stored.document, messages) });
  const reader = readerOf(session, describeStored(stored));
  const source: SessionSource = {
    name: key.source,
    label: key.source,
    roots: () => [],
    list: () => [],
    reader: async () => reader,
  };
  return { source, entry: entryOf(stored, store.place), description: describeStored(stored) };
}

/** As the session's own file holds them: archived ones, then the summary that stands for them, then the rest. */
function parted(document: JsonObject, messages: readonly MessageRecord[]): Partial<SessionRecord> {
  const { count, summary } = archivedPartOf(document);
  return {
    archived_messages: messages.slice(0, count),
    messages: [...(summary ? [summary] : []), ...messages.slice(count)],
  };
}

/** A listing's row as an entry: `location` is the store. */
export function entryOf({ key, activeAt }: ListedSession, place: string): SessionEntry {
  return { ...key, location: place, modifiedAt: activeAt, sizeBytes: 0 };
}

export function describeStored({
  key,
  project,
  description,
  messageCount,
}: ListedSession): SessionDescription {
  return { messageCount, ...description, id: key.id, projectId: project };
}

function readerOf(session: SessionRecord, description: SessionDescription): SessionReader {
  const report = (): ReadReport => ({
    records: session.messages.length,
    unknown: 0,
    broken: 0,
    warnings: [],
  });
  return {
    describe: () => description,
    read: (_entry, emit) => {
      const read = report();
      sendSessionEvents(session, read, emit);
      return read;
    },
    durableState: (_entry, environment) => keptState(session, report(), environment),
    history: () => session,
    provenance: () => provenanceOf(session.metadata),
  };
}

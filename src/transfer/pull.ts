import type { SessionEntry } from '../model/session.ts';
import type { JsonObject, MessageRecord } from '../model/session-record.ts';
import { record } from '../sources/fields.ts';
import { keyText, type SessionKey, type SessionStore } from '../stores/session-store.ts';
import { StoreError } from '../stores/store-error.ts';
import { FingerprintFold } from './fingerprints.ts';
import { fingerprintsIn } from './origin-fields.ts';
import type { OutgoingSession } from './outgoing-session.ts';
import { unreadable } from './received-store.ts';
import { type SendOptions, type SendOutcome, sendSession } from './send-session.ts';

/**
 * Brings one session of a store to this machine, among PraisonAI's own sessions: there it is listed, handed off and
 * searched without the store. It is written again only where the store's copy changed.
 *
 * @throws StoreError `session-not-found` for one that was deleted meanwhile
 */
export async function pullSession(
  store: SessionStore,
  key: SessionKey,
  here: SessionStore,
  options: SendOptions = {},
): Promise<SendOutcome> {
  const stored = await store.get(key);
  if (stored === undefined) throw new StoreError({ code: 'session-not-found', id: keyText(key) });
  const { project, description, document, messageCount } = stored;
  const messages = (from: number): AsyncIterable<MessageRecord[]> => store.messages(key, from);
  const known = fingerprintsIn(stored);
  try {
    const fingerprints = known?.count === messageCount ? known : await fold(messages(0));
    const head = { project, description, document: withoutCommands(document) };
    const outgoing: OutgoingSession = { key, head, fingerprints, messages };
    return await sendSession(outgoing, here, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw unreadable(store.place, key, 'nested too deeply', error);
  }
}

async function fold(batches: AsyncIterable<MessageRecord[]>): Promise<OutgoingSession['fingerprints']> {
  const all = new FingerprintFold();
  for await (const batch of batches) for (const message of batch) all.add(message);
  return all.finish();
}

/** A command that this machine would run comes from the person at it, never out of a store. */
function withoutCommands(document: JsonObject): JsonObject {
  const { goal_verify_command: _, ...metadata } = (record(document['metadata']) ?? {}) as JsonObject;
  return { ...document, metadata };
}

/** Whether this machine has the very session that a store holds a copy of. */
export function isOriginalHere(key: SessionKey, entries: readonly SessionEntry[]): boolean {
  return entries.some(
    (entry) =>
      entry.source === key.source &&
      entry.source !== 'praisonai' &&
      (entry.id === key.id || (entry.partialId === true && key.id.startsWith(entry.id))),
  );
}

import type { MessageRecord } from '../model/session-record.ts';
import type { SessionStore, SessionVersion, StoredSession } from '../stores/session-store.ts';
import { isStoreError } from '../stores/store-error.ts';
import { BLOCK, commonLength, type FingerprintedMessages, FingerprintFold } from './fingerprints.ts';
import { fingerprintsIn, hostIn, sameFacts, withFingerprints } from './origin-fields.ts';
import type { OutgoingSession } from './outgoing-session.ts';

export interface SendOptions {
  /** Write even where the store holds messages, written from another machine, that this copy does not have. */
  force?: boolean | undefined;
  /** Called with the number of messages that were sent so far. */
  progress?: ((sent: number) => void) | undefined;
}

/**
 * - `new`, `updated`: written
 * - `unchanged`: the store has just this
 * - `behind`: the store has this and more: nothing was written
 * - `diverged`: both have messages that the other does not have: nothing was written
 */
export interface SendOutcome {
  status: 'new' | 'updated' | 'unchanged' | 'behind' | 'diverged';
  /** Messages of the session in the store now. */
  messages: number;
  /** Messages that travelled. */
  sent: number;
  /** Messages of the store that were taken back. */
  replaced: number;
}

/** Messages of one write, where the store does not say. */
const BATCH = 500;
/** Somebody else wrote the session at the same time, so often in a row. */
const MOST_TRIES = 5;

/**
 * Brings a store's copy of a session up to date. Each batch is one write with the fingerprints of what is there by then:
 * a transfer that was cut off goes on where it stopped, and one that is repeated writes nothing.
 */
export async function sendSession(
  outgoing: OutgoingSession,
  store: SessionStore,
  options: SendOptions = {},
): Promise<SendOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(outgoing, store, options);
    } catch (error) {
      const raced = isStoreError(error, 'session-changed') || isStoreError(error, 'session-exists');
      if (!raced || attempt === MOST_TRIES) throw error;
    }
  }
}

async function sendOnce(
  outgoing: OutgoingSession,
  store: SessionStore,
  options: SendOptions,
): Promise<SendOutcome> {
  const stored = await store.get(outgoing.key);
  const total = outgoing.fingerprints.count;
  if (stored === undefined) {
    const sent = await write(outgoing, store, 0, null, options);
    return { status: 'new', messages: total, sent, replaced: 0 };
  }
  const common = await commonLength(outgoing, await storedMessages(store, stored));
  const extra = stored.messageCount - common;
  const lacks = total - common;
  if (extra === 0 && lacks === 0 && sameFacts(stored, outgoing.head))
    return { status: 'unchanged', messages: total, sent: 0, replaced: 0 };
  if (extra > 0 && !options.force && !mayTakeBack(stored, outgoing)) {
    const status = lacks === 0 ? 'behind' : 'diverged';
    return { status, messages: stored.messageCount, sent: 0, replaced: 0 };
  }
  const sent = await write(outgoing, store, common, stored.version, options);
  return { status: 'updated', messages: total, sent, replaced: extra };
}

/**
 * A rewind on the machine that wrote a session takes messages back. But another machine's copy may just be old, and
 * what somebody added to the stored one since the last transfer is nobody else's to take.
 */
function mayTakeBack(stored: StoredSession, outgoing: OutgoingSession): boolean {
  return hostIn(stored) === hostIn(outgoing.head) && fingerprintsIn(stored)?.count === stored.messageCount;
}

/** The fingerprints that a transfer left are of what is stored, unless somebody added messages since. */
async function storedMessages(store: SessionStore, stored: StoredSession): Promise<FingerprintedMessages> {
  const messages = (from: number) => store.messages(stored.key, from);
  const known = fingerprintsIn(stored);
  if (known?.count === stored.messageCount) return { fingerprints: known, messages };
  const fold = new FingerprintFold();
  for await (const batch of messages(0)) for (const message of batch) fold.add(message);
  return { fingerprints: fold.finish(), messages };
}

/** Sends the messages from `from` on, the first batch in place of what the store has there. How many they were. */
async function write(
  outgoing: OutgoingSession,
  store: SessionStore,
  from: number,
  expected: SessionVersion | null,
  { progress }: SendOptions,
): Promise<number> {
  const whole = Math.floor(from / BLOCK);
  const fold = new FingerprintFold(outgoing.fingerprints.blocks.slice(0, whole));
  let version = expected;
  let keep = from;
  let batch: MessageRecord[] = [];
  const flush = async (): Promise<void> => {
    const head = withFingerprints(outgoing.head, fold.finish());
    version = await store.write(outgoing.key, { head, keep, messages: batch }, version);
    keep += batch.length;
    batch = [];
    progress?.(keep - from);
  };
  const most = store.messagesPerWrite ?? BATCH;
  let position = whole * BLOCK;
  for await (const messages of outgoing.messages(position))
    for (const message of messages) {
      fold.add(message);
      position += 1;
      if (position > from) batch.push(message);
      if (batch.length === most) await flush();
    }
  // Also without a message: the head is new, and what is too much goes.
  if (batch.length > 0 || keep === from) await flush();
  return keep - from;
}

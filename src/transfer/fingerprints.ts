import { createHash } from 'node:crypto';
import type { MessageRecord } from '../model/session-record.ts';

/** Messages under one fingerprint: as many are read again at most to find where two copies part. */
export const BLOCK = 256;

/** What a list of messages is recognised by, block by block. The last block may be short. */
export interface Fingerprints {
  count: number;
  /** 16 hex digits of the SHA-256 of each block's JSON. */
  blocks: string[];
}

/** A list of messages, wherever it is, that is known by its fingerprints. */
export interface FingerprintedMessages {
  fingerprints: Fingerprints;
  messages(from: number): AsyncIterable<MessageRecord[]>;
}

/** Takes messages one by one: a session is never whole in memory for it. */
export class FingerprintFold {
  private readonly blocks: string[];
  private count: number;
  private hash = createHash('sha256');

  /** @param known whole blocks that are already known, of the messages before the first `add` */
  constructor(known: readonly string[] = []) {
    this.blocks = [...known];
    this.count = known.length * BLOCK;
  }

  add(message: MessageRecord): void {
    this.hash.update(`${canonicalJson(message)}\n`);
    this.count += 1;
    if (this.count % BLOCK !== 0) return;
    this.blocks.push(shortDigest(this.hash));
    this.hash = createHash('sha256');
  }

  /** Of what was added so far; more may follow. */
  finish(): Fingerprints {
    const open = this.count % BLOCK === 0 ? [] : [shortDigest(this.hash.copy())];
    return { count: this.count, blocks: [...this.blocks, ...open] };
  }
}

export function fingerprintsOf(messages: Iterable<MessageRecord>): Fingerprints {
  const fold = new FingerprintFold();
  for (const message of messages) fold.add(message);
  return fold.finish();
}

/**
 * How many messages two lists have in common at their beginning: exact where one is the beginning of the other, else
 * down to the start of the block in which they part. Reads at most one block of the longer list.
 */
export async function commonLength(
  one: FingerprintedMessages,
  other: FingerprintedMessages,
): Promise<number> {
  const length = Math.min(one.fingerprints.count, other.fingerprints.count);
  const [left, right] = [await beginning(one, length), await beginning(other, length)];
  const part = left.blocks.findIndex((block, index) => block !== right.blocks[index]);
  return part < 0 ? length : part * BLOCK;
}

/** The fingerprints of a list's first messages. */
async function beginning(list: FingerprintedMessages, length: number): Promise<Fingerprints> {
  const { count, blocks } = list.fingerprints;
  if (count === length) return list.fingerprints;
  const whole = Math.floor(length / BLOCK);
  const fold = new FingerprintFold(blocks.slice(0, whole));
  let left = length - whole * BLOCK;
  if (left > 0)
    for await (const batch of list.messages(whole * BLOCK)) {
      for (const message of batch.slice(0, left)) fold.add(message);
      left -= Math.min(left, batch.length);
      if (left === 0) break;
    }
  return fold.finish();
}

/** Keys in one order: a store may give a message back with its keys in another one. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

function shortDigest(hash: ReturnType<typeof createHash>): string {
  return hash.digest('hex').slice(0, 16);
}

import type { PoolClient } from 'pg';
import type { MessageRecord } from '../../model/session-record.ts';
import { SEARCHED_CHARS } from '../search-words.ts';
import type { ExpectedVersion, SessionChange, SessionKey, SessionVersion } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { headColumns } from './rows.ts';
import { SCHEMA } from './schema.ts';
import { facetsOf, requestWords } from './search-words.ts';
import { transaction } from './transaction.ts';

/** One statement carries at most this many messages and about this much JSON; more make a transaction of several. */
const MAX_CHUNK = { messages: 2_000, chars: 8_000_000 };

const WRITE = `SELECT outcome, new_version FROM ${SCHEMA}.write_session(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

interface Chunk {
  bodies: string[];
  words: (string | null)[];
}

interface Outcome {
  outcome: 'written' | 'exists' | 'missing' | 'changed';
  new_version: string;
}

/** A change as the statements that make it, so that everything that may fail on our side has failed before. */
export function prepareWrite(key: SessionKey, change: SessionChange, expected: ExpectedVersion) {
  if (expected === null && change.head === undefined) throw new TypeError('A new session needs a head');
  const head = change.head === undefined ? undefined : headColumns(change.head);
  const facets = head && facetsOf({ source: key.source, ...head });
  const headValues = [
    head?.project,
    head?.isRoot,
    head?.recordedAt,
    head?.listing,
    head?.longDescription,
    head?.document,
  ];
  const keep = change.keep === undefined ? undefined : Math.max(0, Math.floor(change.keep));
  const wanted = expected === undefined ? 'any' : (expected ?? 'none');
  return chunks(change.messages ?? []).map(({ bodies, words }, index) => (version: SessionVersion) => [
    key.source,
    key.id,
    index === 0 ? wanted : version,
    ...(index === 0 ? [...headValues, facets, keep] : new Array(headValues.length + 2)),
    bodies,
    words,
  ]);
}

/** @throws StoreError `session-changed`, `session-exists`, `session-not-found` */
export async function writeSession(
  client: PoolClient,
  statements: ReturnType<typeof prepareWrite>,
  { key, expected, place }: { key: SessionKey; expected: ExpectedVersion; place: string },
): Promise<SessionVersion> {
  const all = async (): Promise<SessionVersion> => {
    let version = '';
    for (const values of statements) {
      const { rows } = await client.query<Outcome>(WRITE, values(version));
      version = checked(rows[0], key, expected, place);
    }
    return version;
  };
  return statements.length === 1 ? all() : transaction(client, all);
}

function checked(
  row: Outcome | undefined,
  { id }: SessionKey,
  expected: ExpectedVersion,
  place: string,
): SessionVersion {
  switch (row?.outcome) {
    case 'written':
      return row.new_version;
    case 'exists':
      throw new StoreError({ code: 'session-exists', id, path: place });
    case 'missing':
      throw new StoreError(
        expected === undefined ? { code: 'session-not-found', id } : { code: 'session-changed', id, place },
      );
    default:
      throw new StoreError({ code: 'session-changed', id, place });
  }
}

/** At least one, so that a change without messages is a statement too. */
function chunks(messages: readonly MessageRecord[]): Chunk[] {
  const all: Chunk[] = [];
  let chunk: Chunk = { bodies: [], words: [] };
  let chars = 0;
  let wordChars = 0;
  for (const message of messages) {
    const body = JSON.stringify(message);
    const full = chunk.bodies.length >= MAX_CHUNK.messages || chars + body.length > MAX_CHUNK.chars;
    if (full && chunk.bodies.length > 0) {
      all.push(chunk);
      chunk = { bodies: [], words: [] };
      chars = 0;
    }
    // Behind the limit of a session, the server would drop them.
    const words = wordChars < SEARCHED_CHARS ? requestWords(message) : null;
    chunk.bodies.push(body);
    chunk.words.push(words);
    chars += body.length;
    wordChars += words?.length ?? 0;
  }
  return [...all, chunk];
}

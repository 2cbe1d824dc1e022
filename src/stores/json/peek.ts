import type { EpochMs } from '../../model/session-event.ts';
import { epochMs, finiteNumber, nonEmpty, record, text } from '../../sources/fields.ts';
import { type SessionOrigin, sessionOrigin } from '../session-origin.ts';
import { isStoreError } from '../store-error.ts';
import { parsePlainJson } from './python-json.ts';
import { parseSession, readSessionBytes } from './read-session.ts';

/** What a listing shows of a session. */
export interface SessionPeek {
  /** The recorded id; the file's name may be another, see `sessionFileName`. */
  id?: string;
  title?: string;
  /** First thing that the human asked in the active window. */
  firstRequest?: string;
  createdAt?: EpochMs;
  updatedAt?: EpochMs;
  /** As recorded: its microseconds order sessions of one millisecond. */
  updatedAtText?: string;
  /** The session that this one was forked from or spawned by: not a root session. */
  parentId?: string;
  messageCount: number;
  agentName?: string;
  model?: string;
  totalTokens?: number;
  /** US dollars. */
  cost?: number;
  /** Where it came from, if it was not begun here. */
  origin?: SessionOrigin;
  hasGoal: boolean;
  hasCheckpoint: boolean;
}

const NEWLINE = 0x0a;
const OPENING = Buffer.from('{\n  "');
const CLOSING = Buffer.from('\n}');

/**
 * Reads a session file's listing without parsing its messages; `undefined` when the file is no session.
 *
 * Both programs indent by two blanks, and a JSON text holds no raw line break inside a string: so a line break, two
 * blanks and a quote can only begin a field of the outermost object. Any other layout is parsed whole.
 */
export function peekSession(path: string): SessionPeek | undefined {
  try {
    const bytes = readSessionBytes(path);
    return (isIndented(bytes) ? peekWhereIndented(bytes) : undefined) ?? peekParsed(bytes, path);
  } catch (error) {
    // Listing goes on without what is broken, unreadable or just deleted; the caller counts it.
    if (isStoreError(error, 'session-unreadable') || error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    throw error;
  }
}

function peekWhereIndented(bytes: Buffer): SessionPeek | undefined {
  try {
    return peekIndented(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function isIndented(bytes: Buffer): boolean {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  return (
    bytes.subarray(0, OPENING.length).equals(OPENING) &&
    bytes.subarray(end - CLOSING.length, end).equals(CLOSING) &&
    // A run of zeros is what a power failure leaves of a file that was not flushed.
    !bytes.includes(0)
  );
}

const FIELD_START = Buffer.from('\n  "');
const OBJECT_END = Buffer.from('\n  }');
const ARRAY_END = Buffer.from('\n  ]');
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const COMMA = 0x2c;

/** Name and value of the outermost object's fields, in one pass; throws `SyntaxError` when the layout is another. */
function* topLevelFields(bytes: Buffer): Generator<[name: string, value: Buffer]> {
  let at = bytes.indexOf(NEWLINE);
  while (bytes.subarray(at, at + FIELD_START.length).equals(FIELD_START)) {
    const nameStart = at + FIELD_START.length;
    const nameEnd = bytes.indexOf('": ', nameStart);
    if (nameEnd < 0) break;
    const valueStart = nameEnd + 3;
    const end = valueEnd(bytes, valueStart);
    yield [bytes.toString('utf8', nameStart, nameEnd), bytes.subarray(valueStart, end)];
    at = bytes[end] === COMMA ? end + 1 : end;
  }
  if (bytes.toString('utf8', at).trim() !== '}') throw new SyntaxError('another layout than expected');
}

function valueEnd(bytes: Buffer, start: number): number {
  const opening = bytes[start];
  if ((opening === OPEN_BRACE || opening === OPEN_BRACKET) && bytes[start + 1] === NEWLINE) {
    const closing = opening === OPEN_BRACE ? OBJECT_END : ARRAY_END;
    const at = bytes.indexOf(closing, start + 1);
    if (at < 0) throw new SyntaxError('a value without end');
    return at + closing.length;
  }
  const lineEnd = bytes.indexOf(NEWLINE, start);
  return bytes[lineEnd - 1] === COMMA ? lineEnd - 1 : lineEnd;
}

const FIELDS = new Set([
  ...['session_id', 'created_at', 'updated_at', 'agent_name', 'metadata', 'model', 'llm'],
  ...['total_tokens', 'token_count', 'cost', 'parent_id', 'parent_session_id', 'title'],
]);

function peekIndented(bytes: Buffer): SessionPeek {
  const object: { [key: string]: unknown } = {};
  let messages: Buffer = Buffer.alloc(0);
  for (const [name, value] of topLevelFields(bytes)) {
    if (name === 'messages') messages = value;
    else if (FIELDS.has(name)) object[name] = parsePlainJson(value.toString('utf8'));
  }
  const starts = messageStarts(messages);
  return describe(object, starts.length, firstRequest(messages, starts));
}

const MESSAGE_START = Buffer.from('\n    {');
const MESSAGE_END = Buffer.from('\n    }');

function messageStarts(messages: Buffer): number[] {
  const starts: number[] = [];
  for (let at = messages.indexOf(MESSAGE_START); at >= 0; at = messages.indexOf(MESSAGE_START, at + 1))
    starts.push(at);
  return starts;
}

/** A title is wanted from the beginning or not at all. */
const REQUEST_WITHIN = 20;

function firstRequest(messages: Buffer, starts: readonly number[]): string | undefined {
  for (const start of starts.slice(0, REQUEST_WITHIN)) {
    const end = messages.indexOf(MESSAGE_END, start);
    const message = messages.subarray(start, end < 0 ? messages.length : end + MESSAGE_END.length);
    if (!message.includes('"role": "user"')) continue;
    const parsed = record(parsePlainJson(message.toString('utf8')));
    if (parsed?.['role'] === 'user') return nonEmpty(parsed['content']);
  }
  return undefined;
}

function peekParsed(bytes: Buffer, path: string): SessionPeek {
  const content = bytes.toString('utf8');
  const session = parseSession(content, path);
  const object = record(parsePlainJson(content)) ?? {};
  const request = session.messages.find(({ role }) => role === 'user')?.content;
  return describe(object, session.messages.length, request === '' ? undefined : request);
}

function describe(
  object: { [key: string]: unknown },
  messageCount: number,
  request: string | undefined,
): SessionPeek {
  const metadata = record(object['metadata']) ?? {};
  const peek: SessionPeek = {
    messageCount,
    hasGoal: record(metadata['goal_state']) !== undefined,
    hasCheckpoint: record(metadata['workflow_checkpoint']) !== undefined,
  };
  const origin = sessionOrigin(metadata);
  if (origin !== undefined) peek.origin = origin;
  const texts = {
    id: text(object['session_id']),
    title: nonEmpty(metadata['title']) ?? nonEmpty(object['title']),
    firstRequest: request,
    updatedAtText: nonEmpty(object['updated_at']),
    parentId: pick(object, metadata, nonEmpty, 'parent_id', 'parent_session_id'),
    agentName: pick(object, metadata, nonEmpty, 'agent_name'),
    model: pick(object, metadata, nonEmpty, 'model', 'llm'),
  };
  const numbers = {
    createdAt: epochMs(object['created_at']),
    updatedAt: epochMs(object['updated_at']),
    totalTokens: pick(object, metadata, finiteNumber, 'total_tokens', 'token_count'),
    cost: pick(object, metadata, finiteNumber, 'cost'),
  };
  for (const [key, value] of Object.entries({ ...texts, ...numbers }))
    if (value !== undefined) Object.assign(peek, { [key]: value });
  return peek;
}

function pick<Value>(
  object: { [key: string]: unknown },
  metadata: { [key: string]: unknown },
  read: (value: unknown) => Value | undefined,
  ...keys: string[]
): Value | undefined {
  for (const key of keys) {
    const value = read(object[key]) ?? read(metadata[key]);
    if (value !== undefined) return value;
  }
  return undefined;
}

import type { JsonValue } from '../../model/session-record.ts';
import { NumberLiteral, type PythonObject, type PythonValue, pythonFloat } from './python-json.ts';
import { isObject } from './summary.ts';

/** Changes of a persisted session, on the parsed file itself: what they do not name stays as it stands. */

export interface NewMessage {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  /** Epoch milliseconds; default: when it is written. */
  at?: number;
  metadata?: { [key: string]: JsonValue };
  /** On an assistant's message; `arguments` is JSON text. */
  toolCalls?: { id: string; name: string; arguments: string }[];
  /** On a `tool` message: the call that it answers. */
  toolCallId?: string;
}

export interface NewCompaction {
  summary: string;
  /** How many of the window's messages the summary covers; default: all. */
  messageIndex?: number;
  /** Role under which the summary is replayed; default `system`. */
  role?: string;
  tokensBefore?: number;
  tokensAfter?: number;
  metadata?: { [key: string]: JsonValue };
}

/** Epoch milliseconds as Python's `datetime.now(timezone.utc).isoformat()` writes them. */
export function isoTime(now: number): string {
  return new Date(now).toISOString().replace('Z', '000+00:00');
}

/** Epoch milliseconds as Python's `time.time()`: seconds with a fraction. */
export function epochSeconds(now: number): number | NumberLiteral {
  return pythonFloat(now / 1000);
}

export function newSession(id: string, now: number): PythonObject {
  return {
    session_id: id,
    messages: [],
    created_at: isoTime(now),
    updated_at: isoTime(now),
    agent_name: null,
    user_id: null,
    metadata: {},
    gateway_session_id: null,
    agent_id: null,
    runtime_state: {},
    archived_messages: [],
  };
}

/** The fields of a session that has a parent, children or a title of its own; absent in plain sessions. */
export function addHierarchy(session: PythonObject): void {
  session['parent_id'] ??= null;
  session['forked_from_message_id'] ??= null;
  if (!Array.isArray(session['children_ids'])) session['children_ids'] = [];
  if (!Array.isArray(session['snapshots'])) session['snapshots'] = [];
  session['is_shared'] ??= false;
  session['title'] ??= null;
}

export function appendMessages(session: PythonObject, messages: readonly NewMessage[], now: number): void {
  const list = Array.isArray(session['messages']) ? session['messages'] : [];
  session['messages'] = [...list, ...messages.map((message) => messageRecord(message, now))];
}

function messageRecord(message: NewMessage, now: number): PythonObject {
  const result: PythonObject = {
    role: message.role,
    content: message.content,
    timestamp: epochSeconds(message.at ?? now),
    metadata: structuredClone(message.metadata ?? {}),
  };
  if (message.toolCalls !== undefined && message.toolCalls.length > 0)
    result['tool_calls'] = message.toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    }));
  if (message.toolCallId !== undefined) result['tool_call_id'] = message.toolCallId;
  return result;
}

/** Metadata that Python shows at the top level as well, where its listing looks first. */
export const MIRRORED = ['model', 'llm', 'total_tokens', 'token_count', 'cost', 'source', 'reasoning_effort'];
const MIRRORED_IN_PLACE = ['agent_id', 'agent_name', 'user_id'];

/** Sets metadata fields; `null` removes one, `undefined` leaves it. */
export function setMetadata(
  session: PythonObject,
  fields: { readonly [key: string]: JsonValue | undefined },
): void {
  const metadata = metadataOf(session);
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || key === '__proto__') continue;
    // A copy: the session lives on in memory, and what the caller does to its own object later is no part of it.
    if (value === null) delete metadata[key];
    else metadata[key] = structuredClone(value);
    if (MIRRORED_IN_PLACE.includes(key)) session[key] = value;
    // The mirror of a removed field would bring it back: Python folds mirrors into the metadata.
    else if (value === null && MIRRORED.includes(key)) delete session[key];
  }
}

/** The title where Python's `session rename` puts it, and in the hierarchy's own field where the session has one. */
export function setTitle(session: PythonObject, title: string): void {
  metadataOf(session)['title'] = title;
  if ('title' in session) session['title'] = title;
}

export function setCompaction(session: PythonObject, compaction: NewCompaction, now: number): void {
  const messages = Array.isArray(session['messages']) ? session['messages'].length : 0;
  session['last_compaction'] = {
    summary: compaction.summary,
    message_index: Math.min(compaction.messageIndex ?? messages, messages),
    role: compaction.role ?? 'system',
    tokens_before: compaction.tokensBefore ?? 0,
    tokens_after: compaction.tokensAfter ?? 0,
    timestamp: epochSeconds(now),
    metadata: { ...compaction.metadata },
  };
}

export interface UsageDelta {
  inputTokens: number;
  outputTokens: number;
  cachedTokens?: number;
  /** Default: input and output. */
  totalTokens?: number;
  /** US dollars. */
  cost?: number;
  /** Model calls; default 1. */
  requests?: number;
}

/** Adds to the session's running totals, in Python's fields (`metadata.usage` and their flat copies). */
export function addUsage(session: PythonObject, delta: UsageDelta): void {
  const { usage: recorded, total_tokens: flatTokens, cost: flatCost } = metadataOf(session);
  const usage = isObject(recorded) ? recorded : {};
  const sum = (key: string, flat: PythonValue | undefined, added: number) =>
    (numeric(usage[key]) || numeric(flat)) + added;
  const total = sum('total_tokens', flatTokens, delta.totalTokens ?? delta.inputTokens + delta.outputTokens);
  // As many digits as Python keeps: sums of prices would grow tails of rounding errors.
  const cost = Math.round(sum('cost', flatCost, delta.cost ?? 0) * 1e6) / 1e6;
  metadataOf(session)['usage'] = {
    ...usage,
    input_tokens: sum('input_tokens', undefined, delta.inputTokens),
    output_tokens: sum('output_tokens', undefined, delta.outputTokens),
    cached_tokens: sum('cached_tokens', undefined, delta.cachedTokens ?? 0),
    total_tokens: total,
    cost: pythonFloat(cost),
    requests: sum('requests', undefined, delta.requests ?? 1),
  };
  metadataOf(session)['total_tokens'] = total;
  metadataOf(session)['cost'] = pythonFloat(cost);
}

function numeric(value: PythonValue | undefined): number {
  const number = value instanceof NumberLiteral ? value.value : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

export function metadataOf(session: PythonObject): PythonObject {
  const metadata = session['metadata'];
  if (isObject(metadata)) return metadata;
  const created: PythonObject = {};
  session['metadata'] = created;
  return created;
}

/** Python's order of fields, so that either program rewrites the other's file without moving anything. */
const FIELD_ORDER = [
  ...['session_id', 'messages', 'created_at', 'updated_at', 'agent_name', 'user_id', 'metadata'],
  ...['gateway_session_id', 'agent_id', 'runtime_state', 'archived_messages', 'last_compaction'],
  ...MIRRORED,
  ...['parent_id', 'forked_from_message_id', 'children_ids', 'snapshots', 'is_shared', 'title'],
];

/** The session as it is written: mirrored fields set, fields in Python's order, unknown ones after them. */
export function inFileOrder(session: PythonObject): PythonObject {
  const metadata = metadataOf(session);
  const result: PythonObject = {};
  for (const key of FIELD_ORDER) {
    const mirrored = MIRRORED.includes(key) && Object.hasOwn(metadata, key);
    const value = mirrored ? metadata[key] : Object.hasOwn(session, key) ? session[key] : undefined;
    if (value !== undefined) result[key] = value;
  }
  for (const [key, value] of Object.entries(session))
    if (!Object.hasOwn(result, key) && key !== '__proto__') result[key] = value;
  return result;
}

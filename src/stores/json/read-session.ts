import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type {
  CompactionRecord,
  JsonObject,
  JsonValue,
  MessageRecord,
  MessageRole,
  SessionRecord,
  ToolCallRecord,
} from '../../model/session-record.ts';
import { finiteNumber, jsonText, list, nonEmpty, record, text } from '../../sources/fields.ts';
import { StoreError, systemReason } from '../store-error.ts';
import { parsePlainJson } from './python-json.ts';

/** A session file beyond this is no session: reading it whole would take the machine down. */
const MAX_BYTES = 512_000_000;

/** The file's bytes. Throws `session-unreadable`, its cause the system's error where it was that. */
export function readSessionBytes(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new StoreError({ code: 'session-unreadable', path, reason }, { cause: error });
  }
}

function readRegularFile(path: string): Buffer {
  // Not to wait for the other end of a pipe.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile())
      throw new StoreError({ code: 'session-unreadable', path, reason: 'not a regular file' });
    if (stats.size > MAX_BYTES)
      throw new StoreError({ code: 'session-unreadable', path, reason: `larger than ${MAX_BYTES} bytes` });
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The session in a file's text. Throws `session-unreadable` when it is not a JSON object.
 *
 * @param dropped told how many messages are no objects, and were left out
 */
export function parseSession(
  content: string,
  path: string,
  dropped?: (messages: number) => void,
): SessionRecord {
  let value: unknown;
  try {
    value = parsePlainJson(content);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StoreError({ code: 'session-unreadable', path, reason: 'not valid JSON' }, { cause: error });
  }
  const object = record(value);
  if (object === undefined)
    throw new StoreError({ code: 'session-unreadable', path, reason: 'not a JSON object' });
  dropped?.(
    [...list(object['messages']), ...list(object['archived_messages'])].filter(
      (message) => record(message) === undefined,
    ).length,
  );
  return sessionRecord(object);
}

/** Tolerant: a field of a wrong type is an absent field, a message that is no object is left out. */
export function sessionRecord(object: { [key: string]: unknown }): SessionRecord {
  const metadata = json(object['metadata']);
  // Older files, and files by other programs, carry these at the top level only.
  for (const key of ['model', 'llm', 'total_tokens', 'token_count', 'cost', 'source', 'reasoning_effort'])
    if (metadata[key] === undefined && object[key] !== undefined && object[key] !== null)
      metadata[key] = object[key] as JsonValue;
  const result: SessionRecord = {
    session_id: text(object['session_id']) ?? '',
    messages: messageRecords(object['messages']),
    metadata,
    archived_messages: messageRecords(object['archived_messages']),
    children_ids: list(object['children_ids']).filter((id): id is string => typeof id === 'string'),
    is_shared: object['is_shared'] === true,
  };
  const parent = firstText(object, metadata, ['parent_id', 'parent_session_id']);
  if (parent !== undefined) result.parent_id = parent;
  const title = nonEmpty(metadata['title']) ?? nonEmpty(object['title']);
  if (title !== undefined) result.title = title;
  const model = firstText(object, metadata, ['model', 'llm']);
  if (model !== undefined) result.model = model;
  const compaction = compactionRecord(object['last_compaction']);
  if (compaction !== undefined) result.last_compaction = compaction;
  for (const key of ['created_at', 'updated_at', 'agent_name', 'user_id', 'agent_id'] as const) {
    const value = nonEmpty(object[key]) ?? nonEmpty(metadata[key]);
    if (value !== undefined) result[key] = value;
  }
  for (const key of ['gateway_session_id', 'forked_from_message_id'] as const) {
    const value = nonEmpty(object[key]);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function firstText(
  object: { [key: string]: unknown },
  metadata: JsonObject,
  keys: readonly string[],
): string | undefined {
  for (const key of keys) {
    const value = nonEmpty(object[key]) ?? nonEmpty(metadata[key]);
    if (value !== undefined) return value;
  }
  return undefined;
}

function json(value: unknown): JsonObject {
  return { ...(record(value) as JsonObject | undefined) };
}

const ROLES: readonly string[] = ['user', 'assistant', 'system', 'tool'] satisfies MessageRole[];

function messageRecords(value: unknown): MessageRecord[] {
  return list(value).flatMap((item) => {
    const message = record(item);
    return message === undefined ? [] : [messageRecord(message)];
  });
}

function messageRecord(message: { [key: string]: unknown }): MessageRecord {
  // Python's default for a message without a role.
  const role = text(message['role']) ?? 'user';
  const result: MessageRecord = {
    role: ROLES.includes(role) ? (role as MessageRole) : 'system',
    content: contentText(message['content']),
    metadata: json(message['metadata']),
  };
  const timestamp = finiteNumber(message['timestamp']);
  if (timestamp !== undefined) result.timestamp = timestamp;
  const calls = list(message['tool_calls']).flatMap(toolCall);
  if (calls.length > 0) result.tool_calls = calls;
  const callId = text(message['tool_call_id']);
  if (callId !== undefined) result.tool_call_id = callId;
  return result;
}

/** A text, or the text parts of the list form that model services take. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .flatMap((part) => text(part) ?? text(record(part)?.['text']) ?? [])
    .join('\n');
}

function toolCall(value: unknown): ToolCallRecord[] {
  const call = record(value);
  const called = record(call?.['function']);
  const name = nonEmpty(called?.['name']) ?? nonEmpty(call?.['name']);
  if (name === undefined) return [];
  const given = called?.['arguments'] ?? call?.['arguments'];
  return [
    {
      id: text(call?.['id']) ?? '',
      type: text(call?.['type']) ?? 'function',
      function: { name, arguments: typeof given === 'string' ? given : jsonText(given ?? {}) },
    },
  ];
}

function compactionRecord(value: unknown): CompactionRecord | undefined {
  const compaction = record(value);
  const summary = nonEmpty(compaction?.['summary']);
  if (compaction === undefined || summary === undefined) return undefined;
  const result: CompactionRecord = {
    summary,
    message_index: finiteNumber(compaction['message_index']) ?? 0,
    role: text(compaction['role']) ?? 'system',
    tokens_before: finiteNumber(compaction['tokens_before']) ?? 0,
    tokens_after: finiteNumber(compaction['tokens_after']) ?? 0,
    metadata: json(compaction['metadata']),
  };
  const timestamp = finiteNumber(compaction['timestamp']);
  if (timestamp !== undefined) result.timestamp = timestamp;
  return result;
}

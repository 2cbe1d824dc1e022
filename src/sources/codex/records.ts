import { finiteNumber, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { isOneRecord } from '../whole-line.ts';

/** A line of a rollout, whatever generation wrote it. */
export interface RolloutRecord {
  type: 'session_meta' | 'turn_context' | 'response_item' | 'event_msg' | 'compacted' | 'ignored' | 'unknown';
  payload: Record<string, unknown>;
  /** As written; the oldest lines have none. */
  timestamp?: unknown;
  /** Number of the line within the thread's history (0.149 and newer). */
  ordinal?: number;
}

/** Line types that say nothing about the conversation. */
const IGNORED_LINES = new Set([
  'world_state',
  'token_usage_record',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'retained_context',
]);

/** Items of the oldest generation (to about 0.31), which wrote them bare, one per line, without time. */
const BARE_ITEMS = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
  'custom_tool_call',
  'custom_tool_call_output',
  'web_search_call',
]);

/** @param bare the file began with a bare line; else a line without payload is a fragment of a torn one. */
export function rolloutRecord(line: JsonRecord, bare: boolean): RolloutRecord {
  const payload = record(line['payload']);
  const type = text(line['type']);
  if (!payload) return bare ? bareRecord(line, type) : { type: 'unknown', payload: {} };
  const result: RolloutRecord = { type: 'unknown', payload, timestamp: line['timestamp'] };
  const ordinal = finiteNumber(line['ordinal']);
  if (ordinal !== undefined) result.ordinal = ordinal;
  if (type === 'session_meta' || type === 'turn_context' || type === 'compacted') result.type = type;
  else if (type === 'response_item' || type === 'event_msg') result.type = type;
  else if (type !== undefined && IGNORED_LINES.has(type)) result.type = 'ignored';
  return result;
}

/** `true` for a line that only the oldest generation wrote. */
export function isBare(line: JsonRecord): boolean {
  if ('payload' in line) return false;
  return isBareMeta(line) || 'record_type' in line || BARE_ITEMS.has(text(line['type']) ?? '');
}

/** `true` for the meta line of either form. */
export function isMeta(line: JsonRecord): boolean {
  return 'payload' in line ? line['type'] === 'session_meta' : isBareMeta(line);
}

function isBareMeta(line: JsonRecord): boolean {
  return nonEmpty(line['id']) !== undefined && nonEmpty(line['timestamp']) !== undefined;
}

function bareRecord(line: JsonRecord, type: string | undefined): RolloutRecord {
  if (line['record_type'] !== undefined) return { type: 'ignored', payload: {} };
  if (type !== undefined && BARE_ITEMS.has(type)) return { type: 'response_item', payload: line };
  if (type === undefined && isBareMeta(line))
    return { type: 'session_meta', payload: line, timestamp: line['timestamp'] };
  return { type: 'unknown', payload: {} };
}

const HEAD_BYTES = 220;
const HEAD =
  /^\{"timestamp":"([^"]{1,40})",(?:"ordinal":(\d+),)?"type":"(\w+)","payload":\{(?:"type":"(\w+)"(?:,"(?:id|status)":(?:null|"[^"]*"))*(?:,"role":"(\w+)")?)?/;
const BARE_HEAD = /^\{"(?:type":"(reasoning)"|record_type":"(\w+)")/;

const IGNORED_PAYLOADS = new Set([
  'event_msg/token_count',
  'event_msg/agent_reasoning',
  'event_msg/agent_reasoning_raw_content',
  'event_msg/agent_reasoning_section_break',
  'event_msg/thread_settings_applied',
  'event_msg/turn_diff',
  'response_item/reasoning',
  'response_item/ghost_snapshot',
  'response_item/additional_tools',
]);

const RECORD_BEGINNINGS = [Buffer.from('{"timestamp":"')];
const BARE_BEGINNINGS = [
  ...RECORD_BEGINNINGS,
  Buffer.from('{"record_type":'),
  ...[...BARE_ITEMS].map((type) => Buffer.from(`{"type":"${type}"`)),
];

/**
 * Tells from the first bytes of a line that nothing in it matters. Only for lines that are one whole record: a torn or
 * glued one has to be parsed, so that what is lost is counted and what is whole is kept.
 *
 * @param eventStream the model's words are read from events: their twins in the history are ignored.
 */
export function isIgnorable(line: Buffer, eventStream = false): boolean {
  const head = line.toString('latin1', 0, HEAD_BYTES);
  const match = HEAD.exec(head);
  if (!match) return BARE_HEAD.test(head) && isOneRecord(line, BARE_BEGINNINGS);
  const [, , , type = '', payloadType = '', role] = match;
  const ignored =
    IGNORED_LINES.has(type) ||
    IGNORED_PAYLOADS.has(`${type}/${payloadType}`) ||
    (type === 'response_item' && (role === 'developer' || (eventStream && role === 'assistant')));
  return ignored && isOneRecord(line, RECORD_BEGINNINGS);
}

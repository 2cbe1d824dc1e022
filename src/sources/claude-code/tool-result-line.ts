import { list, record } from '../fields.ts';
import { type JsonRecord, parseObject } from '../parse-record.ts';

/** Below this a plain parse is as fast. */
const SMALL_LINE_BYTES = 1024;

/** Raw bytes kept of a long output: enough for `excerpt` where a character takes three bytes. */
const OUTPUT_HEAD_BYTES = 4_608;
const OUTPUT_TAIL_BYTES = 7_680;
/** Kept of a text that nobody reads: enough to recognise the agent's own phrases. */
const UNREAD_HEAD_BYTES = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CUT_MARK = '\\n…\\n';
const TWIN = ',"toolUseResult":';
const MESSAGE = Buffer.from(',"message":{');
// A search runs from one occurrence of its first byte to the next: these begin in the middle of a key, at a rare byte.
const TWIN_MARK = Buffer.from('UseResult":');
const CALL_ID = Buffer.from('_use_id":"');
const PARENT_FIRST = Buffer.from('{"parentUuid":');
const UUID = Buffer.from(',"uuid":"');
/** Keys behind the twin, in 2.1.332 and before; they stand in the last bytes of the record. */
const USER_TYPE = ',"userType":"';
const SOURCE = ',"sourceToolAssistantUUID":"';
const TAIL_BYTES = 1024;
const CLOSING_BRACE = 0x7d;
const CREATED = '{"type":"create"';

/** Facts of the structured twin (an interruption, a background task, a commit) that the output does not tell. */
const TWIN_FACTS = ['rupted":true', 'TaskId":"', 'Operation":{', 'Async":true'].map((fact) =>
  Buffer.from(fact),
);

export interface ResultNeeds {
  /** Whether the structured `toolUseResult` is needed; `facts`: only where it tells more than the output does. */
  twin: 'yes' | 'facts' | 'no';
  /** Whether the result's text is needed though nothing failed. */
  output: boolean;
}

/**
 * Parses a long tool-result line in part: without its structured twin (which repeats the output, or holds the whole file
 * that was edited) and with only the ends of long texts. Anything unusual gives `undefined`: parse it whole.
 *
 * Half of all bytes in real transcripts are twins. Each search of the bytes costs about as much as a tenth of a parse.
 */
export function parseToolResultLine(
  line: Buffer,
  needsOf: (callId: string) => ResultNeeds | undefined,
): JsonRecord | undefined {
  if (line.length < SMALL_LINE_BYTES) return undefined;
  const twinAt = line.indexOf(TWIN_MARK) + TWIN_MARK.length - TWIN.length;
  if (line.toString('latin1', twinAt, twinAt + TWIN.length) !== TWIN) return undefined;
  const messageAt = line.indexOf(MESSAGE);
  const idAt = messageAt === -1 ? -1 : line.indexOf(CALL_ID, messageAt);
  if (idAt === -1) return undefined;
  const idFrom = idAt + CALL_ID.length;
  const needs = needsOf(line.toString('latin1', idFrom, line.indexOf(QUOTE, idFrom)));
  if (!needs || needs.twin === 'yes') return undefined;
  if (needs.twin === 'facts' && TWIN_FACTS.some((fact) => line.indexOf(fact, twinAt) !== -1))
    return undefined;
  return parseWithoutTwin(line, twinAt, messageAt, needs.output);
}

function parseWithoutTwin(
  line: Buffer,
  twinAt: number,
  messageAt: number,
  output: boolean,
): JsonRecord | undefined {
  const tailAt = recordTail(line, twinAt, messageAt);
  if (tailAt === -1) return undefined;
  const cuts = longTexts(line, messageAt, messageAt < twinAt ? twinAt : line.length, output);
  // Where a key of the same name inside the twin was met, the braces do not match, and this is no JSON.
  const rest = tailAt === line.length ? '}' : textWithout(line, tailAt, line.length, cuts);
  const entry = parseObject(textWithout(line, 0, twinAt, cuts) + rest);
  const blocks = list(record(entry?.['message'])?.['content']).map(record);
  const results = blocks.filter((block) => block?.['type'] === 'tool_result');
  // Several results share one twin, which may be of a call that needs it.
  if (!entry || results.length !== 1) return undefined;
  // Nothing is cut where the human may speak: beside a result, or with a refusal.
  if (cuts.length > 0 && (blocks.length > 1 || results[0]?.['is_error'] === true)) return undefined;
  const twinFrom = twinAt + TWIN.length;
  if (line.toString('latin1', twinFrom, twinFrom + CREATED.length) === CREATED)
    entry['toolUseResult'] = { type: 'create' };
  return entry;
}

/**
 * Where the keys behind the twin begin that matter; the line's end when none does, and -1 when the line does not end as
 * a record does, or when another record is glued to it.
 */
function recordTail(line: Buffer, twinAt: number, messageAt: number): number {
  if (line[line.length - 1] !== CLOSING_BRACE || line.indexOf(PARENT_FIRST, twinAt) !== -1) return -1;
  if (messageAt > twinAt) {
    const uuidAt = line.lastIndexOf(UUID, messageAt);
    return uuidAt > twinAt ? uuidAt : messageAt;
  }
  const end = line.toString('latin1', Math.max(twinAt, line.length - TAIL_BYTES));
  const tail = end.lastIndexOf(USER_TYPE);
  if (tail !== -1) return line.length - end.length + tail;
  return end.includes(SOURCE) ? line.length : -1;
}

type Cut = readonly [from: number, to: number];

/** The middles of the long strings between two places. */
function longTexts(line: Buffer, from: number, to: number, output: boolean): Cut[] {
  const head = output ? OUTPUT_HEAD_BYTES : UNREAD_HEAD_BYTES;
  const tail = output ? OUTPUT_TAIL_BYTES : 0;
  if (to - from < head + tail) return [];
  const cuts: Cut[] = [];
  for (let start = line.indexOf(QUOTE, from); start !== -1 && start < to; ) {
    const end = stringEnd(line, start + 1);
    if (end === -1) break;
    if (end - start > head + tail + 1024) {
      const cutFrom = boundary(line, start + 1 + head);
      const cutTo = tail === 0 ? end : boundary(line, end - tail);
      if (cutFrom !== -1 && cutTo !== -1) cuts.push([cutFrom, cutTo]);
    }
    start = line.indexOf(QUOTE, end + 1);
  }
  return cuts;
}

function textWithout(line: Buffer, from: number, to: number, cuts: readonly Cut[]): string {
  let text = '';
  let position = from;
  for (const [cutFrom, cutTo] of cuts) {
    if (cutFrom < from || cutTo > to) continue;
    text += line.toString('utf8', position, cutFrom) + CUT_MARK;
    position = cutTo;
  }
  return text + line.toString('utf8', position, to);
}

/** Index of the quote that closes the string whose first byte is at `from`, or -1. */
function stringEnd(line: Buffer, from: number): number {
  let end = line.indexOf(QUOTE, from);
  while (end !== -1) {
    let backslashes = 0;
    while (line[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = line.indexOf(QUOTE, end + 1);
  }
  return -1;
}

/** A place at or shortly before `position` that splits no escape, no surrogate pair and no UTF-8 sequence; -1 if none is near. */
function boundary(line: Buffer, position: number): number {
  for (let at = position; at > position - 256; at -= 1) {
    const byte = line[at] ?? 0;
    const continuesCharacter = (byte & 0xc0) === 0x80;
    if (!continuesCharacter && !line.subarray(at - 6, at).includes(BACKSLASH)) return at;
  }
  return -1;
}

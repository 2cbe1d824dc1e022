import { type JsonRecord, parseObject } from '../parse-record.ts';
import { isOneWholeRecord } from './line-kind.ts';

/** Below this a plain parse is as fast. */
const SMALL_LINE_BYTES = 4096;

/** Raw bytes kept of a long output: enough for `excerpt` where a character takes three bytes. */
const OUTPUT_HEAD_BYTES = 4_608;
const OUTPUT_TAIL_BYTES = 7_680;
/** Kept of a text that nobody reads: enough to recognise the agent's own phrases. */
const UNREAD_HEAD_BYTES = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CUT_MARK = '\\n…\\n';
const TWIN = Buffer.from(',"toolUseResult":');
const MESSAGE = Buffer.from(',"message":{');
const CALL_ID = Buffer.from('"tool_use_id":"');
const IS_ERROR = Buffer.from('"is_error":true');
const UUID = Buffer.from(',"uuid":"');
const USER_TYPE = Buffer.from(',"userType":"');
const CREATED = '{"type":"create"';

/** Facts of the structured twin that change what happened; with one of them the whole record is parsed. */
const TWIN_FACTS = ['"interrupted":true', '"backgroundTaskId":', '"gitOperation":', '"isAsync":true'].map(
  (fact) => Buffer.from(fact),
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
 * Measured on 30 MB of real transcripts: half of all bytes are twins, and this halves the time to read one.
 */
export function parseToolResultLine(
  line: Buffer,
  needsOf: (callId: string) => ResultNeeds | undefined,
): JsonRecord | undefined {
  if (line.length < SMALL_LINE_BYTES) return undefined;
  const twinAt = line.indexOf(TWIN);
  const messageAt = line.indexOf(MESSAGE);
  if (twinAt === -1 || messageAt === -1) return undefined;
  const messageTo = messageAt < twinAt ? twinAt : line.length;
  const message = line.subarray(messageAt, messageTo);
  const callId = onlyCallId(message);
  const needs = callId === undefined ? undefined : needsOf(callId);
  if (!needs || needs.twin === 'yes' || !isOneWholeRecord(line)) return undefined;
  if (needs.twin === 'facts' && TWIN_FACTS.some((fact) => line.indexOf(fact, twinAt) !== -1))
    return undefined;
  const cuts = longTexts(line, messageAt, messageTo, needs.output || message.includes(IS_ERROR));
  const tailAt = line.lastIndexOf(messageAt > twinAt ? UUID : USER_TYPE);
  // Where a key of the same name inside the twin was met, the braces do not match, and this is no JSON.
  const record = parseObject(
    textWithout(line, 0, twinAt, cuts) +
      (tailAt > twinAt ? textWithout(line, tailAt, line.length, cuts) : '}'),
  );
  if (!record || !('message' in record)) return undefined;
  const twinFrom = twinAt + TWIN.length;
  if (line.toString('latin1', twinFrom, twinFrom + CREATED.length) === CREATED)
    record['toolUseResult'] = { type: 'create' };
  return record;
}

/** The id of the call, where the record has the result of one call only. */
function onlyCallId(message: Buffer): string | undefined {
  const at = message.indexOf(CALL_ID);
  if (at === -1) return undefined;
  const from = at + CALL_ID.length;
  if (message.indexOf(CALL_ID, from) !== -1) return undefined;
  return message.toString('latin1', from, message.indexOf(QUOTE, from));
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

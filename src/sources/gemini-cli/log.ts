import { nonEmpty, record } from '../fields.ts';
import { forEachLine } from '../json-lines.ts';
import type { JsonRecord } from '../parse-record.ts';
import { isOneRecord } from '../whole-line.ts';
import type { Conversation } from './conversation.ts';
import { parseLeanLine } from './lean-line.ts';

/** Only the time of the last change. */
const TOUCH = /^\{"\$set":\{"lastUpdated":"[^"]*"\}\}$/;
const TOUCH_BYTES = 64;
const CHANGES = ['{"$set":', '{"$rewindTo":'].map((text) => Buffer.from(text));
const TIME = Buffer.from('","timestamp":"');
const REWRITE = '{"$set":{"messages":[';
const DOLLAR = 0x24;
const RESPONSE = '","type":"user","content":[{"functionResponse":{"id":"';

export interface LogReport {
  records: number;
  unknown: number;
  broken: number;
  /** The file ends with a record that was not written whole. */
  torn: boolean;
}

/**
 * Replays the append log `session-*.jsonl` (Gemini CLI 0.40 and newer): metadata lines, messages, `$set` and `$rewindTo`.
 *
 * @throws UnreadableFileError; `report` then holds what was met until there.
 */
export function readLog(path: string, conversation: Conversation, report: LogReport): void {
  const lines = forEachLine(path, (line) => {
    report.torn = false;
    if (passes(line, conversation)) {
      report.records += 1;
      return;
    }
    const parsed = parseLeanLine(line);
    report.broken += parsed.broken;
    report.torn = parsed.broken === 1;
    for (const entry of parsed.records) {
      if (applyRecord(entry, conversation)) report.records += 1;
      else report.unknown += 1;
    }
  });
  report.broken += lines.oversized;
  report.torn &&= lines.unterminated;
}

/** Applies one record of the log; `false` when it is of a kind that is not known. */
export function applyRecord(entry: JsonRecord, conversation: Conversation): boolean {
  const set = record(entry['$set']);
  if (typeof entry['$rewindTo'] === 'string') conversation.rewind(entry['$rewindTo']);
  else if (set) {
    conversation.metadata(set);
    if (Array.isArray(set['messages'])) conversation.rewrite(set['messages']);
  } else if (nonEmpty(entry['id']) !== undefined && nonEmpty(entry['type']) !== undefined)
    conversation.message(entry);
  else if (nonEmpty(entry['sessionId']) !== undefined) conversation.header(entry);
  else {
    if (Object.keys(entry).some((key) => key.startsWith('$')))
      conversation.warnings.push(
        'The log holds a change of an unknown kind; what follows it may be out of date.',
      );
    return false;
  }
  return true;
}

/** Records that add nothing, told from their bytes: most lines of a log, and the longest ones. */
function passes(line: Buffer, conversation: Conversation): boolean {
  if (line[2] !== DOLLAR) return repeatsResults(line, conversation);
  const head = line.toString('latin1', 0, TOUCH_BYTES);
  if (line.length < TOUCH_BYTES && TOUCH.test(head)) return true;
  return head.startsWith(REWRITE) && isOneRecord(line, CHANGES) && rewritesOnlyKnown(line, conversation);
}

/** `$set.messages` repeats the whole history at every resume: parse it only when it names a message that is new. */
function rewritesOnlyKnown(line: Buffer, conversation: Conversation): boolean {
  let messages = 0;
  for (let at = line.indexOf('{"id":"'); at !== -1; at = line.indexOf('{"id":"', at + 7)) {
    const head = line.toString('latin1', at, at + 160);
    const message = /^\{"id":"([^"\\]+)","timestamp":"[^"]*","type":"(\w+)"/.exec(head);
    if (!message) continue;
    if (!conversation.knows(message[2] ?? '', message[1] ?? '')) return false;
    messages += 1;
  }
  return messages > 0;
}

/** Results come twice: in the call's record, then in a user record for the model. */
function repeatsResults(line: Buffer, conversation: Conversation): boolean {
  const head = line.toString('latin1', 0, 220);
  const start = head.indexOf(RESPONSE);
  const message = start === -1 ? undefined : /^\{"id":"([^"\\]+)","timestamp":"/.exec(head);
  if (!message || !isOneRecord(line, [TIME, ...CHANGES], message[0].length)) return false;
  const label = '{"functionResponse":{"id":"';
  for (let at = line.indexOf(label, start); at !== -1; at = line.indexOf(label, at + 1)) {
    const from = at + label.length;
    const callId = line.toString('utf8', from, line.indexOf('"', from));
    if (!conversation.timeline.hasResult(callId)) return false;
  }
  conversation.pass('user', message[1] ?? '');
  return true;
}

import type { SessionDescription, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, nonEmpty, record } from '../fields.ts';
import { oneLine, withoutAbsent } from '../gemini-cli/describe.ts';
import { type FileEnds, headLines, readFileEnds, tailLines } from '../gemini-cli/file-ends.ts';
import { parseLeanLine } from '../gemini-cli/lean-line.ts';
import { endingOf } from '../gemini-cli/session-ending.ts';
import { type JsonRecord, parseLine } from '../parse-record.ts';
import { lineHead } from './lines.ts';
import { Transcript } from './transcript.ts';

/** The last records decide how the run ended. */
const LAST_RECORDS = 6;
const FIRST_RECORDS_BYTES = 16 * 1024;
const WIDE_BYTES = 1024 * 1024;

export function describeTranscript(entry: SessionEntry): SessionDescription {
  const ends = readFileEnds(entry.location);
  if (!ends) return {};
  const first = firstRecord(ends);
  const last = lastRecords(entry.location, ends);
  const newest = last.newest ?? first;
  const parent = parentSession(ends);
  return withoutAbsent({
    title: title(ends) ?? firstRequest(ends),
    directory: nonEmpty(newest?.['cwd']),
    branch: nonEmpty(newest?.['gitBranch']),
    createdAt: epochMs(first?.['timestamp']),
    updatedAt: epochMs(newest?.['timestamp']),
    parentId: parent ?? nonEmpty(record(first?.['forkedFrom'])?.['sessionId']),
    subAgent: parent === undefined && first?.['isSidechain'] !== true ? undefined : true,
    ending: ending(ends, last.records),
    model: last.model,
    agentVersion: nonEmpty(newest?.['version']),
  });
}

function firstRecord(ends: FileEnds): JsonRecord | undefined {
  for (const line of headLines(ends)) {
    const entry = parseLine(line).records.find((candidate) => 'uuid' in candidate);
    if (entry) return entry;
  }
  return undefined;
}

interface LastRecords {
  /** In the file's order, without the ignored ones. */
  records: JsonRecord[];
  /** The last record of all. */
  newest?: JsonRecord;
  model?: string;
}

function lastRecords(location: string, ends: FileEnds): LastRecords {
  const found = recordsOf(ends);
  if (found.records.length > 0 || ends.whole) return found;
  // One record fills the whole tail: look once more, wider.
  const wider = readFileEnds(location, WIDE_BYTES);
  return wider ? recordsOf(wider) : found;
}

function recordsOf(ends: FileEnds): LastRecords {
  const found: LastRecords = { records: [] };
  for (const line of tailLines(ends)) {
    const head = lineHead(line);
    const ignored = head?.isIgnored === true;
    if (ignored && found.newest) continue;
    for (const entry of parseLeanLine(line).records.reverse()) {
      if (!('uuid' in entry)) continue;
      found.newest ??= entry;
      const model = nonEmpty(entry['model']);
      if (found.model === undefined && model !== undefined) found.model = model;
      if (!ignored) found.records.unshift(entry);
    }
    if (found.records.length >= LAST_RECORDS) break;
  }
  return found;
}

function ending(ends: FileEnds, records: readonly JsonRecord[]): SessionDescription['ending'] {
  const active = records.filter(
    (entry) => entry['subtype'] !== 'custom_title' && entry['subtype'] !== 'session_model',
  );
  // What is left after a rewind stands before the tail.
  if (active.at(-1)?.['subtype'] === 'rewind') return 'unknown';
  const events: SessionEvent[] = [];
  const usageSeen = [ends.head, ends.tail].some((part) => part.includes('"usageMetadata":{'));
  const transcript = new Transcript({ emit: (event) => events.push(event), usageSeen });
  for (const entry of records) transcript.take(entry);
  transcript.finish();
  return endingOf(events);
}

/** The last title that head or tail hold; the agent repeats it every 32 KiB so that the tail has one. */
function title(ends: FileEnds): string | undefined {
  const label = '"subtype":"custom_title"';
  for (const part of ends.whole ? [ends.head] : [ends.tail, ends.head]) {
    const found = part.lastIndexOf(label);
    if (found === -1) continue;
    const lineEnd = part.indexOf(0x0a, found);
    const line = part.subarray(part.lastIndexOf(0x0a, found) + 1, lineEnd === -1 ? part.length : lineEnd);
    const custom = nonEmpty(record(parseLine(line).records.at(-1)?.['systemPayload'])?.['customTitle']);
    if (custom !== undefined) return custom;
  }
  return undefined;
}

/** The session whose agent started this one (`create_sub_session`). */
function parentSession(ends: FileEnds): string | undefined {
  // It is written when the session begins.
  if (!ends.head.subarray(0, FIRST_RECORDS_BYTES).includes('"subtype":"parent_session"')) return undefined;
  for (const line of headLines(ends)) {
    if (lineHead(line)?.subtype !== 'parent_session') continue;
    return nonEmpty(record(parseLine(line).records[0]?.['systemPayload'])?.['parentSessionId']);
  }
  return undefined;
}

function firstRequest(ends: FileEnds): string | undefined {
  let words: string | undefined;
  const transcript = new Transcript({
    emit: (event) => {
      if (event.kind === 'request') words ??= event.text;
    },
  });
  for (const line of headLines(ends)) {
    const head = lineHead(line);
    if (head?.isIgnored) transcript.pass(head);
    else for (const entry of parseLeanLine(line).records) transcript.take(entry);
    if (words !== undefined) break;
  }
  if (words === undefined) transcript.finish();
  return words === undefined ? undefined : oneLine(words);
}

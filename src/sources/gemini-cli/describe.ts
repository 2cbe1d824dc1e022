import type { SessionDescription, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, list, nonEmpty, record } from '../fields.ts';
import { type JsonRecord, parseLine } from '../parse-record.ts';
import { Conversation } from './conversation.ts';
import { type FileEnds, headLines, readFileEnds, tailLines } from './file-ends.ts';
import { parseLeanLine } from './lean-line.ts';
import { applyRecord } from './log.ts';
import { MessageCutter } from './message-cutter.ts';
import { projectDirectory } from './project-directory.ts';
import { endingOf } from './session-ending.ts';

/** The last messages decide how the run ended. */
const LAST_MESSAGES = 6;
const MAX_TITLE_CHARS = 200;
const WIDE_BYTES = 1024 * 1024;

/** What the head of a chat file tells. */
export interface ChatHead {
  sessionId?: string;
  directory?: string;
  createdAt?: number;
  kind?: string;
  summary?: string;
}

/** Reads the metadata of a chat file from its first kilobytes, and resolves its directory. */
export function chatHead(location: string, ends: FileEnds): ChatHead {
  const document = isDocument(location, ends);
  const fields = document ? {} : (firstRecord(ends) ?? {});
  // A document is no record that could be parsed here: take its fields by name, from before its messages.
  const messages = document ? ends.head.indexOf('"messages"') : 0;
  const before = ends.head.toString('utf8', 0, messages === -1 ? 2000 : messages);
  const field = (name: string): string | undefined =>
    nonEmpty(fields[name]) ?? nonEmpty(new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]*)"`).exec(before)?.[1]);
  const projectHash = field('projectHash');
  const directory = projectDirectory(location, ends.head, {
    ...(projectHash !== undefined && { projectHash }),
    directories: list(fields['directories']).filter((entry) => typeof entry === 'string'),
  });
  return withoutAbsent({
    sessionId: field('sessionId'),
    directory,
    createdAt: epochMs(field('startTime')),
    kind: field('kind'),
    summary: nonEmpty(fields['summary']),
  });
}

/** Exports exist that are a document under the name of a log: their first line is a lone brace. */
export function isDocument(location: string, ends: FileEnds | undefined): boolean {
  return location.endsWith('.json') || /^\s*\{\s*\n/.test(ends?.head.toString('latin1', 0, 16) ?? '');
}

export function describeChat(entry: SessionEntry): SessionDescription {
  const ends = readFileEnds(entry.location);
  if (!ends) return {};
  const document = isDocument(entry.location, ends);
  const head = chatHead(entry.location, ends);
  const events: SessionEvent[] = [];
  const last = lastRecords(entry.location, ends, document);
  const conversation = new Conversation({ emit: (event) => events.push(event) });
  for (const message of last.messages) applyRecord(message, conversation);
  conversation.finish();
  const model = events.findLast((event) => event.kind === 'model');
  return withoutAbsent({
    title: last.summary ?? head.summary ?? topic(ends) ?? firstRequest(ends, document),
    directory: head.directory,
    createdAt: head.createdAt,
    updatedAt: last.updatedAt,
    subAgent: head.kind === 'subagent' ? true : undefined,
    ending: endingOf(events),
    model: model?.kind === 'model' ? model.model : undefined,
  });
}

function firstRecord(ends: FileEnds): JsonRecord | undefined {
  for (const line of headLines(ends)) {
    const records = parseLine(line).records;
    if (records.length > 0) return records[0];
  }
  return undefined;
}

interface LastRecords {
  /** In the file's order. */
  messages: JsonRecord[];
  updatedAt?: number;
  summary?: string;
}

function lastRecords(location: string, ends: FileEnds, document: boolean): LastRecords {
  const read = document ? lastOfDocument : lastOfLog;
  const found = read(ends);
  if (found.messages.length > 0 || ends.whole) return found;
  // One record fills the whole tail: look once more, wider.
  const wider = readFileEnds(location, WIDE_BYTES);
  return wider ? read(wider) : found;
}

function lastOfLog(ends: FileEnds): LastRecords {
  const found: LastRecords = { messages: [] };
  for (const line of tailLines(ends)) {
    if (found.messages.length >= LAST_MESSAGES) break;
    for (const entry of parseLeanLine(line).records.reverse()) {
      const set = record(entry['$set']);
      const summary = nonEmpty(set?.['summary']);
      const updatedAt = epochMs(set?.['lastUpdated']) ?? epochMs(entry['timestamp']);
      if (found.summary === undefined && summary !== undefined) found.summary = summary;
      if (found.updatedAt === undefined && updatedAt !== undefined) found.updatedAt = updatedAt;
      const isMessage = 'id' in entry || '$rewindTo' in entry || 'sessionId' in entry;
      // A rewrite repeats what other lines say; it counts only where the tail holds nothing else.
      const isOnlyHistory =
        Array.isArray(set?.['messages']) && !found.messages.some((other) => 'id' in other);
      if (isMessage || isOnlyHistory) found.messages.unshift(entry);
    }
  }
  return found;
}

/** The last messages of a document: whole when it is small, else cut out of its tail. */
function lastOfDocument(ends: FileEnds): LastRecords {
  const found: LastRecords = { messages: [] };
  const cutter = new MessageCutter((bytes) => found.messages.push(...parseLeanLine(bytes).records));
  if (!ends.whole) {
    const start = messageStart(ends.tail);
    if (start === -1) return found;
    cutter.take(Buffer.from('{"messages":['));
    cutter.take(ends.tail.subarray(start));
  } else cutter.take(ends.head);
  const summary = nonEmpty(parseLine(Buffer.from(cutter.frame)).records[0]?.['summary']);
  if (summary !== undefined) found.summary = summary;
  found.messages = found.messages.slice(-LAST_MESSAGES);
  const updatedAt = epochMs(found.messages.at(-1)?.['timestamp']);
  return updatedAt === undefined ? found : { ...found, updatedAt };
}

/** Where a message begins in the middle of a document: an id, a time and a type, in this order. */
function messageStart(tail: Buffer): number {
  const message = /\{\s*"id":\s*"[^"\\]*",\s*"timestamp":\s*"[^"\\]*",\s*"type":\s*"\w+"/.exec(
    tail.toString('latin1'),
  );
  return message ? message.index : -1;
}

/** The title of the last chapter that head or tail hold (`update_topic`). */
function topic(ends: FileEnds): string | undefined {
  const label = '"name":"update_topic","args":{"title":"';
  for (const part of ends.whole ? [ends.head] : [ends.tail, ends.head]) {
    const start = part.lastIndexOf(label);
    const end = start === -1 ? -1 : part.indexOf('"', start + label.length);
    if (end !== -1) return nonEmpty(part.toString('utf8', start + label.length, end));
  }
  return undefined;
}

/** The first request in the head, on one line. */
function firstRequest(ends: FileEnds, document: boolean): string | undefined {
  let words: string | undefined;
  const conversation = new Conversation({
    emit: (event) => {
      if (event.kind === 'request') words ??= event.text;
    },
  });
  const take = (entry: JsonRecord) => applyRecord(entry, conversation);
  if (document)
    new MessageCutter((bytes) => words ?? parseLeanLine(bytes).records.forEach(take)).take(ends.head);
  else
    for (const line of headLines(ends)) {
      for (const entry of parseLeanLine(line).records) take(entry);
      if (words !== undefined) break;
    }
  return words === undefined ? undefined : oneLine(words);
}

export function oneLine(words: string): string {
  const line = words
    .slice(0, MAX_TITLE_CHARS * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_TITLE_CHARS
    ? line
    : `${line.slice(0, MAX_TITLE_CHARS).replace(/[\ud800-\udbff]$/, '')}…`;
}

type Present<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** An object without its absent fields. */
export function withoutAbsent<Fields extends object>(fields: Fields): Partial<Present<Fields>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Present<Fields>
  >;
}

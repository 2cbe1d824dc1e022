import { closeSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { EpochMs, SessionEvent } from '../../model/session-event.ts';
import { cutWords } from '../../text/cut.ts';
import { epochMs } from '../fields.ts';
import { openRegularFile } from '../json-lines.ts';
import { parseLine } from '../parse-record.ts';
import { EndingTracker } from './ending.ts';
import { feedLine } from './feed-line.ts';
import { isSubAgentFile } from './paths.ts';
import { Titles } from './titles.ts';
import { Transcript } from './transcript.ts';

const HEAD_BYTES = 64 * 1024;
/** Tried one after the other, until the last records tell how the run ended. */
const SHORT_TAIL_BYTES = 12 * 1024;
const TAIL_BYTES = 64 * 1024;
/** When the last records are longer than that: an image, or the requests that 2.1.332 keeps for debugging. */
const LONG_TAIL_BYTES = 1024 * 1024;
const TITLE_HEAD_BYTES = 8 * 1024;
const TYPE_FIRST_LINE = Buffer.from('\n{"type":"');
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Keys whose string values are taken from the head without parsing it. */
const KEYS = {
  timestamp: Buffer.from('"timestamp":"'),
  directory: Buffer.from('"cwd":"'),
  branch: Buffer.from('"gitBranch":"'),
  version: Buffer.from('"version":"'),
  session: Buffer.from('"sessionId":"'),
  // "forkedFrom", from its rarest byte on: a search runs from one occurrence of the first byte to the next.
  branchedFrom: Buffer.from('From":{"sessionId":"'),
  copiedFrom: Buffer.from('"session_id":"'),
};

/** A list describes thousands of files, one after the other: their parts share these. */
const headBuffer = Buffer.alloc(HEAD_BYTES);
const tailBuffer = Buffer.alloc(TAIL_BYTES);

/** Reads the head and the tail of a transcript. What cannot be read describes as nothing. */
export function describeTranscript(entry: SessionEntry): SessionDescription {
  let descriptor: ReturnType<typeof openRegularFile> | undefined;
  try {
    descriptor = openRegularFile(entry.location);
    return describeFile(entry, descriptor.fd, descriptor.size);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return {};
    throw error;
  } finally {
    if (descriptor) closeSync(descriptor.fd);
  }
}

function describeFile(entry: SessionEntry, fd: number, size: number): SessionDescription {
  const ofSubAgent = isSubAgentFile(entry.location);
  const head = readPart(fd, 0, headBuffer.subarray(0, Math.min(HEAD_BYTES, size)));
  const tail = size <= HEAD_BYTES ? head : readPart(fd, size - TAIL_BYTES, tailBuffer);
  let end = endOf(tail.subarray(-SHORT_TAIL_BYTES), size > SHORT_TAIL_BYTES, ofSubAgent);
  if (end.ending === 'unknown' && size > SHORT_TAIL_BYTES) end = endOf(tail, size > tail.length, ofSubAgent);
  if (end.ending === 'unknown' && size > TAIL_BYTES) {
    const length = Math.min(LONG_TAIL_BYTES, size);
    end = endOf(readPart(fd, size - length, Buffer.allocUnsafe(length)), size > length, ofSubAgent);
  }
  const title = titleOf(head, tail) || firstRequest(head, ofSubAgent);
  const createdAt = epochMs(stringOf(head, KEYS.timestamp));
  const directory = stringOf(head, KEYS.directory) ?? end.directory;
  const branch = end.branch ?? stringOf(head, KEYS.branch);
  const version = end.version ?? stringOf(head, KEYS.version);
  const parentId = ofSubAgent ? parentOfSubAgent(entry.location, head) : forkedFrom(head, entry.id, version);
  return {
    ...(title === undefined ? {} : { title }),
    ...(directory ? { directory } : {}),
    ...(branch && branch !== 'HEAD' ? { branch } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(end.lastAt === undefined ? {} : { updatedAt: end.lastAt }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(ofSubAgent ? { subAgent: true } : {}),
    ending: end.ending,
    ...(end.model === undefined ? {} : { model: end.model }),
    ...(version === undefined ? {} : { agentVersion: version }),
  };
}

interface EndFacts {
  ending: SessionEnding;
  directory?: string;
  /** '' where none is recorded. */
  branch?: string;
  model?: string;
  version?: string;
  lastAt?: EpochMs;
}

/** Folds the lines of a file's end as a full read folds all of them. */
function endOf(part: Buffer, tornStart: boolean, ofSubAgent: boolean): EndFacts {
  const tracker = new EndingTracker();
  const facts: Omit<EndFacts, 'ending'> = {};
  const emit = (event: SessionEvent): void => {
    tracker.see(event);
    if (event.kind === 'model') facts.model = event.model;
    if (event.kind !== 'workspace') return;
    if (event.directory !== undefined) facts.directory = event.directory;
    facts.branch = event.branch ?? '';
  };
  const transcript = new Transcript({ emit, ofSubAgent, subAgentChanges: () => [] });
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  let start = tornStart ? part.indexOf(NEWLINE) + 1 : 0;
  while (start < part.length) {
    const newline = part.indexOf(NEWLINE, start);
    const end = newline === -1 ? part.length : newline;
    if (end > start) feedLine(part.subarray(start, end), transcript, ofSubAgent, report);
    start = end + 1;
  }
  transcript.finish();
  if (transcript.version !== undefined) facts.version = transcript.version;
  if (transcript.lastAt !== undefined) facts.lastAt = transcript.lastAt;
  return { ending: tracker.ending, ...facts };
}

/** Longest title that a first prompt gives. */
const TITLE_CHARS = 200;
const USER_RECORD = Buffer.from('"type":"user"');

/** What the human asked first, where nothing gives the session a title. */
function firstRequest(head: Buffer, ofSubAgent: boolean): string | undefined {
  let request: string | undefined;
  const emit = (event: SessionEvent): void => {
    if (event.kind === 'request') request ??= event.text;
  };
  const transcript = new Transcript({ emit, ofSubAgent, subAgentChanges: () => [] });
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  let start = 0;
  for (
    let end = head.indexOf(NEWLINE);
    end !== -1 && request === undefined;
    end = head.indexOf(NEWLINE, start)
  ) {
    const line = head.subarray(start, end);
    if (line.includes(USER_RECORD)) feedLine(line, transcript, ofSubAgent, report);
    start = end + 1;
  }
  return request === undefined ? undefined : cutWords(request.replace(/\s+/g, ' ').trim(), TITLE_CHARS);
}

/** A line whose first key is its type: no record of the conversation, and seldom a title. */
const TYPE_FIRST = '{"type":"';
const TITLE_LINE = /^(?:custom-title|ai-title|summary)"/;
const LONGEST_TITLE_TYPE = 'custom-title"'.length;

/** Titles are told at the start (old builds), and again at the end of each turn. */
function titleOf(head: Buffer, tail: Buffer): string | undefined {
  const titles = new Titles();
  for (const part of head === tail ? [head] : [head.subarray(0, TITLE_HEAD_BYTES), tail]) {
    if (part.toString('latin1', 0, TYPE_FIRST.length) === TYPE_FIRST) addTitle(titles, part, 0);
    for (let at = part.indexOf(TYPE_FIRST_LINE); at !== -1; at = part.indexOf(TYPE_FIRST_LINE, at + 1))
      addTitle(titles, part, at + 1);
  }
  return titles.title((uuid) => [head, tail].some((part) => part.includes(`"uuid":"${uuid}"`)));
}

function addTitle(titles: Titles, part: Buffer, start: number): void {
  const typeAt = start + TYPE_FIRST.length;
  if (!TITLE_LINE.test(part.toString('latin1', typeAt, typeAt + LONGEST_TITLE_TYPE))) return;
  const end = part.indexOf(NEWLINE, start);
  for (const entry of parseLine(part.subarray(start, end === -1 ? part.length : end)).records) {
    const type = entry['type'];
    if (type === 'custom-title' || type === 'ai-title' || type === 'summary') titles.add(type, entry);
  }
}

/** Not in 2.1.197, but in 2.1.332. */
const KEEPS_OLD_ID = /^(?:2\.1\.(?:19[89]|[2-9]\d\d)|2\.[2-9]|[3-9]|\d\d)/;

/**
 * A fork's records keep the id of the session that they were copied from, as `session_id` (`--fork-session`, 2.1.332) or
 * in `forkedFrom` (`/branch`). An old `sessionId` in copied records means a resumed session (1.x and 2.0 began a new file)
 * instead: that one is the same work going on, and nobody's child.
 */
function forkedFrom(head: Buffer, id: string, version: string | undefined): string | undefined {
  const branched = stringOf(head, KEYS.branchedFrom);
  if (branched !== undefined || !KEEPS_OLD_ID.test(version ?? '')) return branched;
  const copied = stringOf(head, KEYS.copiedFrom);
  return copied === undefined || copied === id ? undefined : copied;
}

function parentOfSubAgent(location: string, head: Buffer): string | undefined {
  const recorded = stringOf(head, KEYS.session);
  if (recorded !== undefined) return recorded;
  const folder = dirname(location);
  return basename(folder) === 'subagents' ? basename(dirname(folder)) : undefined;
}

/** The string behind the first place where a key stands: unescaped quotes are never content. */
function stringOf(part: Buffer, key: Buffer): string | undefined {
  const at = part.indexOf(key);
  if (at === -1) return undefined;
  const from = at + key.length;
  let end = part.indexOf(QUOTE, from);
  while (end !== -1 && part[end - 1] === BACKSLASH) end = part.indexOf(QUOTE, end + 1);
  if (end === -1) return undefined;
  const raw = part.toString('utf8', from, end);
  // Windows paths have escapes; what does not parse is no string.
  try {
    const value: unknown = raw.includes('\\') ? JSON.parse(`"${raw}"`) : raw;
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Fills a buffer from a place in the file; shorter where the file has become shorter. */
function readPart(fd: number, from: number, buffer: Buffer): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(fd, buffer, filled, buffer.length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

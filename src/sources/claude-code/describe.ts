import { closeSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ReadReport, SessionDescription, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs } from '../fields.ts';
import { openRegularFile } from '../json-lines.ts';
import { EndingTracker } from './ending.ts';
import { feedLine } from './feed-line.ts';
import { isSubAgentFile } from './paths.ts';
import { Transcript } from './transcript.ts';

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 64 * 1024;
/** When the last records are longer than that (an image, requests that 2.1.332 keeps for debugging). */
const LONG_TAIL_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const QUOTE = 0x22;

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
  const head = readPart(fd, 0, Math.min(HEAD_BYTES, size));
  const ofSubAgent = isSubAgentFile(entry.location);
  let end = endOf(fd, size, head, TAIL_BYTES, ofSubAgent);
  if (end.ending.ending === 'unknown' && size > TAIL_BYTES)
    end = endOf(fd, size, head, LONG_TAIL_BYTES, ofSubAgent);
  const { transcript, ending } = end;
  const title = transcript.title();
  const parentId = ofSubAgent ? parentOfSubAgent(entry.location, head) : forkedFrom(head, entry.id);
  const createdAt = epochMs(stringOf(head, '"timestamp":"'));
  const directory = stringOf(head, '"cwd":"') ?? end.directory;
  const branch = end.branch ?? stringOf(head, '"gitBranch":"');
  const version = transcript.version ?? stringOf(head, '"version":"');
  return {
    ...(title === undefined ? {} : { title }),
    ...(directory ? { directory } : {}),
    ...(branch && branch !== 'HEAD' ? { branch } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(transcript.lastAt === undefined ? {} : { updatedAt: transcript.lastAt }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(ofSubAgent ? { subAgent: true } : {}),
    ending: ending.ending,
    ...(end.model === undefined ? {} : { model: end.model }),
    ...(version === undefined ? {} : { agentVersion: version }),
  };
}

interface EndFacts {
  transcript: Transcript;
  ending: EndingTracker;
  directory?: string;
  branch?: string;
  model?: string;
}

/** Folds the last lines, and before them what the head tells of the title. */
function endOf(fd: number, size: number, head: Buffer, tailBytes: number, ofSubAgent: boolean): EndFacts {
  const ending = new EndingTracker();
  const facts: Omit<EndFacts, 'transcript' | 'ending'> = {};
  const emit = (event: SessionEvent): void => {
    ending.see(event);
    if (event.kind === 'model') facts.model = event.model;
    if (event.kind !== 'workspace') return;
    if (event.directory !== undefined) facts.directory = event.directory;
    facts.branch = event.branch ?? '';
  };
  const transcript = new Transcript({ emit, ofSubAgent, subAgentChanges: () => [] });
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  const from = size <= HEAD_BYTES ? 0 : Math.max(0, size - tailBytes);
  if (from > 0) {
    for (const line of linesOf(head, false)) {
      if (isTitleLine(line)) feedLine(line, transcript, ofSubAgent, report);
    }
  }
  const tail = from === 0 && size <= head.length ? head : readPart(fd, from, size - from);
  for (const line of linesOf(tail, from > 0)) feedLine(line, transcript, ofSubAgent, report);
  transcript.finish();
  return { transcript, ending, ...facts };
}

const TITLE_STARTS = ['{"type":"summary"', '{"type":"custom-title"', '{"type":"ai-title"'].map((start) =>
  Buffer.from(start),
);

function isTitleLine(line: Buffer): boolean {
  return TITLE_STARTS.some((start) => line.subarray(0, start.length).equals(start));
}

/** Lines of a part of a file; the first is torn when the part does not begin at a line. */
function* linesOf(part: Buffer, tornStart: boolean): Generator<Buffer> {
  let start = tornStart ? part.indexOf(NEWLINE) + 1 : 0;
  while (start < part.length) {
    const end = part.indexOf(NEWLINE, start);
    const line = part.subarray(start, end === -1 ? part.length : end);
    if (line.length > 1) yield line;
    if (end === -1) return;
    start = end + 1;
  }
}

/**
 * A fork's records keep the id of the session that they were copied from, as `session_id` (`--fork-session`, 2.1.332) or
 * in `forkedFrom` (`/branch`). An old `sessionId` in copied records means a resumed session (1.x and 2.0 began a new file)
 * instead: that one is the same work going on, and nobody's child.
 */
function forkedFrom(head: Buffer, id: string): string | undefined {
  const branched = stringOf(head, '"forkedFrom":{"sessionId":"');
  if (branched !== undefined) return branched;
  const copied = stringOf(head, '"session_id":"');
  return copied === undefined || copied === id ? undefined : copied;
}

function parentOfSubAgent(location: string, head: Buffer): string | undefined {
  const recorded = stringOf(head, '"sessionId":"');
  if (recorded !== undefined) return recorded;
  const folder = dirname(location);
  return basename(folder) === 'subagents' ? basename(dirname(folder)) : undefined;
}

/** The string behind the first place where a key stands: unescaped quotes are never content. */
function stringOf(part: Buffer, key: string): string | undefined {
  const at = part.indexOf(key);
  if (at === -1) return undefined;
  const from = at + key.length;
  let end = part.indexOf(QUOTE, from);
  while (end !== -1 && part[end - 1] === 0x5c) end = part.indexOf(QUOTE, end + 1);
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

function readPart(fd: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, buffer, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

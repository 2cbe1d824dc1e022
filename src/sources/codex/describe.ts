import { closeSync, readSync } from 'node:fs';
import type { SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs } from '../fields.ts';
import { openRegularFile } from '../json-lines.ts';
import { endingOf, type Generation } from './ending.ts';
import { rolloutLines } from './lines.ts';
import { RolloutReader } from './reader.ts';

/** Instructions and tools of the model come first: some 60 KiB in 0.171. More is read where the request is not in there. */
const HEAD_BYTES = 64 * 1024;
const LONG_HEAD_BYTES = 256 * 1024;
/** The model is named within this many lines of the first request. */
const LINES_TO_MODEL = 8;
const TAIL_BYTES = 64 * 1024;
/** Most runs end within this. */
const SHORT_TAIL_BYTES = 8 * 1024;
/** A compressed file that unpacks to more is described from its head. */
const MAX_PLAIN_BYTES = 4 * 1024 * 1024;
/** Of a title made from the first request. UTF-16 units. */
const TITLE_CHARS = 120;

const NEWLINE = 0x0a;

/** Used for every file in turn: a listing opens thousands. */
const headBuffer = Buffer.alloc(LONG_HEAD_BYTES);
const tailBuffer = Buffer.alloc(TAIL_BYTES);

/** What the two ends of a rollout tell. @param name the thread's name where a side file has one. */
export function describeRollout(entry: SessionEntry, name: string | undefined): SessionDescription {
  if (entry.location.endsWith('.zst')) return describeCompressed(entry, name);
  const { fd, size } = openRegularFile(entry.location);
  try {
    let head = headBuffer.subarray(0, readSync(fd, headBuffer, 0, Math.min(size, HEAD_BYTES), 0));
    let facts = headFacts(entry.id, linesOf(head, size > head.length));
    if (facts.title === undefined && !facts.reader.session.workspace.facts.subAgent && size > HEAD_BYTES) {
      head = headBuffer.subarray(0, readSync(fd, headBuffer, 0, Math.min(size, LONG_HEAD_BYTES), 0));
      facts = headFacts(entry.id, linesOf(head, size > head.length));
    }
    if (head.indexOf(NEWLINE) === -1 && size > head.length)
      facts = headFacts(entry.id, firstLine(entry.location));
    const tail = (bytes: number): Buffer[] | undefined => {
      if (size <= head.length) return [...linesOf(head, false)];
      const length = Math.min(bytes, size);
      const count = readSync(fd, tailBuffer, 0, length, size - length);
      const first = tailBuffer.subarray(0, count).indexOf(NEWLINE);
      return first === -1 ? undefined : [...linesOf(tailBuffer.subarray(first + 1, count), false)];
    };
    return description(facts, name, lastFacts(tail, facts.generation));
  } finally {
    closeSync(fd);
  }
}

/** A meta line that names hundreds of tools is longer than any head. */
function firstLine(path: string): Buffer[] {
  const lines: Buffer[] = [];
  rolloutLines(path, (line) => {
    lines.push(Buffer.from(line));
    return false;
  });
  return lines;
}

function describeCompressed(entry: SessionEntry, name: string | undefined): SessionDescription {
  const lines: Buffer[] = [];
  let bytes = 0;
  rolloutLines(entry.location, (line) => {
    bytes += line.length;
    lines.push(line);
    return bytes <= MAX_PLAIN_BYTES;
  });
  const facts = headFacts(entry.id, lines);
  const last =
    bytes > MAX_PLAIN_BYTES ? { ending: 'unknown' as const } : lastFacts(() => lines, facts.generation);
  return description(facts, name, last);
}

interface HeadFacts {
  reader: RolloutReader;
  title?: string;
  model?: string;
  workspace: { directory?: string; branch?: string; commit?: string; remote?: string };
  generation: Generation;
}

/** Reads from the start of a file up to the first request. */
function headFacts(id: string, lines: Iterable<Buffer>): HeadFacts {
  const workspace: HeadFacts['workspace'] = {};
  let title: string | undefined;
  let model: string | undefined;
  let turnEvents = false;
  let linesToModel = LINES_TO_MODEL;
  const reader = new RolloutReader((event: SessionEvent) => {
    if (event.kind === 'request') title ??= titleOf(event.text);
    else if (event.kind === 'model') model = event.model;
    else if (event.kind === 'workspace') {
      const { kind: _, at: __, ...fields } = event;
      Object.assign(workspace, fields);
    }
  });
  reader.start(id);
  for (const line of lines) {
    turnEvents ||= isTurnEvent(line);
    reader.line(line);
    if (title === undefined) continue;
    linesToModel -= 1;
    if (model !== undefined || linesToModel === 0) break;
  }
  if (title === undefined) reader.session.conversation.settle();
  return {
    reader,
    workspace,
    generation: { turnEvents, eventStream: reader.session.conversation.eventStream },
    ...(title === undefined ? {} : { title }),
    ...(model === undefined ? {} : { model }),
  };
}

const TURN_STARTED = Buffer.from('"payload":{"type":"task_started"');

function isTurnEvent(line: Buffer): boolean {
  return line.subarray(0, 160).includes(TURN_STARTED);
}

function titleOf(request: string): string {
  const line = request.trim().split('\n', 1)[0]?.trim() ?? '';
  return line.length <= TITLE_CHARS ? line : `${line.slice(0, TITLE_CHARS - 1).trimEnd()}…`;
}

interface LastFacts {
  ending: SessionEnding;
  updatedAt?: number;
}

/** Looks at as little of the end as tells how the run ended. */
function lastFacts(tail: (bytes: number) => Buffer[] | undefined, generation: Generation): LastFacts {
  let ending: SessionEnding | undefined;
  let updatedAt: number | undefined;
  for (const bytes of [SHORT_TAIL_BYTES, TAIL_BYTES]) {
    const lines = tail(bytes);
    if (!lines) continue;
    updatedAt ??= lastTime(lines);
    ending = endingOf(lines, generation);
    if (ending !== undefined) break;
  }
  return { ending: ending ?? 'unknown', ...(updatedAt === undefined ? {} : { updatedAt }) };
}

function lastTime(lines: Buffer[]): number | undefined {
  for (const line of lines.toReversed()) {
    const at = epochMs(/^\{"timestamp":"([^"]{1,40})"/.exec(line.toString('latin1', 0, 64))?.[1]);
    if (at !== undefined) return at;
  }
  return undefined;
}

function description(facts: HeadFacts, name: string | undefined, last: LastFacts): SessionDescription {
  const {
    agentVersion,
    createdAt,
    parentId,
    subAgent,
    name: recordedName,
  } = facts.reader.session.workspace.facts;
  const title = name ?? recordedName ?? facts.title;
  const created = epochMs(createdAt);
  return {
    ...(title === undefined ? {} : { title }),
    ...facts.workspace,
    ...(created === undefined ? {} : { createdAt: created }),
    ...(last.updatedAt === undefined ? {} : { updatedAt: last.updatedAt }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(subAgent === undefined ? {} : { subAgent }),
    ending: last.ending,
    ...(facts.model === undefined ? {} : { model: facts.model }),
    ...(agentVersion === undefined ? {} : { agentVersion }),
  };
}

/** @param cut the bytes end in the middle of the file: the last line is left out. */
function* linesOf(bytes: Buffer, cut: boolean): Generator<Buffer> {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    if (end > start) yield bytes.subarray(start, end);
    start = end + 1;
  }
  if (!cut && start < bytes.length) yield bytes.subarray(start);
}

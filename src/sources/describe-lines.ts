import type { SessionDescription, SessionEnding } from '../model/session.ts';
import { epochMs } from './fields.ts';
import { type FileEnds, headLines, readFileEnds, tailLines } from './file-ends.ts';
import { type JsonRecord, parseLine } from './parse-record.ts';

/** Lines of the head that are looked at: enough for the session's start and its first request. */
const MAX_HEAD_LINES = 40;
/** Where the usual tail shows no ending (one huge last record), this much more of the end is read. */
const LARGE_TAIL_BYTES = 512 * 1024;

export interface LineDescriber {
  /** Adds what a record of the head tells; returns `true` when the head holds nothing more of interest. */
  head(record: JsonRecord, description: SessionDescription): boolean;
  /**
   * Called with the records of the end, last one first, until it returned the session's ending and a time was met;
   * `undefined` means that the record says nothing about the ending. May add to the description what only the end knows.
   */
  tail(record: JsonRecord, description: SessionDescription): SessionEnding | undefined;
  /** True for a line that says nothing but its time, told from its bytes. */
  skip?(line: Buffer, part: 'head' | 'tail'): boolean;
  timestamp(record: JsonRecord): unknown;
}

/** Describes a JSON-lines session from its head and its tail, parsing as few lines as tell something. */
export function describeJsonLines(
  path: string,
  makeDescriber: () => LineDescriber,
): { description: SessionDescription; ends?: FileEnds } {
  const description: SessionDescription = {};
  const ends = readFileEnds(path);
  if (!ends) return { description };
  const describer = makeDescriber();
  readHead(ends, describer, description);
  let ending = readTail(ends, describer, description);
  if (ending === undefined && ends.tailOffset > 0) {
    const larger = readFileEnds(path, LARGE_TAIL_BYTES);
    if (larger) ending = readTail(larger, makeDescriber(), description);
  }
  description.ending = ending ?? 'unknown';
  return { description, ends };
}

function readHead(ends: FileEnds, describer: LineDescriber, description: SessionDescription): void {
  let lines = 0;
  for (const line of headLines(ends)) {
    lines += 1;
    if (lines > MAX_HEAD_LINES) return;
    if (description.createdAt !== undefined && describer.skip?.(line, 'head')) continue;
    for (const record of parseLine(line).records) {
      const at = epochMs(describer.timestamp(record));
      if (at !== undefined) description.createdAt ??= at;
      if (describer.head(record, description)) return;
    }
  }
}

function readTail(
  ends: FileEnds,
  describer: LineDescriber,
  description: SessionDescription,
): SessionEnding | undefined {
  let ending: SessionEnding | undefined;
  for (const line of tailLines(ends)) {
    if (description.updatedAt !== undefined && describer.skip?.(line, 'tail')) continue;
    for (const record of parseLine(line).records.reverse()) {
      const at = epochMs(describer.timestamp(record));
      if (at !== undefined) description.updatedAt ??= at;
      const said = describer.tail(record, description);
      ending ??= said;
    }
    // The record that tells the ending may have no time of its own.
    if (ending !== undefined && description.updatedAt !== undefined) return ending;
  }
  return ending;
}

/** The last record of the tail whose line begins with these bytes (`{"type":"…"`); only that line is parsed. */
export function lastRecord(ends: FileEnds, prefix: string): JsonRecord | undefined {
  const start = ends.tail.lastIndexOf(`\n${prefix}`);
  if (start === -1) return undefined;
  const end = ends.tail.indexOf('\n', start + 1);
  return parseLine(ends.tail.subarray(start + 1, end === -1 ? undefined : end)).records[0];
}

/** A title made of the first request where the store keeps none: its first line. */
export function titleOf(request: string): string | undefined {
  const line = request.trim().split('\n', 1)[0]?.trim() ?? '';
  return line === '' ? undefined : line.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '');
}

import { finiteNumber, nonEmpty, record, text } from '../fields.ts';
import { parseLine } from '../parse-record.ts';
import { rolloutLines } from './lines.ts';
import { type CodexHome, isUnreadable, rolloutFile, rolloutFiles } from './store.ts';

/** A part of a thread's history: a file, or the beginning of one. */
export interface HistoryPart {
  path: string;
  /** Id of the thread that wrote it. */
  id: string;
  /** Only the lines that begin before this offset belong to the history. */
  endOffset?: number;
}

export interface History {
  /** Oldest first; the last is the file that was asked for. */
  parts: HistoryPart[];
  /** The history goes on in a file that is not here. */
  incomplete: boolean;
}

/** A thread of more parts is not followed further. */
const MAX_PARTS = 64;

/**
 * The files that hold a thread's history.
 *
 * Since about 0.158 a fork does not copy its parent's history, and a revert does not rewrite the thread's: the new
 * file's meta line has `history_base: {thread_id, end_byte_offset}`, the file (by its segment id) and the offset up to
 * which it is part of this history (seen in 0.171).
 */
export function historyOf(path: string, home: CodexHome): History {
  const directory = path.slice(0, path.search(/[^\\/]*$/));
  const name = path.slice(directory.length);
  const parts: HistoryPart[] = [{ path, id: rolloutFile(directory, name)?.id ?? '' }];
  const seen = new Set([path]);
  for (let base = historyBase(path); base && parts.length < MAX_PARTS; ) {
    const { segment, endOffset } = base;
    const file = [...rolloutFiles(home)].find((candidate) => candidate.segment === segment);
    if (!file || seen.has(file.path)) return { parts, incomplete: true };
    seen.add(file.path);
    parts.unshift({ path: file.path, id: file.id, endOffset });
    base = historyBase(file.path);
  }
  return { parts, incomplete: false };
}

/** The meta line is the first one; before it there may be what a crash left. */
const MAX_LINES_BEFORE_META = 20;

function historyBase(path: string): { segment: string; endOffset: number } | undefined {
  let first: Record<string, unknown> | undefined;
  let linesLeft = MAX_LINES_BEFORE_META;
  try {
    rolloutLines(path, (line) => {
      // Old and ordinary files are not parsed twice.
      if (line.includes('"history_base":{')) first = parseLine(line).records[0];
      linesLeft -= 1;
      return first === undefined && linesLeft > 0 && !line.includes('"payload":{');
    });
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
  const meta = text(first?.['type']) === 'session_meta' ? record(first?.['payload']) : undefined;
  const base = record(meta?.['history_base']);
  const segment = nonEmpty(base?.['thread_id']);
  const endOffset = finiteNumber(base?.['end_byte_offset']);
  return segment !== undefined && endOffset !== undefined ? { segment, endOffset } : undefined;
}

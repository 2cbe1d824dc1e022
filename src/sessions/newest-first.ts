import type { SessionDescription, SessionEntry } from '../model/session.ts';

/** One session of a listing: where it is, and what its head and tail tell. */
export interface SessionRow {
  entry: SessionEntry;
  description: SessionDescription;
  /** When something happened in it last. */
  activeAt: number;
}

/**
 * Sessions by last activity, newest first, opening as few files as possible.
 *
 * A file is never older than what it records, so its modification time bounds the recorded activity from above: a
 * session whose activity is not before the next file's modification time is next. In a home that was just copied, where
 * all files are equally new, every one is opened and the recorded times decide.
 */
export async function* newestFirst(
  entries: Iterable<SessionEntry>,
  describe: (entry: SessionEntry) => SessionDescription | Promise<SessionDescription>,
): AsyncGenerator<SessionRow> {
  const pending = [...entries].sort((a, b) => b.modifiedAt - a.modifiedAt || compareText(a.id, b.id));
  const described: SessionRow[] = [];
  for (let next = 0; next < pending.length || described.length > 0; ) {
    const bound = pending[next]?.modifiedAt ?? Number.NEGATIVE_INFINITY;
    const newest = described.at(-1);
    if (newest && newest.activeAt >= bound) {
      described.pop();
      yield newest;
      continue;
    }
    const entry = pending[next];
    next += 1;
    if (entry) insert(described, toRow(entry, await describe(entry)));
  }
}

function toRow(entry: SessionEntry, description: SessionDescription): SessionRow {
  return {
    entry,
    description,
    activeAt: Math.min(description.updatedAt ?? entry.modifiedAt, entry.modifiedAt),
  };
}

/** Keeps the rows sorted, the newest last. */
function insert(rows: SessionRow[], row: SessionRow): void {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle];
    if (other && isBefore(other, row)) low = middle + 1;
    else high = middle;
  }
  rows.splice(low, 0, row);
}

function isBefore(a: SessionRow, b: SessionRow): boolean {
  if (a.activeAt !== b.activeAt) return a.activeAt < b.activeAt;
  return compareText(a.entry.id, b.entry.id) > 0;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import { exactStatsOf } from '../project/small-file.ts';
import { openReadOnly, type SqliteReader } from './open.ts';

/** What one listing found may be described for so long without looking again. */
const RECENT_MS = 5000;
/** A database is closed when nothing asked for it for so long. */
const IDLE_MS = 10_000;
/** Two writes within one tick of the file system's clock leave the same time. */
const CLOCK_TICK_MS = 50;

interface Shared {
  reader: SqliteReader;
  state: string;
  openedAt: number;
  /** Nothing was written in the tick before it was opened, so that an equal state means equal content. */
  settled: boolean;
  idle: NodeJS.Timeout;
}

const open = new Map<string, Shared>();
let closesAtExit = false;

/**
 * One open reader per database for a listing and the thousands of descriptions that follow it: a database in use is
 * copied once for all of them.
 *
 * @param freshness `now`: what is in the database at this moment; `recent`: as of some seconds ago is enough.
 * @param explain as for `openReadOnly`. The reader must not be closed by the caller.
 */
export function sharedReader(
  path: string,
  freshness: 'now' | 'recent',
  explain?: (reason: string) => void,
): SqliteReader | undefined {
  const known = open.get(path);
  if (known && isFresh(known, path, freshness)) {
    known.idle.refresh();
    return known.reader;
  }
  const state = stateOf(path);
  const openedAt = Date.now();
  const reader = openReadOnly(path, explain);
  if (!reader) return undefined;
  if (!closesAtExit) process.once('exit', closeAll);
  closesAtExit = true;
  const shared: Shared = {
    reader,
    state: state.text,
    openedAt,
    settled: state.writtenAt < openedAt - CLOCK_TICK_MS,
    // Who still reads from the reader that this one replaces goes on: that one has its own timer.
    idle: setTimeout(() => close(path, shared), IDLE_MS).unref(),
  };
  open.set(path, shared);
  return reader;
}

function isFresh(known: Shared, path: string, freshness: 'now' | 'recent'): boolean {
  if (freshness === 'recent' && Math.abs(Date.now() - known.openedAt) < RECENT_MS) return true;
  return known.settled && known.state === stateOf(path).text;
}

function stateOf(path: string): { text: string; writtenAt: number } {
  let writtenAt = 0;
  const text = ['', '-wal', '-journal'].map((suffix) => {
    const stat = exactStatsOf(path + suffix);
    if (!stat) return '';
    writtenAt = Math.max(writtenAt, Number(stat.mtimeMs));
    return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}`;
  });
  return { text: text.join(), writtenAt };
}

function close(path: string, shared: Shared): void {
  if (open.get(path) === shared) open.delete(path);
  shared.reader.close();
}

function closeAll(): void {
  for (const [path, shared] of open) close(path, shared);
}

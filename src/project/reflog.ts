import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { statsOf } from './small-file.ts';

/** A line is about 150 bytes: some thousand movements of HEAD. */
const TAIL_BYTES = 200_000;

/** `old new name <mail> seconds zone<TAB>message` (git's refs/files-backend; gitrepository-layout(5), `logs`). */
const ENTRY = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*> (\d+) [+-]\d{4}(?:\t|$)/;

export interface ReflogEntry {
  before: string;
  after: string;
  /** Epoch ms. */
  at: number;
}

export interface Reflog {
  /** Oldest first. */
  entries: ReflogEntry[];
  /** Older entries were not read. */
  cut: boolean;
}

/** Where this worktree's HEAD was, and when; nothing where git keeps no log, or keeps it elsewhere (reftable). */
export function headReflog(gitDirectory: string): Reflog {
  const path = join(gitDirectory, 'logs', 'HEAD');
  if (!statsOf(path)?.isFile()) return { entries: [], cut: false };
  const { text, cut } = tailOf(path);
  const entries = text.split('\n').flatMap((line) => {
    const [, before = '', after = '', seconds = ''] = ENTRY.exec(line) ?? [];
    return after === '' ? [] : [{ before, after, at: Number(seconds) * 1000 }];
  });
  return { entries, cut };
}

/** The commit that HEAD was at, at that time; `undefined` when the log does not tell, or HEAD was nowhere yet. */
export function headAt({ entries, cut }: Reflog, time: number): string | undefined {
  const next = entries.findIndex(({ at }) => at > time);
  if (next < 0) return entries.at(-1)?.after;
  if (next === 0 && cut) return undefined;
  const before = entries[next]?.before ?? '';
  return /^0*$/.test(before) ? undefined : before;
}

function tailOf(path: string): { text: string; cut: boolean } {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    const start = Math.max(0, size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - start);
    const length = readSync(file, bytes, 0, bytes.length, start);
    return { text: bytes.toString('utf8', 0, length), cut: start > 0 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return { text: '', cut: false };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

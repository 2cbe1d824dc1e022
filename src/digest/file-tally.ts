import { looksLikeFile } from './paths.ts';
import type { Action, Timeline } from './timeline.ts';

/** What the session did with one file. */
export interface FileTally {
  path: string;
  edits: number;
  reads: number;
  /** Calls since it was touched last. */
  age: number;
  lastIndex: number;
  /** Distinct human turns in which it was touched: what comes up again and again will come up again. */
  turns: number;
  /** Sums over its touches, each halved in weight with every half-life since. */
  recency: { edit: number; read: number; other: number };
  /** Edited after the last test run that passed, so nothing shows yet that the edit is right. */
  unverified: boolean;
  created: boolean;
  deleted: boolean;
}

/** Half-life of a touch, in tool calls. Measured: see docs/fidelity.md. */
const HALF_LIFE = 60;
/** A search result or a listing says less than reading or running. */
const OTHER_SHARE = 0.4;

/** Every file that the session touched, by path. */
export function tallyFiles(timeline: Timeline): Map<string, FileTally> {
  const tallies = new Map<string, FileTally>();
  const lastTurn = new Map<FileTally, number>();
  let verifiedAt = 0;
  for (const action of timeline.actions) {
    if (action.outcome === 'refused') continue;
    if (action.purpose === 'test' && action.outcome === 'ok') verifiedAt = action.index;
    for (const path of action.paths) {
      if (!looksLikeFile(path)) continue;
      const file = tallies.get(path) ?? newTally(path);
      tallies.set(path, file);
      touch(file, action, timeline.actionCount - action.index);
      if (lastTurn.get(file) !== action.turn) file.turns += 1;
      lastTurn.set(file, action.turn);
    }
    applyChanges(tallies, action);
  }
  for (const file of tallies.values()) file.unverified &&= file.lastIndex > verifiedAt;
  return tallies;
}

function newTally(path: string): FileTally {
  return {
    path,
    edits: 0,
    reads: 0,
    age: 0,
    lastIndex: 0,
    turns: 0,
    recency: { edit: 0, read: 0, other: 0 },
    unverified: false,
    created: false,
    deleted: false,
  };
}

function touch(file: FileTally, action: Action, age: number): void {
  const weight = 2 ** (-age / HALF_LIFE);
  const edited = action.kind === 'edit' || action.changes.some((change) => change.path === file.path);
  if (edited) {
    file.edits += 1;
    file.recency.edit += weight;
    file.unverified = action.outcome !== 'failed';
  } else if (action.kind === 'read') {
    file.reads += 1;
    file.recency.read += weight;
  } else file.recency.other += action.kind === 'run' ? weight : weight * OTHER_SHARE;
  file.age = age;
  file.lastIndex = action.index;
  file.deleted = false;
}

function applyChanges(tallies: ReadonlyMap<string, FileTally>, action: Action): void {
  if (action.outcome === 'failed') return;
  for (const { path, change, from } of action.changes) {
    const file = tallies.get(path);
    if (file) {
      file.created ||= change === 'create';
      file.deleted = change === 'delete';
    }
    const old = from === undefined ? undefined : tallies.get(from);
    if (old) old.deleted = true;
  }
}

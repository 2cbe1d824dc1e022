import { baseName, looksLikeFile } from './paths.ts';
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
  recency: { edit: number; read: number; other: number; sinceCommit: number };
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
  const committed = lastCommit(timeline);
  let verifiedAt = 0;
  const fullPaths = fullPathsOf(timeline);
  for (const action of timeline.actions) {
    if (action.outcome === 'refused') continue;
    if (action.purpose === 'test' && action.outcome === 'ok') verifiedAt = action.index;
    const changed = new Set(action.changes.map((change) => fullPaths.get(change.path) ?? change.path));
    for (const recorded of action.paths) {
      if (!looksLikeFile(recorded)) continue;
      const path = fullPaths.get(recorded) ?? recorded;
      const file = tallies.get(path) ?? newTally(path);
      tallies.set(path, file);
      const age = timeline.actionCount - action.index;
      touch(file, action, age, changed.has(path));
      if (action.index > committed) file.recency.sinceCommit += weightAt(age);
      if (lastTurn.get(file) !== action.turn) file.turns += 1;
      lastTurn.set(file, action.turn);
    }
    applyChanges(tallies, action);
  }
  for (const file of tallies.values()) file.unverified &&= file.lastIndex > verifiedAt;
  return tallies;
}

/**
 * Commands name files from where they run (`cd packages/api && cat src/a.ts`), tools by their whole path: one file, two
 * names. The shorter name counts for the longer one where only one file of the session can be meant.
 */
function fullPathsOf(timeline: Timeline): Map<string, string> {
  const byName = new Map<string, Set<string>>();
  for (const action of timeline.actions) {
    for (const path of action.paths) {
      const name = baseName(path);
      const same = byName.get(name);
      if (same) same.add(path);
      else byName.set(name, new Set([path]));
    }
  }
  const full = new Map<string, string>();
  for (const same of byName.values()) {
    if (same.size === 1) continue;
    for (const path of same) {
      const longer = [...same]
        .filter((other) => other.endsWith(`/${path}`))
        .sort((a, b) => b.length - a.length);
      const longest = longer[0];
      // All longer names are ends of one path, or it is not known which file is meant.
      if (longest && longer.every((other) => other === longest || longest.endsWith(`/${other}`)))
        full.set(path, longest);
    }
  }
  return full;
}

function newTally(path: string): FileTally {
  return {
    path,
    edits: 0,
    reads: 0,
    age: 0,
    lastIndex: 0,
    turns: 0,
    recency: { edit: 0, read: 0, other: 0, sinceCommit: 0 },
    unverified: false,
    created: false,
    deleted: false,
  };
}

function weightAt(age: number): number {
  return 2 ** (-age / HALF_LIFE);
}

const COMMIT = /\bgit\b[^|;&]*\bcommit\b/;

/** Index of the call that committed last: a piece of work ended there. 0 without any. */
function lastCommit(timeline: Timeline): number {
  return (
    timeline.actions.findLast((action) => action.outcome === 'ok' && COMMIT.test(action.command))?.index ?? 0
  );
}

function touch(file: FileTally, action: Action, age: number, changed: boolean): void {
  const weight = weightAt(age);
  if (changed) {
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

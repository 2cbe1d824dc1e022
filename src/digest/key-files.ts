import { baseName, filePathsIn, looksLikeFile } from './paths.ts';
import type { Action, Timeline } from './timeline.ts';

/** At most this many files are named: more would tell nobody where to look first. */
export const MAX_KEY_FILES = 15;

export interface KeyFile {
  path: string;
  score: number;
  edits: number;
  reads: number;
  /** Calls since it was touched last. */
  age: number;
  /** Edited after the last verification that passed, so nothing shows yet that the edit is right. */
  unverified: boolean;
  /** Named in the open failure's output. */
  failing: boolean;
  /** Named by the human in the current task. */
  named: boolean;
  created: boolean;
  deleted: boolean;
}

/** Half-lives, in tool calls. */
const HALF_LIFE_EDIT = 60;
const HALF_LIFE_READ = 40;
const HALF_LIFE_RUN = 30;

const WEIGHT = { edit: 3, read: 1.6, run: 0.9, search: 0.3, other: 0.5 } as const;

interface Tally extends KeyFile {
  lastIndex: number;
}

/** The files that the rest of the work will need, most needed first. `failure`: the open one, `openTexts`: tasks still to do. */
export function keyFiles(
  timeline: Timeline,
  failure: Action | undefined,
  openTexts: readonly string[],
): KeyFile[] {
  const tallies = tally(timeline);
  const names = uniqueNames(tallies);
  const boost = (text: string, amount: number, mark: 'named' | 'failing' | undefined) => {
    for (const path of mentionedPaths(text, timeline.directory, tallies, names)) {
      const file = tallies.get(path);
      if (!file) continue;
      file.score += amount;
      if (mark) file[mark] = true;
    }
  };
  const requests = timeline.requests.slice(-6);
  requests.forEach((request, index) => {
    boost(request.text, 2.5 * 0.8 ** (requests.length - 1 - index), 'named');
  });
  for (const text of openTexts) boost(text, 1.2, undefined);
  if (failure) boost(`${failure.failurePaths.join(' ')} ${failure.result}`, 2, 'failing');
  const lastWords = timeline.statements.at(-1)?.text;
  if (lastWords) boost(lastWords, 0.8, undefined);
  return [...tallies.values()]
    .filter((file) => !file.deleted)
    .sort((a, b) => b.score - a.score || b.lastIndex - a.lastIndex || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_KEY_FILES);
}

function tally(timeline: Timeline): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const now = timeline.actionCount;
  let verifiedAt = 0;
  for (const action of timeline.actions) {
    if (action.outcome === 'refused') continue;
    if (action.purpose === 'test' && action.outcome === 'ok') verifiedAt = action.index;
    for (const path of action.paths) if (looksLikeFile(path)) touch(tallies, path, action, now);
    for (const change of action.changes) {
      const file = tallies.get(change.path);
      if (file && action.outcome !== 'failed') {
        file.created ||= change.change === 'create';
        file.deleted = change.change === 'delete';
      }
      const old = change.from === undefined ? undefined : tallies.get(change.from);
      if (old) old.deleted = true;
    }
  }
  for (const file of tallies.values())
    file.unverified = file.edits > 0 && file.unverified && file.lastIndex > verifiedAt;
  return tallies;
}

function touch(tallies: Map<string, Tally>, path: string, action: Action, now: number): void {
  let file = tallies.get(path);
  if (!file) {
    file = {
      path,
      score: 0,
      edits: 0,
      reads: 0,
      age: 0,
      lastIndex: 0,
      unverified: false,
      failing: false,
      named: false,
      created: false,
      deleted: false,
    };
    tallies.set(path, file);
  }
  const age = now - action.index;
  const edited = action.kind === 'edit' || action.changes.some((change) => change.path === path);
  file.score += edited
    ? WEIGHT.edit * 2 ** (-age / HALF_LIFE_EDIT)
    : passiveWeight(action) * 2 ** (-age / halfLife(action));
  file.edits += edited ? 1 : 0;
  file.reads += action.kind === 'read' ? 1 : 0;
  file.age = age;
  file.lastIndex = action.index;
  file.deleted = false;
  if (edited) file.unverified = true;
}

function passiveWeight(action: Action): number {
  if (action.kind === 'read') return WEIGHT.read;
  if (action.kind === 'run') return WEIGHT.run;
  return action.kind === 'search' ? WEIGHT.search : WEIGHT.other;
}

function halfLife(action: Action): number {
  return action.kind === 'read' ? HALF_LIFE_READ : HALF_LIFE_RUN;
}

/** Base names that belong to one file only: what a person writes instead of the path. */
function uniqueNames(tallies: ReadonlyMap<string, Tally>): Map<string, string> {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const path of tallies.keys()) {
    const name = baseName(path);
    if (names.has(name)) twice.add(name);
    names.set(name, path);
  }
  for (const name of twice) names.delete(name);
  return names;
}

function mentionedPaths(
  text: string,
  directory: string,
  tallies: ReadonlyMap<string, Tally>,
  names: ReadonlyMap<string, string>,
): Set<string> {
  const found = new Set<string>();
  for (const path of filePathsIn(text, directory)) {
    if (tallies.has(path)) found.add(path);
    else {
      const suffix = `/${path}`;
      for (const known of tallies.keys()) if (known.endsWith(suffix)) found.add(known);
    }
    const named = names.get(baseName(path));
    if (named) found.add(named);
  }
  return found;
}

import { type FileTally, tallyFiles } from './file-tally.ts';
import { FileMentions } from './mentions.ts';
import { baseName } from './paths.ts';
import type { Action, Timeline } from './timeline.ts';
import { topicMatches } from './topic-words.ts';

/** At most this many files are named: more would tell nobody where to look first. */
export const MAX_KEY_FILES = 15;

export interface KeyFile extends FileTally {
  score: number;
  /** Named in the open failure's output. */
  failing: boolean;
  /** Named by the human in one of the last requests. */
  named: boolean;
  /** What made the score, the largest part first; for `--explain`. */
  reasons: string[];
}

/**
 * Weights of what makes a file needed next. They were chosen where most sessions of several agents gained, not fitted to
 * one set: docs/fidelity.md tells how.
 */
const WEIGHT = {
  edit: 2.5,
  read: 1.6,
  other: 1.1,
  turns: 1.5,
  lastWords: 2.5,
  request: 2,
  earlierRequest: 0.5,
  openTask: 1,
  failure: 2,
  twin: 1,
  sinceCommit: 0.5,
  shown: 1,
  topic: 0.5,
} as const;

/** More outputs that name a file say no more. */
const MOST_SHOWN = 2;
/** Half-life of what an output names, in tool calls. */
const SHOWN_HALF_LIFE = 12;

/** Tests are touched often and needed less often than the code that they test. */
const TEST_DISCOUNT = 0.55;
/** Manifests and lock files are looked at everywhere and seldom the work. */
const MANIFEST_DISCOUNT = 0.8;

/** What a build made is run, not worked on. */
const MADE_DISCOUNT = 0.3;

/** The files that the rest of the work will need, most needed first. `openTexts`: tasks that are still to do. */
export function keyFiles(
  timeline: Timeline,
  failure: Action | undefined,
  openTexts: readonly string[],
): KeyFile[] {
  const tallies = tallyFiles(timeline);
  const mentions = mentionedFiles(timeline, tallies, failure, openTexts);
  const degrees = degreesOf(timeline, tallies);
  const scored: KeyFile[] = [];
  for (const file of tallies.values()) {
    if (!file.deleted) scored.push(scoreFile(file, mentions, degrees));
  }
  return scored
    .sort((a, b) => b.score - a.score || b.lastIndex - a.lastIndex || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_KEY_FILES);
}

interface Mentions {
  lastWords: ReadonlySet<string>;
  request: ReadonlySet<string>;
  earlierRequest: ReadonlySet<string>;
  openTask: ReadonlySet<string>;
  failure: ReadonlySet<string>;
}

function mentionedFiles(
  timeline: Timeline,
  tallies: ReadonlyMap<string, FileTally>,
  failure: Action | undefined,
  openTexts: readonly string[],
): Mentions {
  const finder = new FileMentions(new Set(tallies.keys()), timeline.directory);
  const requests = timeline.requests.map((request) => request.text);
  return {
    lastWords: finder.in(timeline.statements.at(-1)?.text ?? ''),
    request: finder.in(requests.slice(-2).join('\n')),
    earlierRequest: finder.in(requests.slice(-6, -2).join('\n')),
    openTask: finder.in(openTexts.join('\n')),
    failure: failure ? finder.in(`${failure.failurePaths.join(' ')} ${failure.result}`) : new Set(),
  };
}

/** What a file has more or less of, by path. */
interface Degrees {
  twin: ReadonlyMap<string, number>;
  shown: ReadonlyMap<string, number>;
  topic: ReadonlyMap<string, number>;
}

function degreesOf(timeline: Timeline, tallies: ReadonlyMap<string, FileTally>): Degrees {
  const asked = timeline.requests.slice(-2).map((request) => request.text);
  return {
    twin: editedTwins(tallies),
    shown: shownFiles(timeline, tallies),
    topic: topicMatches(tallies.keys(), asked.join('\n')),
  };
}

function shownFiles(timeline: Timeline, tallies: ReadonlyMap<string, FileTally>): Map<string, number> {
  const finder = new FileMentions(new Set(tallies.keys()), timeline.directory);
  const shown = new Map<string, number>();
  for (const { index, paths } of timeline.shown) {
    // An output that names few files says more of each.
    const weight = 2 ** (-(timeline.actionCount - index) / SHOWN_HALF_LIFE) / Math.sqrt(paths.length);
    for (const path of finder.among(paths))
      shown.set(path, Math.min(MOST_SHOWN, (shown.get(path) ?? 0) + weight));
  }
  return shown;
}

function scoreFile(file: FileTally, mentions: Mentions, degrees: Degrees): KeyFile {
  const parts: [string, number][] = [
    ['edited', WEIGHT.edit * file.recency.edit],
    ['read', WEIGHT.read * file.recency.read],
    ['used by commands', WEIGHT.other * file.recency.other],
    [file.turns > 1 ? `in ${file.turns} turns` : 'in this session', WEIGHT.turns * Math.log2(1 + file.turns)],
    ['used since the last commit', WEIGHT.sinceCommit * file.recency.sinceCommit],
  ];
  for (const [kind, reason] of DEGREE_REASONS)
    parts.push([reason, WEIGHT[kind] * (degrees[kind].get(file.path) ?? 0)]);
  for (const [kind, reason] of MENTION_REASONS) {
    if (mentions[kind].has(file.path)) parts.push([reason, WEIGHT[kind]]);
  }
  const sum = parts.reduce((total, [, value]) => total + value, 0);
  const discount =
    (isTest(file.path) ? TEST_DISCOUNT : 1) *
    (MANIFEST.test(file.path) ? MANIFEST_DISCOUNT : 1) *
    (file.edits === 0 && MADE.test(file.path) ? MADE_DISCOUNT : 1);
  const reasons = parts.filter(([, value]) => value > 0.2).sort((a, b) => b[1] - a[1]);
  return {
    ...file,
    score: sum * discount,
    failing: mentions.failure.has(file.path),
    named: mentions.request.has(file.path),
    reasons: reasons.map(([reason]) => reason),
  };
}

const DEGREE_REASONS: readonly [keyof Degrees, string][] = [
  ['twin', 'test or source of an edited file'],
  ['shown', 'named in a recent command’s output'],
  ['topic', 'its name’s words in the last requests'],
];

const MENTION_REASONS: readonly [keyof Mentions, string][] = [
  ['lastWords', 'named in the agent’s last words'],
  ['request', 'named by the human'],
  ['earlierRequest', 'named by the human earlier'],
  ['openTask', 'named by an open task'],
  ['failure', 'named by the failure'],
];

const TEST = /(?:^|[/_.-])(?:tests?|spec|__tests__|e2e)(?:[/_.-]|$)/i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|go\.(?:mod|sum)|tsconfig[^/]*\.json|[^/]*\.?lock(?:\.\w+)?|[^/]*-lock\.\w+|Makefile|\.gitignore)$/;
const MADE =
  /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|vendor|__pycache__|\.\w+_cache|\.next|\.venv)\//;

function isTest(path: string): boolean {
  return TEST.test(path);
}

/** For each file whose test, or whose source, was edited: how recently. */
function editedTwins(tallies: ReadonlyMap<string, FileTally>): Map<string, number> {
  const byStem = new Map<string, FileTally[]>();
  for (const file of tallies.values()) {
    const stem = stemOf(file.path);
    if (!GENERIC.has(stem)) byStem.set(stem, [...(byStem.get(stem) ?? []), file]);
  }
  const twins = new Map<string, number>();
  for (const group of byStem.values()) {
    for (const file of group) {
      const others = group.filter((other) => other !== file && isTest(other.path) !== isTest(file.path));
      const recency = Math.max(0, ...others.map((other) => Math.min(1, other.recency.edit)));
      if (recency > 0) twins.set(file.path, recency);
    }
  }
  return twins;
}

/** Names that say nothing about what is inside. */
const GENERIC = new Set([
  'index',
  'page',
  'route',
  'mod',
  'main',
  'lib',
  'init',
  '__init__',
  'types',
  'utils',
  'test',
  'readme',
]);

function stemOf(path: string): string {
  return baseName(path)
    .toLowerCase()
    .replace(/\.[^.]+$/, '')
    .replace(/(?:[._-](?:tests?|spec|integration|unit|e2e))+$/, '')
    .replace(/^tests?[._-]/, '');
}

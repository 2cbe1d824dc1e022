import type { Gold } from './gold.ts';
import { baseName, isFile, squash } from './paths.ts';
import { requests, type Step } from './step.ts';

/** Only the first so many distinct files of a handoff count: a handoff that names everything helps nobody. */
export const NAMED_CAP = 15;
const REQUEST_CHARS = 80;
const COMMAND_CHARS = 60;

/** All shares are 0 to 1; `null` where the cut has nothing to measure it by. */
export interface Score {
  recall: number;
  /** Average precision: what is needed stands first. */
  averagePrecision: number;
  precision: number;
  f1: number;
  edit: number | null;
  command: number | null;
  /** 1 when the last request is there, word for word (its first 80 characters). */
  request: number | null;
  /** The same for the last request that says something ("yes, go on" does not). */
  task: number | null;
  /** Files needed. */
  gold: number;
  /** Code points of the handoff. */
  length: number;
}

/**
 * The files among `known` that a text names, by order of mention. A file is named by its path, by the end of its path
 * from two segments on, or by its bare name where that is unique among the known ones.
 */
export function namedFiles(text: string, known: readonly string[], cap = NAMED_CAP): string[] {
  const files = known.filter(isFile);
  const names = new Map<string, number>();
  for (const file of files) names.set(baseName(file), (names.get(baseName(file)) ?? 0) + 1);
  const mentions: { at: number; file: string }[] = [];
  for (const file of files) {
    const at = firstMention(text, spellings(file, names.get(baseName(file)) === 1));
    if (at >= 0) mentions.push({ at, file });
  }
  return mentions
    .sort((left, right) => left.at - right.at)
    .slice(0, cap)
    .map((mention) => mention.file);
}

function spellings(file: string, uniqueName: boolean): string[] {
  const segments = file.split('/');
  const tails = segments.slice(1, -1).map((_, index) => segments.slice(index + 1).join('/'));
  return uniqueName ? [file, ...tails, baseName(file)] : [file, ...tails];
}

/** Longest spelling first; a mention is a whole word, so that `a/b.ts` is not found in `xa/b.tsx`. */
function firstMention(text: string, candidates: readonly string[]): number {
  for (const candidate of candidates) {
    for (let at = text.indexOf(candidate); at >= 0; at = text.indexOf(candidate, at + 1)) {
      const before = text[at - 1] ?? ' ';
      const after = text[at + candidate.length] ?? ' ';
      if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return at;
    }
  }
  return -1;
}

export function scoreHandoff(text: string, first: readonly Step[], gold: Gold): Score {
  const named = namedFiles(text, gold.known);
  const hits = named.filter((file) => gold.files.has(file)).length;
  const recall = hits / gold.files.size;
  const precision = named.length > 0 ? hits / named.length : 0;
  const line = squash(text);
  const asked = requests(first);
  const commands = [...gold.commands];
  const said = commands.filter((command) => line.includes(command.slice(0, COMMAND_CHARS)));
  return {
    recall,
    averagePrecision: averagePrecision(named, gold.files),
    precision,
    f1: harmonic(recall, precision),
    edit: gold.edits.size > 0 ? named.filter((file) => gold.edits.has(file)).length / gold.edits.size : null,
    command: commands.length > 0 ? said.length / commands.length : null,
    request: retained(line, asked.at(-1)),
    task: retained(line, asked.filter(isSubstantive).at(-1)),
    gold: gold.files.size,
    length: [...text].length,
  };
}

/** The best that any handoff can reach: only the cap stands in its way. */
export function oracleScore(gold: Gold): Score {
  const recall = Math.min(NAMED_CAP, gold.files.size) / gold.files.size;
  const full = { averagePrecision: 1, precision: 1, edit: 1, command: 1, request: 1, task: 1 };
  return { ...full, recall, f1: harmonic(recall, 1), gold: gold.files.size, length: 0 };
}

function averagePrecision(named: readonly string[], needed: ReadonlySet<string>): number {
  let seen = 0;
  let sum = 0;
  named.forEach((file, index) => {
    if (!needed.has(file)) return;
    seen += 1;
    sum += seen / (index + 1);
  });
  return sum / Math.min(NAMED_CAP, needed.size);
}

function harmonic(recall: number, precision: number): number {
  return recall + precision > 0 ? (2 * recall * precision) / (recall + precision) : 0;
}

function retained(line: string, request: string | undefined): number | null {
  const head = squash(request ?? '').slice(0, REQUEST_CHARS);
  return head === '' ? null : Number(line.includes(head));
}

/** Says what to do, rather than only "yes", "go on" or "1". */
export function isSubstantive(request: string): boolean {
  const words = squash(request).split(' ');
  return words.length >= 4 && words.join('').length >= 16;
}

import { newestFiles, scoredFiles } from './baselines.ts';
import type { Gold } from './gold.ts';
import { baseName, directoryName } from './paths.ts';
import { NAMED_CAP, namedFiles } from './score.ts';
import { requests, type Step, toolSteps } from './step.ts';

/** What the first part tells about one file: enough to see by which rule it could have been chosen. */
export interface FileFeatures {
  path: string;
  reads: number;
  edits: number;
  onlyRead: boolean;
  /** Tool calls between the last touch and the cut; 0 is the last call. */
  lastTouched: number;
  /** A human message of the first part names it, by its path or its name. */
  namedByHuman: boolean;
  /** Rank by time of the last touch and by the `scored15` baseline, from 1. */
  rankNewest: number;
  rankScored: number;
}

export interface Miss extends FileFeatures {
  /** The rest edits it (else it only reads it or runs a command on it). */
  neededForEdit: boolean;
  /** Mentioned, but behind the first 15 files. */
  beyondCap: boolean;
  /** A file in the same directory is named. */
  neighbour?: string;
  /** The named file that it tests, or that tests it. */
  twin?: string;
}

export interface Misses {
  missed: Miss[];
  /** Named although the rest does not need them, in the order of the handoff. */
  unneeded: FileFeatures[];
}

export function missesOf(text: string, first: readonly Step[], gold: Gold): Misses {
  const mentioned = namedFiles(text, gold.known, Number.POSITIVE_INFINITY);
  const named = mentioned.slice(0, NAMED_CAP);
  const features = featuresOf(first);
  const missed = [...gold.files].filter((path) => !named.includes(path));
  return {
    missed: missed.map((path) => {
      const neighbour = named.find((other) => directoryName(other) === directoryName(path));
      const twin = named.find((other) => stem(other) === stem(path));
      return {
        ...features(path),
        neededForEdit: gold.edits.has(path),
        beyondCap: mentioned.includes(path),
        ...(neighbour === undefined ? {} : { neighbour }),
        ...(twin === undefined ? {} : { twin }),
      };
    }),
    unneeded: named.filter((path) => !gold.files.has(path)).map(features),
  };
}

function featuresOf(first: readonly Step[]): (path: string) => FileFeatures {
  const calls = toolSteps(first);
  const newest = newestFiles(first);
  const scored = scoredFiles(first);
  const said = requests(first).join('\n');
  return (path) => {
    const touching = calls.filter((call) => call.files.includes(path));
    const edits = touching.filter((call) => call.edits.includes(path)).length;
    return {
      path,
      reads: touching.length - edits,
      edits,
      onlyRead: edits === 0,
      lastTouched: calls.length - 1 - calls.findLastIndex((call) => call.files.includes(path)),
      namedByHuman: said.includes(path) || said.includes(baseName(path)),
      rankNewest: newest.indexOf(path) + 1,
      rankScored: scored.indexOf(path) + 1,
    };
  };
}

/** The name that a source file and its test share: `parse` of `parse.ts`, `parse.test.ts`, `test_parse.py`, `parse_test.go`. */
export function stem(path: string): string {
  return baseName(path)
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/[._-](?:test|spec)s?$/i, '')
    .replace(/^tests?[._-]/i, '')
    .toLowerCase();
}

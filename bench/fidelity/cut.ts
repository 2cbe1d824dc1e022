import { isTool, type Step } from './step.ts';

/**
 * Where a session is cut:
 * - `human`: before a human turn, the natural moment of a handoff
 * - `compact`: where the agent itself compacted, the moment at which its context was lost
 * - `work`: before a tool call, only in sessions too short to have one of the others
 */
export type CutKind = 'human' | 'compact' | 'work';

export interface Cut {
  /** Index of the first step of the rest. */
  step: number;
  kind: CutKind;
}

/** How much must have happened before a cut, and must happen after it, in tool calls. */
const HUMAN_BEFORE = 30;
const COMPACT_BEFORE = 20;
const AFTER = 10;
const MAX_COMPACT_CUTS = 4;

/** Compactions first, then `count` human turns spread evenly over those that qualify; each step once. */
export function pickCuts(steps: readonly Step[], count: number): Cut[] {
  const before = callsBefore(steps);
  const total = before.at(-1) ?? 0;
  const qualifies = (index: number, least: number): boolean =>
    before[index]! >= least && total - before[index]! >= AFTER;
  const indices = steps.map((_, index) => index);
  const compactions = indices
    .filter((index) => steps[index]!.kind === 'compact' && qualifies(index, COMPACT_BEFORE))
    .slice(0, MAX_COMPACT_CUTS);
  const turns = indices.filter((index) => steps[index]!.kind === 'human' && qualifies(index, HUMAN_BEFORE));
  const picked = new Set([...compactions, ...spread(turns, count)]);
  return [...picked].map((step) => ({ step, kind: steps[step]!.kind === 'compact' ? 'compact' : 'human' }));
}

/** For a session without any cut of the usual kinds: tool calls spread over its middle. */
export function pickWorkCuts(steps: readonly Step[], count: number): Cut[] {
  const calls = steps.flatMap((step, index) => (isTool(step) ? [index] : []));
  const middle = calls.slice(Math.floor(calls.length / 4), Math.ceil((calls.length * 3) / 4));
  return [...new Set(spread(middle, count))].map((step) => ({ step, kind: 'work' }));
}

function spread(candidates: readonly number[], count: number): number[] {
  if (candidates.length === 0) return [];
  return Array.from(
    { length: count },
    (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / count)]!,
  );
}

/** Tool calls before each step; one entry more than steps, the last one is the total. */
function callsBefore(steps: readonly Step[]): number[] {
  const counts = [0];
  for (const step of steps) counts.push(counts.at(-1)! + (isTool(step) ? 1 : 0));
  return counts;
}

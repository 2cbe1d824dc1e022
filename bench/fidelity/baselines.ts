import { squash } from './paths.ts';
import { NAMED_CAP } from './score.ts';
import { isTool, requests, type Step, toolSteps } from './step.ts';

/** What anybody could do without a handoff: each gives a text from the first part alone. */
export const baselines = {
  /** The last 4,000 characters of the transcript. */
  tail4000: (first) =>
    first
      .map((step) => (isTool(step) ? `${step.name} ${step.files.join(' ')} ${step.command}` : step.text))
      .join('\n')
      .slice(-4000),
  /** The Python implementation's recap: the last four messages, 160 characters of each. */
  upstream: (first) =>
    first
      .flatMap((step) => (step.kind === 'human' || step.kind === 'text' ? [step.text] : []))
      .slice(-4)
      .map((text) => `• ${squash(text).slice(0, 160)}`)
      .join('\n'),
  /** The 15 files touched last. */
  newest15: (first) => newestFiles(first).slice(0, NAMED_CAP).join('\n'),
  /** The 15 files with the highest score of recency, edits and the human's mention. */
  scored15: (first) => scoredFiles(first).slice(0, NAMED_CAP).join('\n'),
} as const satisfies Record<string, (first: readonly Step[]) => string>;

export function newestFiles(first: readonly Step[]): string[] {
  const touched = toolSteps(first).flatMap((step) => step.files);
  return [...new Set(touched.reverse())];
}

const HALF_LIFE_CALLS = 40;
const EDIT_WEIGHT = 3;
const READ_WEIGHT = 1.5;
const HUMAN_BONUS = 2;
const HUMAN_TURNS = 6;

export function scoredFiles(first: readonly Step[]): string[] {
  const calls = toolSteps(first);
  const scores = new Map<string, number>();
  calls.forEach((call, index) => {
    const recency = 2 ** (-(calls.length - index) / HALF_LIFE_CALLS);
    for (const file of call.files) {
      const weight = call.edits.includes(file) ? EDIT_WEIGHT : call.name === 'Read' ? READ_WEIGHT : 1;
      scores.set(file, (scores.get(file) ?? 0) + recency * weight);
    }
  });
  for (const text of requests(first).slice(-HUMAN_TURNS)) {
    for (const [file, score] of scores) if (text.includes(file)) scores.set(file, score + HUMAN_BONUS);
  }
  return [...scores].sort((left, right) => right[1] - left[1]).map(([file]) => file);
}

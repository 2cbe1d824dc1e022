import { type GoalState, parseGoalState } from '../model/goal-state.ts';
import { parseWorkflowCheckpoint, type WorkflowCheckpoint } from '../model/workflow-checkpoint.ts';
import { elementsOf, propertyOf, textOf } from '../text/plain.ts';
import { extraSections } from './extra-sections.ts';
import { type FittedSection, fitSections } from './fit.ts';
import { guardHeadings } from './headings.ts';
import { blockListSection, inlineListSection, type Section, tailSection, textSection } from './section.ts';

/** Default cap of the prompt, in UTF-16 units. */
export const HANDOFF_MAX_CHARS = 4000;

export const PREAMBLE =
  'You are resuming an interrupted run. Recover from durable state; do not trust memory of a previous conversation.';
export const NEXT =
  'NEXT: continue toward the remaining work. First verify the current state on disk before acting.';

/**
 * What a handoff prompt is made of. Every option may be absent; a section whose source is empty is left out. Values of
 * a wrong type never throw: they read as absent.
 */
export interface HandoffOptions {
  /** Recap of the conversation (see `buildRecap`); shown when there are no `recentActions`. */
  recap?: string;
  /** A goal loop's state; the persisted snake_case form is accepted too. */
  goalState?: GoalState | Partial<GoalState> | Record<string, unknown> | null;
  /** A workflow's checkpoint; the persisted snake_case form is accepted too. */
  workflowCheckpoint?: WorkflowCheckpoint | Partial<WorkflowCheckpoint> | Record<string, unknown> | null;
  /** One line per action, newest last. */
  recentActions?: readonly string[];
  /** Paths; duplicates and empty ones are dropped, the order is kept. */
  keyFiles?: readonly string[];
  /** Cap in UTF-16 units, rounded down; default `HANDOFF_MAX_CHARS`; 0 or negative: no cap. */
  maxChars?: number;
  /** What the human asked last, in the human's words. */
  latestRequest?: string;
  /** How the run stands; overrides the goal state's last reason. */
  status?: string;
  /** Files ranked by what the rest of the work needs, first the most needed; stands before the actions. */
  rankedFiles?: readonly string[];
  /** Said once before them, such as what a short name of a directory stands for. */
  rankedFilesNote?: string;
  /** What is still to do, in order. */
  openTasks?: readonly string[];
  /** The last failure that nothing resolved since. */
  lastFailure?: string;
  /** A tool call whose result is not on record. */
  unfinishedCall?: string;
  /** How far a todo list came; shown when there is no workflow checkpoint. */
  progress?: string;
  /** Commands that test or build the work. */
  verifyWith?: readonly string[];
  /** Commands that were used and are likely to be used again, most likely first. */
  commands?: readonly string[];
  /** What was decided or found to be a dead end, attributed. */
  decisions?: readonly string[];
  /** What an earlier compaction kept; written by a model, so marked as such. */
  earlierSummary?: string;
  /** Where the work happened: path, branch, commit, source and id, last activity. */
  workspace?: string;
}

export interface HandoffResult {
  prompt: string;
  /** One entry per section that had something to say, in the order of the prompt. */
  sections: FittedSection[];
}

/**
 * Renders durable state into one continuation prompt. Pure and total: the same options give the same text, and any
 * value of any type gives a prompt.
 */
export function buildHandoffPrompt(options: HandoffOptions = {}): string {
  return assembleHandoff(options).prompt;
}

/** Like `buildHandoffPrompt`, and tells for each section how much of it was cut. */
export function assembleHandoff(options: HandoffOptions = {}): HandoffResult {
  const maxChars = capOf(propertyOf(options, 'maxChars'));
  const sections = fitSections(
    [
      textSection('preamble', `${PREAMBLE}\n`, { shareChars: 200 }),
      ...goalSections(options),
      ...progressSection(options),
      ...actionSections(options),
      ...extraSections(options),
      ...keyFilesSection(options),
      textSection('next', NEXT, { shareChars: 200 }),
    ],
    maxChars,
  );
  const prompt = sections
    .map((section) => section.text)
    .filter((text) => text !== '')
    .join('\n');
  return { prompt, sections };
}

function capOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return HANDOFF_MAX_CHARS;
  return value <= 0 || value === Number.POSITIVE_INFINITY ? undefined : Math.floor(value);
}

function goalSections(options: HandoffOptions): Section[] {
  const state = parseGoalState(propertyOf(options, 'goalState'));
  const sections: Section[] = [];
  if (state?.goal)
    sections.push(
      textSection('goal', `GOAL: ${guardHeadings(state.goal)}`, { shareChars: 700, minimumChars: 120 }),
    );
  const outcome = guardHeadings(state?.criteria?.outcome ?? '');
  const verification = guardHeadings(state?.criteria?.verification ?? '');
  if (outcome || verification) {
    const verify = verification ? (outcome ? ` (verify: ${verification})` : `verify: ${verification}`) : '';
    sections.push(
      textSection('definitionOfDone', `DEFINITION OF DONE: ${outcome}${verify}`, { shareChars: 500 }),
    );
  }
  const constraints = (state?.criteria?.constraints ?? []).map(guardHeadings);
  if (constraints.length > 0) {
    // Rules are worth most word for word: they grow before all that stands after them.
    sections.push(
      inlineListSection('constraints', 'CONSTRAINTS (never violate):', constraints, '; ', {
        shareChars: Number.POSITIVE_INFINITY,
      }),
    );
  }
  const status = textOf(propertyOf(options, 'status')).trim() || state?.lastReason;
  if (status) sections.push(textSection('status', `STATUS: ${guardHeadings(status)}`, { shareChars: 400 }));
  return sections;
}

function progressSection(options: HandoffOptions): Section[] {
  const checkpoint = parseWorkflowCheckpoint(propertyOf(options, 'workflowCheckpoint'));
  if (!checkpoint) {
    const progress = textOf(propertyOf(options, 'progress')).trim();
    return progress
      ? [textSection('progress', `PROGRESS: ${guardHeadings(progress)}`, { shareChars: 200 })]
      : [];
  }
  const done = checkpoint.completedSteps ?? 0;
  const count = checkpoint.totalSteps ? `${done} of ${checkpoint.totalSteps}` : `${done}`;
  const last = checkpoint.lastStep ? `; last completed: ${guardHeadings(checkpoint.lastStep)}` : '';
  return [textSection('progress', `PROGRESS: ${count} workflow steps done${last}`, { shareChars: 200 })];
}

function actionSections(options: HandoffOptions): Section[] {
  const actions = elementsOf(propertyOf(options, 'recentActions'))
    .filter((action) => action !== null && action !== undefined)
    .map((action) => guardHeadings(textOf(action)));
  if (actions.length > 0) {
    return [blockListSection('recentActions', 'RECENT ACTIONS:', actions, 'last', { shareChars: 800 })];
  }
  const recap = textOf(propertyOf(options, 'recap')).trim();
  if (!recap) return [];
  return [tailSection('recap', 'RECENT ACTIONS (recap-derived):', guardHeadings(recap), { shareChars: 0 })];
}

function keyFilesSection(options: HandoffOptions): Section[] {
  const paths = elementsOf(propertyOf(options, 'keyFiles'))
    .map(textOf)
    .filter((path) => path !== '');
  if (paths.length === 0) return [];
  return [inlineListSection('keyFiles', 'KEY FILES:', [...new Set(paths)], ', ', { shareChars: 800 })];
}

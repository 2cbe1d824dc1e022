import { constraintsIn } from './constraints.ts';
import { filePathsIn } from './paths.ts';
import {
  announcesNewTask,
  contentWords,
  isConsent,
  isGoAhead,
  isLong,
  isNudge,
  isQuestion,
  ordersWork,
  readsAsFollowUp,
} from './requests.ts';
import type { Action, Request, Timeline } from './timeline.ts';

export interface CurrentTask {
  /** The request that the present work serves. */
  goal: Request | undefined;
  /** The human's last message to the agent that is no mere nudge, when it is another one than `goal`. */
  latest: Request | undefined;
  /** The human's very last message, when it is neither of them: a nudge, a go-ahead. */
  nudge: Request | undefined;
  /** Words given with refusals and answers after the last message. */
  remarks: Request[];
  /** Requests of the same task between `goal` and `latest`, oldest first. */
  between: Request[];
}

/** A request that states a task in its own words. */
function statesTask(request: Request): boolean {
  return isMessage(request) && !isNudge(request.text) && !isGoAhead(request.text) && !isConsent(request.text);
}

function isMessage(request: Request): boolean {
  return request.via !== 'refusal' && request.via !== 'answer';
}

/**
 * Which request the work at the end of the session serves. A session often holds several tasks one after the other: a
 * later request begins a new one when it says so, or when neither its words nor the files worked on afterwards have
 * much in common with what went before.
 */
export function currentTask(timeline: Timeline): CurrentTask {
  const messages = timeline.requests.filter(isMessage);
  const last = messages.at(-1);
  const stated = messages.filter(statesTask);
  let segment = new Segment(stated[0]);
  stated.forEach((request, index) => {
    if (index === 0) return;
    const worked = actionsBetween(timeline, request.position, stated[index + 1]?.position);
    const previousWork = actionsBetween(timeline, stated[index - 1]?.position ?? 0, request.position);
    segment.absorbWork(previousWork);
    if (segment.isLeftBy(request, worked, timeline.directory)) segment = new Segment(request);
    else segment.absorb(request);
  });
  const goal = servedRequest(segment.requests, stated, timeline);
  const latest = stated.at(-1);
  return {
    goal,
    latest: latest === goal ? undefined : latest,
    nudge: last && last !== goal && last !== latest ? last : undefined,
    remarks: timeline.requests
      .filter((request) => !isMessage(request) && request.position >= (last?.position ?? 0))
      .slice(-3),
    between: segment.requests.slice(0, -1).filter((request) => request.turn > (goal?.turn ?? 0)),
  };
}

/** What was edited in this many last calls is what the work is about now. */
const FOCUS_CALLS = 60;

/**
 * Within a long conversation about one thing: the first request whose own work reaches the files that are worked on
 * now; when that one only refers to what was said ("do it like this"), the request before it that says what.
 */
function servedRequest(
  segment: readonly Request[],
  stated: readonly Request[],
  timeline: Timeline,
): Request | undefined {
  const focus = new Set(
    timeline.actions.filter((action) => action.index > timeline.actionCount - FOCUS_CALLS).flatMap(edited),
  );
  const served = segment.findIndex((request) => {
    const next = stated[stated.indexOf(request) + 1];
    return actionsBetween(timeline, request.position, next?.position)
      .flatMap(edited)
      .some((file) => focus.has(file));
  });
  const before = served === -1 ? segment : segment.slice(0, served + 1);
  const saysWhat = before.findLast((request) => ordersWork(request.text) || isLong(request.text));
  return saysWhat ?? before.find((request) => !isQuestion(request.text)) ?? segment[0];
}

function edited(action: Action): string[] {
  return action.kind === 'edit' && action.outcome !== 'failed' && action.outcome !== 'refused'
    ? action.paths
    : [];
}

/** Actions behind one position up to another; they are in the order of their index. */
function actionsBetween(timeline: Timeline, from: number, to: number | undefined): Action[] {
  const start = firstAfter(timeline.actions, from);
  return timeline.actions.slice(start, to === undefined ? undefined : firstAfter(timeline.actions, to));
}

function firstAfter(actions: readonly Action[], position: number): number {
  let low = 0;
  let high = actions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((actions[middle]?.index ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Below these shares a request has little in common with the task before it. */
const COMMON_FILES = 0.2;
const COMMON_WORDS = 0.3;

class Segment {
  readonly requests: Request[] = [];
  private readonly words = new Set<string>();
  private readonly files = new Set<string>();

  constructor(first: Request | undefined) {
    if (first) this.absorb(first);
  }

  absorb(request: Request): void {
    this.requests.push(request);
    for (const word of contentWords(request.text)) this.words.add(word);
  }

  absorbWork(actions: readonly Action[]): void {
    for (const action of actions) for (const path of workedOn(action)) this.files.add(path);
  }

  isLeftBy(request: Request, worked: readonly Action[], directory: string): boolean {
    if (announcesNewTask(request.text) || request.via === 'plan') return true;
    if (readsAsFollowUp(request.text) || isOnlyRules(request.text)) return false;
    if (filePathsIn(request.text, directory).some((path) => this.files.has(path))) return false;
    if (share(contentWords(request.text), this.words) >= COMMON_WORDS) return false;
    if (!ordersWork(request.text) && !isLong(request.text)) return false;
    const touched = new Set(worked.flatMap(workedOn));
    return touched.size === 0 || share(touched, this.files) < COMMON_FILES;
  }
}

/** A message that states nothing but rules steers the task at hand. */
function isOnlyRules(text: string): boolean {
  const rules = constraintsIn(text, 0).reduce((sum, rule) => sum + rule.text.length, 0);
  return rules > text.trim().length * 0.7;
}

function workedOn(action: Action): string[] {
  return action.kind === 'edit' || action.kind === 'read' ? action.paths : [];
}

function share(of: ReadonlySet<string>, within: ReadonlySet<string>): number {
  if (of.size === 0) return 1;
  let common = 0;
  for (const item of of) if (within.has(item)) common += 1;
  return common / of.size;
}

import { constraintsIn } from './constraints.ts';
import { filePathsIn } from './paths.ts';
import {
  announcesNewTask,
  contentWords,
  isChore,
  isConsent,
  isGoAhead,
  isLong,
  isNudge,
  isQuestion,
  ordersWork,
  readsAsFollowUp,
} from './requests.ts';
import type { Request, Timeline } from './timeline.ts';

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
  const work = workOfStated(timeline, stated);
  stated.forEach((request, index) => {
    const previous = stated[index - 1];
    if (!previous) return;
    segment.absorbWork(work.get(previous)?.worked ?? []);
    if (segment.isLeftBy(request, work.get(request)?.worked ?? [], timeline.directory))
      segment = new Segment(request);
    else segment.absorb(request);
  });
  const goal = servedRequest(segment.requests, work, timeline);
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
  work: ReadonlyMap<Request, Work>,
  timeline: Timeline,
): Request | undefined {
  const focus = new Set(
    timeline.actions.slice(-FOCUS_CALLS).flatMap((action) => (action.kind === 'edit' ? action.paths : [])),
  );
  const served = segment.findIndex((request) => work.get(request)?.edited.some((file) => focus.has(file)));
  const all = served === -1 ? segment : segment.slice(0, served + 1);
  const tasks = all.filter((request) => !isChore(request.text));
  const before = tasks.length > 0 ? tasks : all;
  const sayWhat = before.filter((request) => ordersWork(request.text) || isLong(request.text));
  return firstSaying(sayWhat) ?? before.find((request) => !isQuestion(request.text)) ?? segment[0];
}

/** The last of some requests; or the first one that says half of it already. */
function firstSaying(requests: readonly Request[]): Request | undefined {
  const last = requests.at(-1);
  if (!last) return undefined;
  const words = contentWords(last.text);
  return requests.find((request) => share(words, contentWords(request.text)) >= 0.5);
}

type Work = Pick<Request, 'edited' | 'worked'>;

/** The work of each stated request, with that of the nudges and answers that followed it. */
function workOfStated(timeline: Timeline, stated: readonly Request[]): Map<Request, Work> {
  const work = new Map<Request, Work>();
  const known = new Set(stated);
  let current: Work | undefined;
  for (const request of timeline.requests) {
    if (known.has(request)) {
      current = { edited: [...request.edited], worked: [...request.worked] };
      work.set(request, current);
    } else {
      current?.edited.push(...request.edited);
      current?.worked.push(...request.worked);
    }
  }
  return work;
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

  absorbWork(files: readonly string[]): void {
    for (const file of files) this.files.add(file);
  }

  isLeftBy(request: Request, worked: readonly string[], directory: string): boolean {
    if (announcesNewTask(request.text) || request.via === 'plan') return true;
    if (readsAsFollowUp(request.text) || isOnlyRules(request.text)) return false;
    if (filePathsIn(request.text, directory).some((path) => this.files.has(path))) return false;
    if (share(contentWords(request.text), this.words) >= COMMON_WORDS) return false;
    if (!ordersWork(request.text) && !isLong(request.text)) return false;
    const touched = new Set(worked);
    return touched.size === 0 || share(touched, this.files) < COMMON_FILES;
  }
}

/** A message that states nothing but rules steers the task at hand. */
function isOnlyRules(text: string): boolean {
  const rules = constraintsIn(text, 0).reduce((sum, rule) => sum + rule.text.length, 0);
  return rules > text.trim().length * 0.7;
}

function share(of: ReadonlySet<string>, within: ReadonlySet<string>): number {
  if (of.size === 0) return 1;
  let common = 0;
  for (const item of of) if (within.has(item)) common += 1;
  return common / of.size;
}

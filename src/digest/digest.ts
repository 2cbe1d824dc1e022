import type { SessionEnding } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import { type Constraint, selectConstraints } from './constraints.ts';
import { endingOf } from './ending.ts';
import { lastFailure, unfinishedCall } from './failures.ts';
import { type KeyFile, keyFiles } from './key-files.ts';
import { type PlanProgress, planProgress } from './plan.ts';
import { type CurrentTask, currentTask } from './task.ts';
import type { Action, Timeline } from './timeline.ts';
import { TimelineFold } from './timeline-fold.ts';

/** Rules take at most this much of a prompt; what does not fit is reported. UTF-16 units. */
const CONSTRAINT_CHARS = 1000;

/** The facts of one session that a handoff is made of. */
export interface Digest {
  timeline: Timeline;
  task: CurrentTask;
  constraints: { shown: Constraint[]; leftOut: Constraint[] };
  ending: SessionEnding;
  endingDetail: string;
  progress: PlanProgress | undefined;
  failure: Action | undefined;
  unfinished: Action | undefined;
  keyFiles: KeyFile[];
}

export interface DigestFold {
  add(event: SessionEvent): void;
  /** The facts so far; may be called once more after further events. */
  finish(): Digest;
}

/** Folds one session's events, once and in bounded memory, into its facts. Pure: no clock, no file system. */
export function createDigest(): DigestFold {
  const fold = new TimelineFold();
  return { add: (event) => fold.add(event), finish: () => digestOf(fold.settle()) };
}

function digestOf(timeline: Timeline): Digest {
  const task = currentTask(timeline);
  const progress = planProgress(timeline, task);
  const failure = lastFailure(timeline);
  const { ending, detail } = endingOf(timeline);
  return {
    timeline,
    task,
    constraints: selectConstraints(timeline.constraints, CONSTRAINT_CHARS),
    ending,
    endingDetail: detail,
    progress,
    failure,
    unfinished: unfinishedCall(timeline),
    keyFiles: keyFiles(timeline, failure, progress?.open.map((item) => item.text) ?? []),
  };
}

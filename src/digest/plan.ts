import type { PlanItem } from '../model/session-event.ts';
import { isGoAhead } from './requests.ts';
import type { CurrentTask } from './task.ts';
import type { Timeline } from './timeline.ts';

export interface PlanProgress {
  /** The agent kept a list; else these are the steps of a plan, of which nothing tells which are done. */
  tracked: boolean;
  completed: number;
  total: number;
  lastCompleted: string;
  /** Not completed, the ones in progress first. */
  open: PlanItem[];
}

const MAX_STEPS = 20;

/**
 * What is still to do: the todo list as it stood last; without one, the steps of a plan that the human told the agent to
 * carry out. A finished list of an earlier task is none.
 */
export function planProgress(timeline: Timeline, task: CurrentTask): PlanProgress | undefined {
  const items =
    timeline.plan?.items.filter((item) => item.status !== 'cancelled' && item.text.trim() !== '') ?? [];
  if (items.length > 0) {
    const completed = items.filter((item) => item.status === 'completed');
    const outdated =
      completed.length === items.length && (timeline.plan?.position ?? 0) < (task.goal?.position ?? 0);
    if (!outdated) {
      const running = items.filter((item) => item.status === 'in_progress');
      const pending = items.filter((item) => item.status === 'pending');
      return {
        tracked: true,
        completed: completed.length,
        total: items.length,
        lastCompleted: completed.at(-1)?.text ?? '',
        open: [...running, ...pending],
      };
    }
  }
  const steps = proseSteps(timeline);
  if (steps.length === 0) return undefined;
  return {
    tracked: false,
    completed: 0,
    total: steps.length,
    lastCompleted: '',
    open: steps.map((text) => ({ text, status: 'pending' })),
  };
}

/** Steps of an approved plan document, or of the answer that the human told the agent to carry out. */
function proseSteps(timeline: Timeline): string[] {
  const document = timeline.planDocument;
  const goAhead = timeline.requests.findLast((request) => isGoAhead(request.text));
  if (document && (document.approved || (goAhead && goAhead.position >= document.position)))
    return stepsIn(document.text);
  if (!goAhead) return [];
  // Work beyond a few steps means that the plan is under way and its state unknown.
  const answer = timeline.statements.findLast(
    (statement) => statement.turn < goAhead.turn && stepsIn(statement.text).length > 1,
  );
  return answer ? stepsIn(answer.text) : [];
}

/** Numbered steps of a text; without numbers, its list items. */
export function stepsIn(text: string): string[] {
  const lines = text.split('\n');
  const numbered = lines.map(
    (line) => /^\s{0,3}(?:#{1,4}\s*)?(?:\*\*)?(?:step\s+)?\d{1,2}[.):]\s*(.+)$/i.exec(line)?.[1],
  );
  const bullets = lines.map((line) => /^\s{0,3}[-*•]\s+(?:\[[ xX]\]\s*)?(.+)$/.exec(line)?.[1]);
  const chosen = numbered.filter((step) => step !== undefined);
  const steps = chosen.length > 1 ? chosen : bullets.filter((step) => step !== undefined);
  return steps
    .map((step) => step.replaceAll('**', '').trim())
    .filter((step) => step !== '')
    .slice(0, MAX_STEPS);
}

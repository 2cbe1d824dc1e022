import { type GoalState, parseGoalState } from '../model/goal-state.ts';
import type { HandoffOptions } from './build-handoff-prompt.ts';

/**
 * Joins what a session itself keeps with what its digest infers: a kept goal, its criteria and a kept checkpoint stand
 * in the place of inferred ones; the human's own rules stand beside the goal's.
 */
export function withKeptState(inferred: HandoffOptions, kept: HandoffOptions): HandoffOptions {
  const joined: HandoffOptions = { ...inferred };
  if (kept.workflowCheckpoint) joined.workflowCheckpoint = kept.workflowCheckpoint;
  const goal = parseGoalState(kept.goalState);
  if (goal === undefined) return joined;
  const guessed = parseGoalState(inferred.goalState);
  const constraints = goal.criteria?.constraints ?? [];
  const known = constraints.map(normalized);
  const stated = (guessed?.criteria?.constraints ?? []).filter(
    (rule) => !known.some((constraint) => constraint !== '' && normalized(rule).includes(constraint)),
  );
  joined.goalState = {
    ...goal,
    goal: goal.goal || (guessed?.goal ?? ''),
    criteria: {
      outcome: goal.criteria?.outcome || (guessed?.criteria?.outcome ?? ''),
      verification: goal.criteria?.verification ?? '',
      constraints: [...constraints, ...stated],
    },
  };
  const status = [goalStatus(goal), inferred.status ?? ''].filter((part) => part !== '').join('; ');
  if (status !== '') joined.status = status;
  return joined;
}

/** The judge's last reason, and how far the loop is. */
function goalStatus({ lastReason, status, turnsUsed, maxTurns }: GoalState): string {
  const turns =
    turnsUsed === undefined
      ? ''
      : `${turnsUsed}${maxTurns === undefined ? '' : ` of ${maxTurns}`} turns used`;
  const facts = [status === '' ? '' : `goal ${status}`, turns].filter((part) => part !== '').join(', ');
  if (lastReason === '') return facts;
  return facts === '' ? lastReason : `${lastReason} (${facts})`;
}

function normalized(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

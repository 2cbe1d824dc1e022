import { PraisonError } from '../errors.ts';
import { type GoalState, parseGoalState } from '../model/goal-state.ts';
import type { JsonObject } from '../model/session-record.ts';

/** Where a goal loop stands. */
export type GoalStatus = 'active' | 'paused' | 'done';

export interface GoalCriteriaOptions {
  /** What is true when the goal is reached. */
  outcome?: string;
  /** How to see that it is: words for the judge, or a command that must succeed. */
  verification?: string | { command: string };
  /** What must never happen on the way. */
  constraints?: readonly string[];
}

/** The state of a loop that runs; every field is known. */
export interface RunningGoal {
  goal: string;
  outcome: string;
  verification: string;
  constraints: string[];
  status: GoalStatus;
  turnsUsed: number;
  maxTurns: number;
  lastVerdict: '' | 'done' | 'continue';
  lastReason: string;
  consecutiveParseFailures: number;
}

export const DEFAULT_MAX_TURNS = 20;

/** Field by field as Python's `GoalState.to_dict` (praisonaiagents, goal/models): either program goes on with it. */
export function goalRecord(goal: RunningGoal): JsonObject {
  const { outcome, verification, constraints } = goal;
  const hasCriteria = outcome !== '' || verification !== '' || constraints.length > 0;
  return {
    goal: goal.goal,
    criteria: hasCriteria ? { outcome, verification, constraints: [...constraints] } : null,
    status: goal.status,
    turns_used: goal.turnsUsed,
    max_turns: goal.maxTurns,
    last_verdict: goal.lastVerdict,
    last_reason: goal.lastReason,
    consecutive_parse_failures: goal.consecutiveParseFailures,
  };
}

export interface GoalRequest {
  /** Blank: the session's own. */
  goal?: string | undefined;
  criteria?: GoalCriteriaOptions | undefined;
  maxTurns?: number | undefined;
  resume?: boolean | undefined;
}

export interface BegunGoal {
  goal: RunningGoal;
  /** How it stood when it was taken up again; absent for a goal that begins. */
  before?: GoalStatus;
}

/**
 * The goal to work toward: the session's own where it is the same one (or none is named), else a new one. A goal that
 * was paused gets `maxTurns` further turns.
 *
 * @throws PraisonError `invalid-argument`
 */
export function beginGoal(recorded: unknown, request: GoalRequest): BegunGoal {
  const maxTurns = request.maxTurns ?? DEFAULT_MAX_TURNS;
  if (!Number.isInteger(maxTurns) || maxTurns < 1)
    throw new PraisonError('invalid-argument', 'maxTurns must be a whole number of at least 1.');
  const wanted = request.goal?.trim() ?? '';
  const state = request.resume === false ? undefined : parseGoalState(recorded);
  if (state !== undefined && state.goal !== '' && (wanted === '' || wanted === state.goal))
    return takenUp(state, request, maxTurns);
  if (wanted === '')
    throw new PraisonError('invalid-argument', 'The goal is empty.', {
      hints: ['Say what must be true when the work is done.'],
    });
  return { goal: newGoal(wanted, request.criteria, maxTurns) };
}

function newGoal(goal: string, criteria: GoalCriteriaOptions | undefined, maxTurns: number): RunningGoal {
  return {
    goal,
    ...criteriaOf(criteria),
    status: 'active',
    turnsUsed: 0,
    maxTurns,
    lastVerdict: '',
    lastReason: '',
    consecutiveParseFailures: 0,
  };
}

function takenUp(state: GoalState, request: GoalRequest, maxTurns: number): BegunGoal {
  const before = statusOf(state.status);
  const given = criteriaOf(request.criteria);
  const turnsUsed = Math.max(0, state.turnsUsed ?? 0);
  const recorded = state.maxTurns ?? maxTurns;
  const budget = request.maxTurns === undefined ? recorded : Math.max(recorded, request.maxTurns);
  const goal: RunningGoal = {
    goal: state.goal,
    outcome: given.outcome || (state.criteria?.outcome ?? ''),
    verification: given.verification || (state.criteria?.verification ?? ''),
    constraints: given.constraints.length > 0 ? given.constraints : (state.criteria?.constraints ?? []),
    status: before === 'done' ? 'done' : 'active',
    turnsUsed,
    maxTurns: before !== 'done' && turnsUsed >= budget ? turnsUsed + maxTurns : budget,
    lastVerdict: state.lastVerdict === 'done' || state.lastVerdict === 'continue' ? state.lastVerdict : '',
    lastReason: state.lastReason,
    consecutiveParseFailures: before === 'paused' ? 0 : Math.max(0, state.consecutiveParseFailures ?? 0),
  };
  return { goal, before };
}

function statusOf(status: string): GoalStatus {
  return status === 'done' || status === 'paused' ? status : 'active';
}

function criteriaOf(
  criteria: GoalCriteriaOptions | undefined,
): Pick<RunningGoal, 'outcome' | 'verification' | 'constraints'> {
  const verification = criteria?.verification ?? '';
  return {
    outcome: criteria?.outcome?.trim() ?? '',
    verification: (typeof verification === 'string' ? verification : verification.command).trim(),
    constraints: (criteria?.constraints ?? [])
      .map((constraint) => constraint.trim())
      .filter((text) => text !== ''),
  };
}

/** The goal as part of an agent's instructions: there no compaction can reach it. */
export function goalInstructions(goal: RunningGoal): string {
  const lines = ['# Goal', goal.goal];
  if (goal.outcome !== '') lines.push(`Definition of done: ${goal.outcome}`);
  if (goal.verification !== '') lines.push(`It is verified by: ${goal.verification}`);
  if (goal.constraints.length > 0)
    lines.push(
      'Constraints, never to be violated:',
      ...goal.constraints.map((constraint) => `- ${constraint}`),
    );
  return lines.join('\n');
}

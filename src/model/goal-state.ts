import { elementsOf, firstProperty, integerOf, propertyOf, textOf } from '../text/plain.ts';

export interface GoalCriteria {
  /** What is true when the goal is reached. */
  outcome: string;
  /** How to see that it is. */
  verification: string;
  /** What must never happen on the way. As given, order kept. */
  constraints: string[];
}

/** A goal loop's durable state. Empty texts mean absent. */
export interface GoalState {
  goal: string;
  criteria: GoalCriteria | undefined;
  status: string;
  turnsUsed: number | undefined;
  maxTurns: number | undefined;
  lastVerdict: string;
  lastReason: string;
  consecutiveParseFailures: number | undefined;
}

/**
 * Reads a persisted goal state (snake_case, as PraisonAI's Python and TypeScript write it) or a camelCase one.
 * Tolerant and total: whatever has the wrong type is absent; `undefined` when nothing of a goal state is there.
 */
export function parseGoalState(value: unknown): GoalState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const criteria = propertyOf(value, 'criteria');
  const state: GoalState = {
    goal: textOf(propertyOf(value, 'goal')).trim(),
    criteria: typeof criteria === 'object' && criteria !== null ? parseCriteria(criteria) : undefined,
    status: textOf(propertyOf(value, 'status')).trim(),
    turnsUsed: integerOf(firstProperty(value, ['turnsUsed', 'turns_used'])),
    maxTurns: integerOf(firstProperty(value, ['maxTurns', 'max_turns'])),
    lastVerdict: textOf(firstProperty(value, ['lastVerdict', 'last_verdict'])).trim(),
    lastReason: textOf(firstProperty(value, ['lastReason', 'last_reason'])).trim(),
    consecutiveParseFailures: integerOf(
      firstProperty(value, ['consecutiveParseFailures', 'consecutive_parse_failures']),
    ),
  };
  const empty = !state.goal && !state.criteria && !state.status && !state.lastReason && !state.lastVerdict;
  return empty ? undefined : state;
}

function parseCriteria(value: object): GoalCriteria {
  const constraints = propertyOf(value, 'constraints');
  const listed = typeof constraints === 'string' ? [constraints] : elementsOf(constraints);
  return {
    outcome: textOf(propertyOf(value, 'outcome')).trim(),
    verification: textOf(propertyOf(value, 'verification')).trim(),
    constraints: listed.filter((item) => item !== null && item !== undefined).map(textOf),
  };
}

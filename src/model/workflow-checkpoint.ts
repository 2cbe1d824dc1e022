import { firstProperty, integerOf, textOf } from '../text/plain.ts';

/** How far a workflow came. */
export interface WorkflowCheckpoint {
  completedSteps: number | undefined;
  totalSteps: number | undefined;
  /** Name of the last completed step; empty when unknown. */
  lastStep: string;
}

/**
 * Reads a persisted checkpoint (`completed_steps`, `total_steps` or `step_count`, `last_step` or `current_step`) or a
 * camelCase one. Tolerant and total; `undefined` when it knows neither a completed count nor a last step.
 */
export function parseWorkflowCheckpoint(value: unknown): WorkflowCheckpoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const completedSteps = integerOf(firstProperty(value, ['completedSteps', 'completed_steps']));
  const lastStep = textOf(firstFilled(value, ['lastStep', 'last_step', 'currentStep', 'current_step']));
  if (completedSteps === undefined && lastStep === '') return undefined;
  const totalSteps = integerOf(firstFilled(value, ['totalSteps', 'total_steps', 'stepCount', 'step_count']));
  return { completedSteps, totalSteps: totalSteps || undefined, lastStep };
}

/** Like Python's `a or b`: an empty text or a zero gives way to the next spelling. */
function firstFilled(value: object, names: readonly string[]): unknown {
  for (const name of names) {
    const found = firstProperty(value, [name]);
    if (found !== undefined && found !== '' && found !== 0) return found;
  }
  return undefined;
}

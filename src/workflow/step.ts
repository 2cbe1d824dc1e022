import type { JsonObject } from '../model/session-record.ts';
import type { Checkpoint, StepResult } from './checkpoint-file.ts';
import type { WorkflowStep } from './parse-workflow.ts';

/** `{{name}}` becomes the variable's value; a name that is none stays as it is. */
export function substitute(text: string, variables: JsonObject): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** The variables after a step: its output under Python's names for it. */
export function withOutput(variables: JsonObject, step: WorkflowStep, output: string | null): JsonObject {
  if (output === null || output === '') return variables;
  const names = [`${step.name.toLowerCase().replaceAll(' ', '_')}_output`, 'previous_output'];
  if (step.outputVariable !== undefined) names.push(step.outputVariable);
  const outputs = Object.fromEntries(names.map((name) => [name, output]));
  return { ...variables, ...outputs };
}

/** What the agent is told: the outputs that the step builds on, then its action. */
export function stepPrompt(step: WorkflowStep, { results, variables }: Checkpoint): string {
  const action = substitute(step.action === '' ? step.description : step.action, variables);
  const known = contextOf(step, results).map(({ step: name, output }) => `### ${name}\n${output}`);
  if (known.length === 0) return action;
  return `## Results of earlier steps\n${known.join('\n\n')}\n\n## Your task: ${step.name}\n${action}`;
}

function contextOf(step: WorkflowStep, results: readonly StepResult[]): StepResult[] {
  const told = results.filter(
    ({ status, output }) => status === 'success' && output !== null && output !== '',
  );
  if (step.contextFrom !== undefined)
    return told.filter(({ step: name }) => step.contextFrom?.includes(name));
  return step.retainFullContext ? told : told.slice(-1);
}

/** The `agent` block as instructions. */
export function stepSystem({ agent }: WorkflowStep): string | undefined {
  const setting = (key: string) => {
    const value = agent[key];
    return value === undefined || value === '' ? undefined : String(value);
  };
  const role = setting('role');
  const goal = setting('goal');
  const lines = [
    setting('instructions'),
    role === undefined ? undefined : `Your role: ${role}`,
    goal === undefined ? undefined : `Your goal: ${goal}`,
    setting('backstory'),
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/**
 * Index of the step to take: after a step with branches, the one whose word its output holds; else its `next_steps`;
 * else the one after it. Beyond the last step when there is none.
 */
export function nextStep(
  steps: readonly WorkflowStep[],
  results: readonly StepResult[],
  completedSteps: number,
): number {
  const done = steps[completedSteps - 1];
  const last = results.at(-1);
  if (done === undefined || last?.step !== done.name || last.status === 'skipped') return completedSteps;
  const output = (last.output ?? '').toLowerCase();
  const branch = done.branches.find(({ word }) => output.includes(word.toLowerCase()));
  const target = done.branches.length > 0 ? branch?.target : done.nextSteps[0];
  const index = steps.findIndex(({ name }) => name === target);
  return index === -1 ? completedSteps : index;
}

import { expect, it } from 'vitest';
import { buildHandoffPrompt } from './build-handoff-prompt.ts';
import { withKeptState } from './with-kept-state.ts';

const inferred = {
  goalState: {
    goal: 'a guess',
    criteria: {
      outcome: '',
      verification: '',
      constraints: ['Never touch legacy/ [turn 1]', 'no new packages [turn 2]'],
    },
  },
  status: 'interrupted in the middle of the work',
  progress: '1 of 4 tasks done',
  openTasks: ['write it'],
};

it('puts kept goal, criteria and checkpoint in the place of inferred ones, and keeps the rest', () => {
  const goalState = {
    goal: 'Ship it',
    criteria: { outcome: 'shipped', verification: 'npm test', constraints: ['never touch legacy/'] },
    status: 'active',
    turns_used: 2,
    max_turns: 20,
    last_reason: 'tests still failing',
  };
  const workflowCheckpoint = { completed_steps: 1, total_steps: 3, last_step: 'Collect' };
  const prompt = buildHandoffPrompt(withKeptState(inferred, { goalState, workflowCheckpoint }));
  expect(prompt).toContain(
    [
      'GOAL: Ship it',
      'DEFINITION OF DONE: shipped (verify: npm test)',
      'CONSTRAINTS (never violate): never touch legacy/; no new packages [turn 2]',
      'STATUS: tests still failing (goal active, 2 of 20 turns used); interrupted in the middle of the work',
    ].join('\n'),
  );
  expect(prompt).toContain('PROGRESS: 1 of 3 workflow steps done; last completed: Collect');
  expect(prompt).toContain('OPEN TASKS:\n  - write it');
});

it('changes nothing where nothing is kept', () => {
  expect(withKeptState(inferred, { goalState: null, workflowCheckpoint: null })).toEqual(inferred);
  expect(withKeptState(inferred, { goalState: { goal: 7, criteria: 'x' } as never }).status).toBe(
    inferred.status,
  );
});

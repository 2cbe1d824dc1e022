import { expect, it } from 'vitest';
import { checklistItems, planStatus } from './checklist.ts';

it('reads Markdown check boxes and leaves other lines out', () => {
  expect(checklistItems('# Plan\n- [x] Write it\n* [ ] Test it\n- [~] Ship it\n\nsome text [1]\n')).toEqual([
    { text: 'Write it', status: 'completed' },
    { text: 'Test it', status: 'pending' },
    { text: 'Ship it', status: 'in_progress' },
  ]);
});

it('reads status words in brackets', () => {
  expect(checklistItems('1. [completed] A\n2. [in_progress] B\n3. [pending] C')).toEqual([
    { text: 'A', status: 'completed' },
    { text: 'B', status: 'in_progress' },
    { text: 'C', status: 'pending' },
  ]);
});

it('takes an unknown status for open work, whatever its type', () => {
  expect(planStatus('Done')).toBe('completed');
  expect(planStatus('In Progress')).toBe('in_progress');
  expect(planStatus('__proto__')).toBe('pending');
  expect(planStatus('constructor')).toBe('pending');
  expect(planStatus(7)).toBe('pending');
});

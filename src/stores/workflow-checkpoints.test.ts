import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCheckpoint, listCheckpoints, parseCheckpoint } from './workflow-checkpoints.ts';
import { workflowSteps } from './workflow-definition.ts';

const SAVED = Date.UTC(2026, 10, 30, 7, 17, 57);
let workspace = '';
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  for (const name of ['checkpoints', 'workflows'])
    mkdirSync(join(workspace, '.praisonai', name), { recursive: true });
  writeFileSync(join(workspace, '.praisonai', 'workflows', 'release.md'), WORKFLOW);
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const WORKFLOW = `---
name: release
---
## Step 1: Collect
~~~
## Step 9: inside a fence
~~~
\`\`\`\`action
\`\`\`
## Step 8: still inside
\`\`\`\`
## Step 2: Group ##
### Step 7: another depth
## Step 3
## Steps
`;

function save(name: string, fields: object): void {
  const content = JSON.stringify({ name, workflow_name: 'release', saved_at: SAVED / 1000, ...fields });
  writeFileSync(join(workspace, '.praisonai', 'checkpoints', `${name}.json`), content);
}
const life = (from: number, to: number, metadata = {}) => ({
  metadata,
  createdAt: SAVED + from * 1000,
  updatedAt: SAVED + to * 1000,
});

test('steps are the headings outside code fences', () => {
  expect(workflowSteps(WORKFLOW)).toEqual(['Collect', 'Group', 'Step 3']);
  expect(workflowSteps(WORKFLOW.replaceAll('\n', '\r\n'))).toEqual(['Collect', 'Group', 'Step 3']);
  expect(workflowSteps('')).toEqual([]);
});

describe('one file', () => {
  test('the last completed step from the results, the total from the definition', () => {
    save('run-1', {
      completed_steps: 2,
      results: [{ step: 'Collect' }, { step: 'Group' }, { step: 'Later' }],
    });
    expect(listCheckpoints([workspace])).toEqual([
      {
        name: 'run-1',
        workflowName: 'release',
        completedSteps: 2,
        totalSteps: 3,
        lastStep: 'Group',
        savedAt: SAVED,
        path: join(workspace, '.praisonai', 'checkpoints', 'run-1.json'),
      },
    ]);
  });

  test('the step’s name from the definition where the results have none', () => {
    save('run-1', { completed_steps: 1, results: ['text'] });
    expect(listCheckpoints([workspace])[0]).toMatchObject({ lastStep: 'Collect', totalSteps: 3 });
  });

  test('a definition that is shorter than what was done is another one', () => {
    save('run-1', { completed_steps: 5 });
    expect(listCheckpoints([workspace])[0]).not.toHaveProperty('totalSteps');
  });

  test('a workflow’s name does not lead out of the workspace', () => {
    writeFileSync(join(workspace, 'secret.md'), WORKFLOW);
    save('run-1', { completed_steps: 1, workflow_name: '../../secret' });
    expect(listCheckpoints([workspace])[0]).not.toHaveProperty('totalSteps');
  });

  test('odd values are absent ones', () => {
    expect(parseCheckpoint({ completed_steps: '2', results: {}, saved_at: null, total_steps: -1 })).toEqual(
      {},
    );
    expect(parseCheckpoint({ completed_steps: 0, results: [{ step: 'a' }] })).toEqual({ completedSteps: 0 });
    expect(parseCheckpoint({ step_count: 4, current_step: 'wire' })).toEqual({
      totalSteps: 4,
      lastStep: 'wire',
    });
  });

  test('broken files are left out', () => {
    writeFileSync(join(workspace, '.praisonai', 'checkpoints', 'a.json'), '{');
    writeFileSync(join(workspace, '.praisonai', 'checkpoints', 'b.json'), '[1]');
    expect(listCheckpoints([workspace, join(workspace, 'none')])).toEqual([]);
  });
});

describe('which one is a session’s', () => {
  test('saved within its life, one minute around it; the newest of several', () => {
    save('run-1', { completed_steps: 1 });
    expect(findCheckpoint(life(-100, 100), [workspace])?.name).toBe('run-1');
    expect(findCheckpoint(life(59, 100), [workspace])?.name).toBe('run-1');
    expect(findCheckpoint(life(-100, -59), [workspace])?.name).toBe('run-1');
    expect(findCheckpoint(life(61, 100), [workspace])).toBeUndefined();
    expect(findCheckpoint(life(-100, -61), [workspace])).toBeUndefined();
    expect(findCheckpoint({ metadata: {} }, [workspace])).toBeUndefined();
    save('run-2', { completed_steps: 2, saved_at: SAVED / 1000 + 5 });
    expect(findCheckpoint(life(-100, 100), [workspace, workspace])?.name).toBe('run-2');
  });

  test('the one it names, whenever that was saved; no other one instead', () => {
    save('run-1', { completed_steps: 1 });
    save('run-2', { completed_steps: 2 });
    expect(findCheckpoint(life(5000, 6000, { workflow_checkpoint: 'run-1' }), [workspace])?.name).toBe(
      'run-1',
    );
    expect(
      findCheckpoint(life(5000, 6000, { workflow_checkpoint: { name: 'run-2' } }), [workspace])?.name,
    ).toBe('run-2');
    expect(findCheckpoint(life(-100, 100, { workflow_checkpoint: 'gone' }), [workspace])).toBeUndefined();
  });

  test('the one it holds', () => {
    save('run-1', { completed_steps: 1 });
    const held = { completed_steps: 3, total_steps: 5, last_step: 'wire logger' };
    expect(findCheckpoint(life(-100, 100, { workflow_checkpoint: held }), [workspace])).toEqual({
      completedSteps: 3,
      totalSteps: 5,
      lastStep: 'wire logger',
    });
  });
});

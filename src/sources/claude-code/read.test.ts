import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonRecord } from '../parse-record.ts';
import { call, only, readRecords, record, result, say, user, uuid } from './test-records.ts';
import { Transcript } from './transcript.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-claude-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (lines: readonly (JsonRecord | string)[], name?: string) => readRecords(root, lines, name);

describe('plans', () => {
  it('replays tasks, and syncs with a list that a sub-agent changed', () => {
    const { events } = read([
      call('t1', 'TaskCreate', { subject: 'A' }),
      result('t1', 'Task #1 created successfully: A', undefined),
      call('t2', 'TaskCreate', { subject: 'B' }),
      result('t2', 'Task #2 created successfully: B', { task: { id: '2', subject: 'B' } }),
      call('t3', 'TaskUpdate', { taskId: '2', status: 'completed', subject: 'B2' }),
      result('t3', 'no such task', 'Error: no such task', true),
      call('t4', 'TaskUpdate', { taskId: '1', status: 'deleted' }),
      result('t4', 'Updated task #1', { success: true }),
      call('t5', 'TaskUpdate', { taskId: '2', addBlockedBy: ['1'] }),
      result('t5', 'Updated task #2', { success: true }),
      call('t6', 'TaskList', {}),
      result('t6', '#2 [in_progress] B', {
        tasks: [{ id: '2', subject: 'B', status: 'in_progress' }, { id: '3' }],
      }),
    ]);
    expect(
      only(events, 'plan').map((event) => event.items.map((item) => `${item.text}:${item.status}`)),
    ).toEqual([['A:pending'], ['A:pending', 'B:pending'], ['B:pending'], ['B:in_progress']]);
  });

  it('prefers task files only when they are not older than the transcript', () => {
    const lines = [
      call('t1', 'TodoWrite', { todos: [{ content: 'A', status: 'completed' }] }),
      { ...result('t1', 'ok', {}), timestamp: '2026-05-01T00:00:00Z' },
    ];
    const file = join(root, 'tasks/session/1.json');
    mkdirSync(join(root, 'tasks/session'), { recursive: true });
    writeFileSync(file, '{"id":"1","subject":"B","status":"pending"}');
    writeFileSync(join(root, 'tasks/session/2.json'), '{"id":"2","subject":');
    expect(only(read(lines).events, 'plan').at(-1)?.items).toEqual([{ text: 'B', status: 'pending' }]);
    const old = Date.parse('2026-04-01T00:00:00Z') / 1000;
    utimesSync(file, old, old);
    rmSync(join(root, 'tasks/session/2.json'));
    expect(only(read(lines).events, 'plan').at(-1)?.items).toEqual([{ text: 'A', status: 'completed' }]);
  });

  it('takes a plan file for a plan, and no file of the project', () => {
    const { events } = read([
      call('t1', 'Write', { file_path: '/home/ada/.claude/plans/red-fox.md', content: '# P' }),
      result('t1', 'ok', { type: 'create' }),
      call('t2', 'ExitPlanMode', { plan: '# P' }),
      result('t2', 'User has approved your plan.', { plan: '# P edited', isAgent: false }),
    ]);
    expect(only(events, 'plan-document').map((event) => [event.text, event.approved])).toEqual([
      ['# P', false],
      ['# P edited', true],
    ]);
    expect(JSON.stringify(events)).not.toContain('"edit"');
  });
});

describe('background work', () => {
  it('ends a task where the agent asks for its output, or stops it', () => {
    const { events } = read([
      call('t1', 'Bash', { command: 'serve', run_in_background: true }),
      result('t1', 'Command running in background with ID: b1.', { backgroundTaskId: 'b1' }),
      call('t2', 'Bash', { command: 'watch', run_in_background: true }),
      result('t2', 'Command running in background with ID: b2.', { backgroundTaskId: 'b2' }),
      call('t3', 'TaskOutput', { task_id: 'b1' }),
      result('t3', '…', { task: { task_id: 'b1', status: 'running' } }),
      call('t4', 'TaskOutput', { task_id: 'b1' }),
      result('t4', '…', {
        task: { task_id: 'b1', status: 'completed', exitCode: 1, output: 'address in use' },
      }),
      call('t5', 'KillShell', { shell_id: 'b2' }),
      result('t5', 'killed', { message: 'killed', shell_id: 'b2' }),
      user('<task-notification><task-id>b9</task-id><status>completed</status></task-notification>'),
    ]);
    const ends = only(events, 'tool-result').filter(
      (event) => event.callId === 't1' || event.callId === 't2',
    );
    expect(ends).toMatchObject([
      { callId: 't1', outcome: 'running' },
      { callId: 't2', outcome: 'running' },
      { callId: 't1', outcome: 'failed', exitCode: 1, output: 'address in use' },
      { callId: 't2', outcome: 'interrupted' },
    ]);
    expect(ends).toHaveLength(4);
  });

  it('tells what a sub-agent that never reported changed so far', () => {
    const folder = join(root, 'projects/-w/session/subagents');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'agent-a1.jsonl'),
      `${JSON.stringify({ ...call('s1', 'Edit', { file_path: '/w/a.ts' }), isSidechain: true })}\n`,
    );
    const { events } = read([
      call('t1', 'Agent', { prompt: 'Do it' }),
      result('t1', 'Async agent launched', { isAsync: true, agentId: 'a1' }),
      call('t2', 'Agent', { prompt: 'Escape' }),
      result('t2', 'Async agent launched', { isAsync: true, agentId: '../../../../etc/x' }),
    ]);
    expect(only(events, 'tool-result').at(-1)).toEqual({
      kind: 'tool-result',
      callId: 't1',
      outcome: 'running',
      changes: [{ path: '/w/a.ts', change: 'update' }],
    });
  });
});

it('takes nothing for a request that newer builds say is none', () => {
  const { events } = read([
    user('from a channel', { origin: { kind: 'channel' } }),
    user('from a scheduler', { promptSource: 'system' }),
    user('from the harness', { rowSource: 'harness' }),
    user('typed', { origin: { kind: 'human' }, promptSource: 'typed', rowSource: 'local' }),
  ]);
  expect(only(events, 'request').map((event) => event.text)).toEqual(['typed']);
});

it('takes a title from the human, the model, a summary of this session, or its first prompt, in this order', () => {
  const last = user('x');
  const summary = { type: 'summary', summary: 'Of this one', leafUuid: last['uuid'] };
  const foreign = { type: 'summary', summary: 'Of another', leafUuid: uuid() };
  const generated = { type: 'ai-title', aiTitle: 'Generated' };
  const own = { type: 'custom-title', customTitle: 'Own' };
  const title = (...lines: JsonRecord[]) => {
    const { events, description } = read([...lines, last]);
    expect(only(events, 'title')[0]?.title ?? 'x').toBe(description.title);
    return description.title;
  };
  expect(title(foreign)).toBe('x');
  expect(title(summary, foreign)).toBe('Of this one');
  expect(title(generated, summary)).toBe('Generated');
  expect(title(own, generated, { ...generated, aiTitle: 'Newer' })).toBe('Own');
  expect(title(own, { type: 'custom-title', customTitle: '' }, generated)).toBe('Generated');
});

it('reads records of the same id once, and masked ids as none', () => {
  const first = user('x', { uuid: uuid() });
  const masked = { uuid: 'REDACTED' };
  const { events } = read([first, first, user('y', masked), user('z', masked)]);
  expect(only(events, 'request').map((event) => event.text)).toEqual(['x', 'y', 'z']);
});

it('gives the same in every time zone', () => {
  const lines = [
    user('x', { timestamp: '2026-03-29T02:30:00.000' }),
    say('y', { timestamp: '2026-03-29T02:31:00Z' }),
  ];
  const zone = process.env['TZ'];
  try {
    process.env['TZ'] = 'Asia/Shanghai';
    const there = read(lines);
    process.env['TZ'] = 'UTC';
    expect(read(lines)).toEqual(there);
    expect(there.events[0]?.at).toBe(Date.UTC(2026, 2, 29, 2, 30));
  } finally {
    process.env['TZ'] = zone ?? 'UTC';
  }
});

it('reads a session of a hundred compactions in little time', () => {
  const lines: (JsonRecord | string)[] = [user('the goal')];
  const output = JSON.stringify(result('t', 'line\n'.repeat(2000), { stdout: 'line\n'.repeat(2000) }));
  for (let round = 0; round < 100; round += 1) {
    for (let step = 0; step < 10; step += 1) {
      const id = `t${round}-${step}`;
      lines.push(
        call(id, 'Bash', { command: 'npm test' }),
        output.replace('"t"', `"${id}"`).replace(/"uuid":"[^"]*"/, `"uuid":"${uuid()}"`),
      );
    }
    lines.push(
      record('system', { subtype: 'compact_boundary' }),
      user(`Summary:\nround ${round}`, { isCompactSummary: true }),
    );
  }
  const before = performance.now();
  const { events, description } = read(lines);
  expect(performance.now() - before).toBeLessThan(5000);
  expect(only(events, 'compaction').map((event) => event.summary)).toEqual(
    Array.from({ length: 100 }, (_, round) => `round ${round}`),
  );
  expect(only(events, 'tool-result')).toHaveLength(1000);
  expect(description.ending).toBe('interrupted');
});

it('describes a session whose last records are longer than the usual tail', () => {
  const image = { type: 'image', source: { type: 'base64', data: 'A'.repeat(300_000) } };
  const { description } = read([
    user('x', { timestamp: '2026-01-01T00:00:00Z', version: '2.1.5', gitBranch: 'main' }),
    { type: 'ai-title', aiTitle: 'Pictures' },
    ...Array.from({ length: 50 }, () => say('filler '.repeat(300))),
    call('t', 'Read', { file_path: 'a.png' }),
    result('t', [image], { type: 'image' }),
  ]);
  expect(description).toMatchObject({
    title: 'Pictures',
    directory: '/w',
    branch: 'main',
    createdAt: Date.UTC(2026, 0, 1),
    ending: 'interrupted',
    model: 'm',
    agentVersion: '2.1.5',
  });
});

it('knows a fork by the ids that its records keep, and a resumed copy from none', () => {
  expect(
    read([user('x', { session_id: 'parent', sessionId: 'session', version: '2.1.332' })]).description
      .parentId,
  ).toBe('parent');
  expect(read([user('x', { forkedFrom: { sessionId: 'parent' } })]).description.parentId).toBe('parent');
  expect(read([user('x', { sessionId: 'older' })]).description.parentId).toBeUndefined();
  expect(read([user('x', { sessionId: 'owner' })], 'agent-1').description).toMatchObject({
    subAgent: true,
    parentId: 'owner',
  });
});

it('never throws, whatever a record holds', () => {
  const names = [
    'type',
    'message',
    'content',
    'uuid',
    'toolUseResult',
    'attachment',
    'operation',
    'timestamp',
    'name',
    'id',
  ];
  const values = [
    'user',
    'assistant',
    'system',
    'attachment',
    'queue-operation',
    'tool_use',
    'tool_result',
    'text',
    'Task',
    '__proto__',
  ];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1e300, ''),
      fc.constantFrom(...values),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names, '__proto__'), tie('value'), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.constantFrom(...values.slice(0, 5)),
      fc.array(value, { maxLength: 4 }),
      value,
      (type, content, extra) => {
        const transcript = new Transcript({
          emit: () => undefined,
          ofSubAgent: false,
          subAgentChanges: () => [],
        });
        transcript.add({
          type,
          message: { content },
          attachment: extra as never,
          toolUseResult: extra,
          timestamp: extra,
        });
        transcript.add({
          type: 'user',
          message: { content: [{ type: 'tool_result', content }] },
          toolUseResult: extra,
        });
        transcript.finish();
        transcript.title();
      },
    ),
    { numRuns: 500 },
  );
});

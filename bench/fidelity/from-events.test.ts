import { expect, it } from 'vitest';
import type { SessionEvent } from '../../src/model/session-event.ts';
import { transcriptOfEvents } from './from-events.ts';

const tool = (
  callId: string,
  action: Extract<SessionEvent, { kind: 'tool-call' }>['action'],
): SessionEvent => ({
  kind: 'tool-call',
  callId,
  tool: 'tool',
  action,
});

it('takes files, edits and commands from calls, and from results that tell more', () => {
  const { steps, directory } = transcriptOfEvents([
    { kind: 'workspace', directory: 'c:\\w\\shop' },
    { kind: 'request', text: 'Fix it', via: 'prompt' },
    { kind: 'request', text: 'yes', via: 'answer' },
    tool('1', { type: 'read', paths: ['c:\\w\\shop\\src\\a.ts'] }),
    tool('2', { type: 'run', command: 'make  src/b.ts' }),
    { kind: 'tool-result', callId: '2', outcome: 'ok', changes: [{ path: 'src/c.ts', change: 'create' }] },
    { ...tool('3', { type: 'run', command: 'ls' }), by: 'human' } as SessionEvent,
    { kind: 'compaction', summary: 'so far' },
  ]);
  expect(directory).toBe('c:/w/shop');
  expect(steps).toEqual([
    { kind: 'human', record: -1, text: 'Fix it' },
    { kind: 'tool', record: -1, name: 'Read', files: ['src/a.ts'], edits: [], command: '' },
    {
      kind: 'tool',
      record: -1,
      name: 'tool',
      files: ['src/b.ts', 'src/c.ts'],
      edits: ['src/c.ts'],
      command: 'make src/b.ts',
    },
    { kind: 'compact', record: -1, text: 'so far' },
  ]);
});

it('forgets turns that the human took back', () => {
  const { steps } = transcriptOfEvents([
    { kind: 'request', text: 'one', via: 'prompt' },
    { kind: 'request', text: 'two', via: 'prompt' },
    tool('1', { type: 'other' }),
    { kind: 'rollback', turns: 1 },
    { kind: 'request', text: 'three', via: 'queued' },
  ]);
  expect(steps.map((step) => (step.kind === 'tool' ? step.name : step.text))).toEqual(['one', 'three']);
});

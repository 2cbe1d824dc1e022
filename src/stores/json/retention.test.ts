import { describe, expect, test } from 'vitest';
import type { PythonObject } from './python-json.ts';
import { applyRetention, retentionFrom } from './retention.ts';

const message = (index: number, extra: PythonObject = {}): PythonObject => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: index % 2 === 0 ? `Request ${index}` : `Answer ${index}`,
  timestamp: 1796023077.5,
  metadata: {},
  ...extra,
});
const messages = (count: number) => Array.from({ length: count }, (_, index) => message(index));
const session = (count: number): PythonObject => ({
  messages: messages(count),
  archived_messages: [],
  last_compaction: { summary: 'S', message_index: count },
});
const contents = (value: unknown) => (value as { content: string }[]).map(({ content }) => content);
const apply = (
  target: PythonObject,
  activeWindow: number,
  policy: 'compact' | 'truncate' | 'keep-all' = 'compact',
) => applyRetention(target, { policy, activeWindow }, 1796023078.5);

describe('compact', () => {
  test('moves the overflow to the archive and puts one summary at the head', () => {
    const target = session(6);
    apply(target, 4);
    const [summary, ...rest] = target['messages'] as PythonObject[];
    expect(summary).toEqual({
      role: 'system',
      content:
        "[Session Summary]\n2 earlier messages (1 user, 1 assistant) are kept in this session's archive.\n" +
        'First request: Request 0\nLast answer: Answer 1',
      timestamp: 1796023078.5,
      metadata: { compaction: true, compacted_count: 2 },
    });
    expect(contents(rest)).toEqual(['Request 2', 'Answer 3', 'Request 4', 'Answer 5']);
    expect(contents(target['archived_messages'])).toEqual(['Request 0', 'Answer 1']);
    expect(target['last_compaction']).toMatchObject({ message_index: 5 });
  });

  test('again and again: one summary, a true count, bounded, nothing lost', () => {
    const target = session(0);
    for (let index = 0; index < 400; index++) {
      (target['messages'] as PythonObject[]).push(message(index));
      apply(target, 10);
    }
    const window = target['messages'] as PythonObject[];
    expect(window).toHaveLength(11);
    expect(window[0]?.['metadata']).toEqual({ compaction: true, compacted_count: 390 });
    expect(window[1]?.['content']).toBe('Request 390');
    const summary = window[0]?.['content'] as string;
    expect(summary.length).toBeLessThan(2_000);
    expect(summary).toContain('First request: Request 0');
    expect(summary).toContain('Later requests (186 more left out before these):');
    expect(summary).toContain('- Request 388');
    expect(target['archived_messages']).toHaveLength(390);
  });

  test('rewriting without new messages changes nothing', () => {
    const target = session(6);
    apply(target, 4);
    const before = structuredClone(target);
    apply(target, 4);
    expect(target).toEqual(before);
  });

  test('the window never begins with the result of an archived call', () => {
    const target = session(0);
    const call = {
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'run_tests', arguments: '{}' } }],
    };
    target['messages'] = [
      message(0),
      message(1, call),
      message(2, { role: 'tool', tool_call_id: 'c' }),
      message(3),
      message(4),
    ];
    apply(target, 3);
    expect(contents(target['messages']).slice(1)).toEqual(['Answer 3', 'Request 4']);
    expect(target['archived_messages']).toHaveLength(3);
    expect(contents(target['messages'])[0]).toContain('Tools called: run_tests ×1');
  });

  test("a summary whose messages the archive lacks is carried on, Python's or ours, without nesting", () => {
    const target = session(0);
    const previous = { role: 'system', content: '[Session Summary]\nTraced the\nrounding', timestamp: 1 };
    target['messages'] = [
      { ...previous, metadata: { compaction: true, compacted_count: 50 } },
      ...messages(6),
    ];
    apply(target, 4);
    const first = contents(target['messages'])[0] ?? '';
    expect(first).toContain('\nBefore that: Traced the rounding\n');
    (target['messages'] as PythonObject[]).push(message(6), message(7));
    apply(target, 4);
    const second = contents(target['messages'])[0] ?? '';
    expect(second.match(/Before that: Traced the rounding/g)).toHaveLength(1);
    expect(second).toContain('4 earlier messages');
    expect((target['messages'] as PythonObject[])[0]?.['metadata']).toMatchObject({ compacted_count: 54 });
  });
});

test('truncate drops, keep-all keeps, a window of 0 has no bound', () => {
  const truncated = session(6);
  apply(truncated, 4, 'truncate');
  expect(contents(truncated['messages'])).toEqual(['Request 2', 'Answer 3', 'Request 4', 'Answer 5']);
  expect([truncated['archived_messages'], truncated['last_compaction']]).toEqual([
    [],
    { summary: 'S', message_index: 4 },
  ]);
  for (const [policy, window] of [
    ['keep-all', 4],
    ['compact', 0],
  ] as const) {
    const kept = session(6);
    apply(kept, window, policy);
    expect(kept).toEqual(session(6));
  }
});

test('old snapshots that lost their place are marked', () => {
  const target = session(6);
  target['snapshots'] = [{ message_index: 3 }, { message_index: -1 }, { message_index: 3, transcript: {} }];
  apply(target, 4);
  expect(target['snapshots']).toEqual([
    { message_index: 3, invalidated: true },
    { message_index: -1 },
    { message_index: 3, transcript: {} },
  ]);
});

test("Python's variables, and its defaults for what it would refuse", () => {
  expect(retentionFrom({})).toEqual({ policy: 'compact', activeWindow: 100 });
  expect(
    retentionFrom({ PRAISONAI_SESSION_RETENTION: 'keep_all', PRAISONAI_SESSION_ACTIVE_WINDOW: ' 20 ' }),
  ).toEqual({ policy: 'keep-all', activeWindow: 20 });
  expect(
    retentionFrom({ PRAISONAI_SESSION_RETENTION: 'toString', PRAISONAI_SESSION_ACTIVE_WINDOW: '2.5' }),
  ).toEqual({ policy: 'compact', activeWindow: 100 });
});

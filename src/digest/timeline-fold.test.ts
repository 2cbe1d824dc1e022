import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../model/session-event.ts';
import { createDigest } from './digest.ts';

const ask = (text: string, via: 'prompt' | 'queued' | 'answer' = 'prompt'): SessionEvent => ({
  kind: 'request',
  text,
  via,
});
const run = (callId: string, command: string): SessionEvent => ({
  kind: 'tool-call',
  callId,
  tool: 'Bash',
  action: { type: 'run', command },
});
const result = (callId: string, outcome: 'ok' | 'failed' | 'running', output = ''): SessionEvent => ({
  kind: 'tool-result',
  callId,
  outcome,
  output,
});
const say = (text: string): SessionEvent => ({ kind: 'assistant-text', text });
const digest = (...events: SessionEvent[]) => {
  const fold = createDigest();
  for (const event of events) fold.add(event);
  return fold.finish();
};

describe('what was taken back', () => {
  const before = [
    ask('Never touch a.'),
    run('1', 'npm test'),
    result('1', 'failed', 'Error: first'),
    say('first'),
  ];
  const after = [
    ask('Never touch b.'),
    ask('and c', 'queued'),
    run('2', 'npm run lint'),
    result('2', 'failed', 'Error: second'),
    say('second'),
  ];
  it('is gone, requests of every kind counted', () => {
    expect(digest(...before, ...after, { kind: 'rollback', turns: 2 })).toEqual({
      ...digest(...before),
      timeline: { ...digest(...before).timeline, last: 'turn-end', actionCount: 2 },
    });
  });
  it('is everything when more turns are taken back than there are', () => {
    const { timeline } = digest(...before, { kind: 'rollback', turns: 99 });
    expect([timeline.requests, timeline.actions, timeline.statements, timeline.constraints]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });
});

describe('failures', () => {
  it('are resolved by a later success of the same command, or of a test run', () => {
    const failed = [run('1', 'npm test 2>&1 | tail -5'), result('1', 'failed', 'Error: x')];
    expect(digest(ask('x'), ...failed).failure?.result).toBe('Error: x');
    expect(digest(ask('x'), ...failed, run('2', 'npm test'), result('2', 'ok')).failure).toBeUndefined();
    expect(digest(ask('x'), ...failed, run('2', 'npm run build'), result('2', 'ok')).failure?.callId).toBe(
      '1',
    );
  });
  it('are the late one, not the early one', () => {
    const events = [
      run('1', 'make'),
      result('1', 'failed', 'Error: early'),
      run('2', 'make'),
      result('2', 'ok'),
    ];
    expect(
      digest(ask('x'), ...events, run('3', 'make lint'), result('3', 'failed', 'Error: late')).failure
        ?.result,
    ).toBe('Error: late');
  });
  it('are not a search without a match', () => {
    expect(digest(ask('x'), run('1', 'grep -rn foo src'), result('1', 'failed', '')).failure).toBeUndefined();
  });
});

describe('how it ended', () => {
  it.each<[string, SessionEvent[]]>([
    ['finished', [ask('x'), say('Done.'), { kind: 'turn-end' }]],
    ['waiting', [ask('x'), say('Two ways.\nWhich one do you want?'), { kind: 'turn-end' }]],
    ['interrupted', [ask('x'), run('1', 'sleep 9')]],
    ['interrupted', [ask('x'), run('1', 'ls'), result('1', 'ok')]],
    ['interrupted', [ask('x'), say('I will'), { kind: 'interruption' }]],
    ['usage-limit', [ask('x'), { kind: 'limit', limit: 'usage', message: '429' }, { kind: 'turn-end' }]],
    [
      'waiting',
      [
        ask('x'),
        { kind: 'tool-call', callId: '1', tool: 'Ask', action: { type: 'ask', question: 'A or B?' } },
      ],
    ],
    ['unknown', []],
  ])('%s', (ending, events) => expect(digest(...events).ending).toBe(ending));
  it('gives the question that waits', () => {
    expect(digest(ask('x'), say('I see two ways. Which one do you want?')).endingDetail).toBe(
      'Which one do you want?',
    );
  });
});

it('takes the second result of a call that was left running', () => {
  const { timeline } = digest(
    ask('x'),
    run('1', 'npm test'),
    result('1', 'running'),
    result('1', 'ok', '3 passed'),
  );
  expect(timeline.actions[0]).toMatchObject({ outcome: 'ok', result: '3 passed' });
});

it('stays bounded over a long session', () => {
  const fold = createDigest();
  for (let index = 0; index < 30_000; index += 1) {
    fold.add(ask(`Never do thing ${index}, please, because of reasons.`));
    fold.add(run(`${index}`, `command ${index}`));
    fold.add(say(`text ${index}`));
  }
  const { timeline } = fold.finish();
  expect(timeline.actionCount).toBe(30_000);
  expect(timeline.actions.length).toBeLessThanOrEqual(6_000);
  expect(timeline.requests.length).toBeLessThanOrEqual(400);
  expect(timeline.constraints.length).toBeLessThanOrEqual(400);
  expect(timeline.requests[0]?.turn).toBe(1);
  expect(timeline.requests.at(-1)?.turn).toBe(30_000);
});

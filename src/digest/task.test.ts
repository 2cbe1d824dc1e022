import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../model/session-event.ts';
import { currentTask } from './task.ts';
import { TimelineFold } from './timeline-fold.ts';

let calls = 0;
const ask = (text: string, via: 'prompt' | 'queued' | 'refusal' = 'prompt'): SessionEvent => ({
  kind: 'request',
  text,
  via,
});
const edit = (...paths: string[]): SessionEvent[] =>
  paths.flatMap((path) => {
    calls += 1;
    return [
      {
        kind: 'tool-call',
        callId: `${calls}`,
        tool: 'Edit',
        action: { type: 'edit', changes: [{ path, change: 'update' }] },
      },
      { kind: 'tool-result', callId: `${calls}`, outcome: 'ok' },
    ] as SessionEvent[];
  });
const done: SessionEvent = { kind: 'turn-end' };

function taskOf(...events: (SessionEvent | SessionEvent[])[]) {
  const fold = new TimelineFold();
  for (const event of events.flat()) fold.add(event);
  const { goal, latest, nudge } = currentTask(fold.timeline);
  return { goal: goal?.text, latest: latest?.text, nudge: nudge?.text };
}

const LOGIN = 'Fix the flaky login test, it fails every third run on CI';
const EXPORT = 'Add a CSV export to the orders page';

describe('the request that the present work serves', () => {
  it('is the only one', () => expect(taskOf(ask(LOGIN), edit('login.ts'))).toEqual({ goal: LOGIN }));

  it('stays while the human refines it', () => {
    expect(
      taskOf(ask(LOGIN), edit('login.ts'), done, ask('also cover the logout'), edit('login.ts')),
    ).toEqual({
      goal: LOGIN,
      latest: 'also cover the logout',
    });
  });

  it('is the new one when the old task is done, also when nothing was done for it yet', () => {
    expect(taskOf(ask(LOGIN), edit('login.ts'), done, ask(EXPORT)).goal).toBe(EXPORT);
    expect(taskOf(ask(LOGIN), edit('login.ts'), done, ask(EXPORT), edit('orders.ts', 'csv.ts')).goal).toBe(
      EXPORT,
    );
  });

  it('is not a nudge, a choice, consent, a question, a rule, a log', () => {
    for (const text of [
      'continue',
      'go on please!',
      '1',
      "yes, let's do that",
      'what is remaining?',
      'Never touch legacy/ and do not add dependencies.',
      '2026-04-02 19:48:10.580 | ERROR | worker: connection lost while adding the order to the export queue again',
      '继续',
      'weiter',
    ]) {
      expect(taskOf(ask(LOGIN), edit('login.ts'), done, ask(text)).goal, text).toBe(LOGIN);
    }
  });

  it('keeps the nudge beside the goal', () => {
    expect(taskOf(ask(LOGIN), edit('login.ts'), ask('continue'))).toEqual({ goal: LOGIN, nudge: 'continue' });
  });

  it('moves on within a long conversation about one thing', () => {
    const questions = ['how do we detect other sessions', 'what does getState do?'].map((text) => ask(text));
    const order = 'Move the session functions out of the paths package into a package of their own';
    expect(
      taskOf(ask('Can you explain how the session warning works?'), ...questions, ask(order), edit('a.go'))
        .goal,
    ).toBe(order);
  });
});

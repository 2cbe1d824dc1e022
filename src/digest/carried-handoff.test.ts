import { describe, expect, it } from 'vitest';
import { buildHandoffPrompt, type HandoffOptions } from '../handoff/build-handoff-prompt.ts';
import { handoffFromDigest } from '../handoff/from-digest.ts';
import { unpackHandoff } from './carried-handoff.ts';
import { createDigest } from './digest.ts';

const first: HandoffOptions = {
  goalState: {
    goal: 'Round invoices once, in src/money.ts. Never touch the ledger tables.',
    criteria: {
      outcome: 'one rounding',
      verification: 'npm test',
      constraints: [
        'Never touch the ledger tables. [turn 1]',
        'do not add packages [turn 3]',
        '… 2 weaker or older rules left out',
      ],
    },
  },
  status: 'interrupted in the middle of the work',
  latestRequest: 'Now the export too (asked before that: “run the tests”)',
  lastFailure: '`npm test` exited 1: “tests/export.test.ts”',
  recentActions: ['edited src/money.ts'],
  workspace: '/home/dev/shop',
};
const request = (text: string) => ({ kind: 'request', text, via: 'prompt', at: 7 }) as const;

describe('a request that is a handoff prompt', () => {
  it('is taken apart: task and rules, latest request, what was known, what the human added', () => {
    const events = unpackHandoff(request(`Please go on.\n${buildHandoffPrompt(first)}\n\nAnd be quick.`));
    expect(events).toEqual([
      { kind: 'compaction', summary: expect.stringContaining('last failure: `npm test` exited 1'), at: 7 },
      request(
        'Round invoices once, in src/money.ts. Never touch the ledger tables.\ndo not add packages.\nDone when: one rounding (verify: npm test)',
      ),
      request('Now the export too'),
      request('Please go on.'),
      request('And be quick.'),
    ]);
  });

  it('is handed off again without nesting, word for word', () => {
    const fold = createDigest();
    fold.add(request(buildHandoffPrompt(first)));
    fold.add({ kind: 'assistant-text', text: 'I fixed the export.' });
    const prompt = buildHandoffPrompt(handoffFromDigest(fold.finish(), { source: 'x', id: 'y' }));
    expect(prompt.match(/You are resuming/g)).toHaveLength(1);
    expect(prompt).toMatch(
      /^GOAL: Round invoices once, in src\/money\.ts\. Never touch the ledger tables\./m,
    );
    expect(prompt).toMatch(
      /^CONSTRAINTS .*Never touch the ledger tables\. \[turn 1\].*do not add packages\. \[turn 1\]/m,
    );
    expect(prompt).not.toContain('[turn 1] [turn 1]');
    expect(prompt).toContain('LATEST REQUEST: Now the export too');
  });
});

it.each([
  [request('Explain "You are resuming" in the docs')],
  [request(buildHandoffPrompt())],
  [{ kind: 'assistant-text', text: buildHandoffPrompt(first) } as const],
])('leaves any other event as it is: %#', (event) => expect(unpackHandoff(event)).toEqual([event]));

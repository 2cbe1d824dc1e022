import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageRecord } from '../model/session-record.ts';
import { chooseCut } from './choose-cut.ts';
import { digestMessages, digestSummary, statedConstraints } from './digest-summary.ts';
import { estimateMessageTokens, estimateTextTokens } from './estimate-tokens.ts';
import { summaryRequest } from './model-summary.ts';
import { framedSummary, isSummary, SUMMARY_HEADINGS } from './summary-text.ts';

const said = (role: MessageRecord['role'], content: string = role): MessageRecord => ({
  role,
  content,
  metadata: {},
});
const call = (id: string, name: string, input: object): MessageRecord => ({
  ...said('assistant', ''),
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
});
const result = (id: string, content: string): MessageRecord => ({
  ...said('tool', content),
  tool_call_id: id,
});

describe('chooseCut', () => {
  const roles = fc.array(fc.constantFrom('user', 'assistant', 'tool', 'system'), { maxLength: 60 });
  it('never splits a call from its results, and keeps no more than asked where it can', () => {
    fc.assert(
      fc.property(
        roles,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 600 }),
        (list, size, keep) => {
          const messages = list.map((role) => said(role));
          const tokens = messages.map(() => size);
          const cut = chooseCut(messages, tokens, keep);
          if (cut === undefined) {
            expect(messages.slice(1).every(({ role }) => role === 'tool')).toBe(true);
            return;
          }
          expect(cut).toBeGreaterThan(0);
          expect(messages[cut]?.role).not.toBe('tool');
          const kept = (messages.length - cut) * size;
          const next = messages.findIndex(({ role }, index) => index > cut && role !== 'tool');
          if (kept > keep) expect(next).toBe(-1);
        },
      ),
    );
  });

  it('cuts at the human’s message that is near', () => {
    const messages = ['user', 'assistant', 'assistant', 'tool', 'user', 'assistant', 'tool', 'assistant'].map(
      (role) => said(role as MessageRecord['role']),
    );
    expect(
      chooseCut(
        messages,
        messages.map(() => 10),
        60,
      ),
    ).toBe(4);
    expect(
      chooseCut(
        messages,
        messages.map(() => 10),
        10,
      ),
    ).toBe(7);
    expect(chooseCut([], [], 10)).toBeUndefined();
    expect(chooseCut([said('user')], [10], 5)).toBeUndefined();
  });
});

it('estimates more tokens for wide scripts', () => {
  expect(estimateTextTokens('abcd'.repeat(100))).toBe(100);
  expect(estimateTextTokens('漢字'.repeat(30))).toBe(40);
  expect(estimateMessageTokens(call('c', 'read', { path: 'a'.repeat(400) }))).toBeGreaterThan(100);
});

describe('the summary without a model', () => {
  const messages = [
    said('user', 'Refactor logging in src/main.py. Never touch legacy/.'),
    call('c1', 'edit_file', { path: 'src/main.py' }),
    result('c1', 'ok'),
    call('c2', 'run', { command: 'pytest -q' }),
    result('c2', '2 failed: tests/test_main.py'),
    said('assistant', 'Two tests fail. Should I also change the public API?'),
  ];
  it('has every heading, the facts under them, and the same bytes each time', () => {
    const text = digestSummary(digestMessages(messages));
    for (const heading of SUMMARY_HEADINGS) expect(text).toContain(`## ${heading}\n`);
    expect(text).toContain('## Active task\n- Refactor logging in src/main.py');
    expect(text).toContain('src/main.py');
    expect(text).toContain('## Pending questions\n- Should I also change the public API?');
    expect(digestSummary(digestMessages(messages))).toBe(text);
    expect(isSummary(text)).toBe(true);
  });

  it('states the human’s rules word for word', () => {
    const constraints = statedConstraints(digestMessages(messages));
    expect(constraints).toEqual(['Never touch legacy/.']);
    const framed = framedSummary('text', { messages: 6, by: 'made without a model', constraints });
    expect(framed).toMatch(/^\[Summary of the 6 earlier messages of this session, made without a model\./);
    expect(framed).toMatch(/never violate\)\n- Never touch legacy\/\.$/);
  });
});

describe('the request for a model’s summary', () => {
  it('leaves out the oldest first, and says so', () => {
    const messages = Array.from({ length: 50 }, (_, index) =>
      said('user', `message ${index} ${'x'.repeat(100)}`),
    );
    const text = summaryRequest(messages, 'what came before', 2000);
    expect(text).toContain('<earlier-summary>\nwhat came before\n');
    expect(text).toMatch(/\(\d+ older messages left out: no more than 2000 characters are read\)/);
    expect(text).toContain('message 49');
    expect(text).not.toContain('message 10 ');
    expect(text.length).toBeLessThan(2300);
  });

  it.each([
    ['## Active task\na\n## Completed actions\nb\n### Remaining work\nc', true],
    ['I cannot do that.', false],
    ['', false],
  ])('takes %j for a summary: %s', (text, expected) => expect(isSummary(text)).toBe(expected));
});

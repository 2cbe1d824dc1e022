import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../model/session-event.ts';
import { sessionRecord } from '../../stores/json/read-session.ts';
import { decodeEvent, encodeEvent, holdsEvent } from './event-message.ts';

const text = fc.string({ unit: 'binary', minLength: 1 });
const at = fc.option(fc.integer({ min: 946_684_800_000, max: 4_102_444_800_000 }), { nil: undefined });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const kind = <K extends SessionEvent['kind']>(name: K) => fc.constant(name);
const change = fc.oneof(
  fc.record({ path: text, change: fc.constantFrom('create', 'update', 'delete') }),
  fc.record({ path: text, change: fc.constant('rename'), from: text }),
);
const action = fc.oneof(
  fc.record({ type: fc.constant('edit'), changes: fc.array(change, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('read'), paths: fc.array(text, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('search'), query: text, paths: fc.array(text, { maxLength: 2 }) }),
  fc.record({ type: fc.constant('run'), command: text, directory: optional(text) }),
  fc.record({ type: fc.constant('plan') }),
  fc.record({ type: fc.constant('sub-agent'), task: text }),
  fc.record({ type: fc.constant('ask'), question: text }),
  fc.record({ type: fc.constant('other'), paths: optional(fc.array(text, { maxLength: 2 })) }),
);
const via = fc.constantFrom('prompt', 'queued', 'refusal', 'answer', 'command', 'plan');
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled');
const events = fc.oneof(
  fc.record({ kind: kind('request'), text, via, question: optional(text), at }),
  fc.record({ kind: kind('assistant-text'), text, at }),
  fc.record({
    kind: kind('tool-call'),
    callId: text,
    tool: text.filter((name) => name.trim() !== ''),
    action,
    by: fc.constantFrom('human', undefined),
    at,
  }),
  fc.record({
    kind: kind('tool-result'),
    callId: text,
    outcome: fc.constantFrom('ok', 'failed', 'refused', 'interrupted', 'running'),
    exitCode: optional(fc.integer()),
    output: optional(text),
    changes: optional(fc.array(change, { maxLength: 2 })),
    at,
  }),
  fc.record({ kind: kind('plan'), items: fc.array(fc.record({ text, status }), { maxLength: 3 }), at }),
  fc.record({ kind: kind('plan-document'), text, approved: fc.boolean(), at }),
  fc.record({ kind: kind('compaction'), summary: optional(text), at }),
  fc.record({ kind: fc.constantFrom('interruption', 'turn-end'), at }),
  fc.record({ kind: kind('limit'), limit: fc.constantFrom('usage', 'context', 'error'), message: text, at }),
  fc.record({ kind: kind('rollback'), turns: fc.nat(), at }),
  fc.record({ kind: kind('goal'), goal: text, status: optional(text), reason: optional(text), at }),
  fc.record({
    kind: kind('workspace'),
    directory: optional(text),
    branch: optional(text),
    commit: optional(text),
    remote: optional(text),
    at,
  }),
  fc.record({ kind: kind('model'), model: text, at }),
  fc.record({ kind: kind('title'), title: text, at }),
);

/** As a store gives it back: through JSON, and through the tolerant reader of session files. */
function stored(message: unknown): ReturnType<typeof encodeEvent> {
  const [read] = sessionRecord({ messages: [JSON.parse(JSON.stringify(message))] }).messages;
  if (read === undefined) throw new Error('lost');
  return read;
}

test('every event survives the way through a store', () => {
  fc.assert(
    fc.property(events, (generated) => {
      const event = JSON.parse(JSON.stringify(generated)) as SessionEvent;
      const message = encodeEvent(event);
      expect(holdsEvent(message)).toBe(true);
      expect(decodeEvent(stored(message))).toEqual(event);
    }),
    { numRuns: 500 },
  );
});

test('the conversation reads as one, and a text stands once', () => {
  const message = encodeEvent({ kind: 'request', text: 'fix it', via: 'queued', at: 1_796_023_077_125 });
  expect(message).toEqual({
    role: 'user',
    content: 'fix it',
    timestamp: 1_796_023_077.125,
    metadata: { event: { kind: 'request', via: 'queued' } },
  });
});

test('anything else in a store is no event, and never an exception', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (event, extra) => {
      const message = stored({ role: 'user', content: extra, metadata: { event }, tool_calls: extra });
      const decoded = decodeEvent(message);
      if (decoded !== undefined) expect(typeof decoded.kind).toBe('string');
    }),
    { numRuns: 500 },
  );
  for (const kind of [
    'request',
    'tool-call',
    'tool-result',
    'limit',
    'rollback',
    'goal',
    'model',
    'constructor',
    'toString',
  ])
    expect(decodeEvent(stored({ role: 'user', content: '', metadata: { event: { kind } } }))).toBeUndefined();
});

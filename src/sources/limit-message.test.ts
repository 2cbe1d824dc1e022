import { expect, it } from 'vitest';
import { limitKind, readableMessage } from './limit-message.ts';

it.each([
  ['429: {"type":"rate_limit_error"}', 'usage'],
  ['You have hit your usage limit. Try again at 5:00 PM.', 'usage'],
  ['insufficient_quota', 'usage'],
  ['prompt is too long: 210000 tokens > 200000 maximum', 'context'],
  ['This model’s maximum context length is 128000 tokens', 'context'],
  ['context window exceeded', 'context'],
  ['400 invalid_request_error', 'error'],
  ['Connection error.', 'error'],
] as const)('tells the limit of %s', (message, kind) => {
  expect(limitKind(message)).toBe(kind);
});

it('takes the sentence out of the JSON answer of the service', () => {
  expect(readableMessage('429: {"type":"e","message":"Limit \\"hit\\".\\nTry later."}')).toBe(
    '429: Limit "hit". Try later.',
  );
  expect(readableMessage('400 {"type":"error","error":{"message":"bad"}}')).toBe('400 bad');
  expect(readableMessage('Operation {aborted}')).toBe('Operation {aborted}');
  expect(readableMessage(' plain ')).toBe('plain');
});

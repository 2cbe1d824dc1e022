import { expect, it } from 'vitest';
import { limitOf } from './limits.ts';

it.each([
  ['usage_limit_exceeded', '', 'usage'],
  ['usageLimitExceeded', '', 'usage'],
  [{ response_too_many_failed_attempts: { http_status_code: 429 } }, '', 'usage'],
  ['context_window_exceeded', '', 'context'],
  ['server_overloaded', 'We are over our rate limit', 'error'],
  [{ http_connection_failed: { http_status_code: 503 } }, '', 'error'],
  [undefined, "You've hit your usage limit. Try again later.", 'usage'],
  [undefined, 'exceeded retry limit, last status: 429 Too Many Requests', 'usage'],
  ['other', "Codex ran out of room in the model's context window.", 'context'],
  [null, 'stream disconnected', 'error'],
  [7, '', 'error'],
])('%j, %j is %s', (info, message, limit) => expect(limitOf(info, message)).toBe(limit));

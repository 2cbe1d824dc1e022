import { expect, test } from 'vitest';
import { PlaceholderOrder } from './placeholder.ts';

test('placeholders are numbered as they first occur, by kind', () => {
  const order = new PlaceholderOrder();
  expect(order.renumber('[redacted:api-key:7] [redacted:password:2] [redacted:api-key:1]')).toBe(
    '[redacted:api-key:1] [redacted:password:1] [redacted:api-key:2]',
  );
  expect(order.renumber('[redacted:api-key:1], [redacted:api-key:3]')).toBe(
    '[redacted:api-key:2], [redacted:api-key:3]',
  );
});

test('a text in order stays as it is, and so does what only looks like a placeholder', () => {
  const text = '[redacted:api-key:1] [redacted:api-key:2] [redacted:api-key:0] [redacted::1] [redacted:X:9]';
  expect(new PlaceholderOrder().renumber(text)).toBe(text);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MessageCutter } from './message-cutter.ts';

function cut(text: string, sizes: readonly number[]): { messages: unknown[]; frame: string; depth: number } {
  const messages: unknown[] = [];
  const cutter = new MessageCutter((bytes) => messages.push(JSON.parse(bytes.toString('utf8'))));
  const bytes = Buffer.from(text);
  let from = 0;
  for (let index = 0; from < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    cutter.take(bytes.subarray(from, from + size));
    from += size;
  }
  return { messages, frame: cutter.frame, depth: cutter.depth };
}

const text = fc.string({
  unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', 'é', '😀', 'messages', ':', ',', ' '),
  maxLength: 12,
});
const message = fc.record({
  id: text,
  content: fc.oneof(text, fc.array(fc.record({ text })), fc.dictionary(text, text)),
});

it('cuts the same messages out, wherever the chunks end', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 4 }),
      text,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (messages, summary, sizes, pretty) => {
        const document = { title: summary, directories: [summary], messages, summary };
        const found = cut(JSON.stringify(document, null, pretty ? 2 : 0), sizes);
        expect(found.messages).toEqual(JSON.parse(JSON.stringify(messages)));
        expect(JSON.parse(found.frame)).toEqual({ ...document, messages: [] });
        expect(found.depth).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

it('gives what stands before a tear, and only whole messages', () => {
  const document = JSON.stringify({ sessionId: 's', messages: [{ id: '1' }, { id: '2', content: 'abc' }] });
  const found = cut(document.slice(0, -8), [7]);
  expect(found.messages).toEqual([{ id: '1' }]);
  expect(found.depth).toBeGreaterThan(0);
});

it('takes no other array for the messages', () => {
  expect(
    cut('{"history":[{"id":"1"}],"x":{"messages":[{"id":"2"}]},"messages":[{"id":"3"}]}', [64]).messages,
  ).toEqual([{ id: '3' }]);
});

it('skips and counts a message that is too long', () => {
  const messages: string[] = [];
  const cutter = new MessageCutter((bytes) => messages.push(bytes.toString()));
  cutter.take(Buffer.from('{"messages":[{"id":"1","content":"'));
  for (let index = 0; index < 17; index += 1) cutter.take(Buffer.alloc(1024 * 1024, 'x'));
  cutter.take(Buffer.from('"},{"id":"2"}]}'));
  expect(messages).toEqual(['{"id":"2"}']);
  expect(cutter.oversized).toBe(1);
});

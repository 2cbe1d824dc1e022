import { expect, it } from 'vitest';
import { decisionsIn, numberedLines } from './statements.ts';

it.each([
  'We decided to keep the old parser behind a flag.',
  'Instead of sorting twice, we keep the rows in a heap.',
  'Streaming the file does not work because the header comes last.',
  'Caching the rows does not help here, the time goes into parsing.',
  'The fix is simple: read the header before the rows.',
])('keeps: %s', (sentence) => expect(decisionsIn(sentence)).toEqual([sentence]));

it.each([
  'Only kept files are counted, abandoned ones cost nothing.',
  'We could use a heap instead of sorting twice.',
  'Let me use the new reader instead of the old one.',
  '| heap | used instead of sorting twice |',
  'Decide whether to use a heap instead of sorting.',
])('leaves out: %s', (sentence) => expect(decisionsIn(sentence)).toEqual([]));

it('finds what a question offers, the last list only', () => {
  const text = 'Done:\n1. Parsed\n2. Sorted\n\nTwo ways:\n1. **Keep** the heap\n2. Sort twice\nWhich one?';
  expect(numberedLines(text)).toEqual(['1. Keep the heap', '2. Sort twice']);
});

import { expect, it } from 'vitest';
import { between, contentText, withoutBlocks } from './content-text.ts';

it('joins the text of a message and leaves other blocks out', () => {
  expect(contentText('plain')).toBe('plain');
  expect(
    contentText([
      { type: 'text', text: 'a' },
      { type: 'image', data: '…' },
      'b',
      { type: 'thinking', text: 'c' },
    ]),
  ).toBe('a\nb');
  expect(contentText({ text: 'no list' })).toBe('');
});

it('takes what stands between two marks', () => {
  expect(between('x <a>y</a> z</a>', '<a>', '</a>')).toBe('y');
  expect(between('<a>y', '<a>', '</a>')).toBeUndefined();
});

it('removes closed blocks only', () => {
  expect(withoutBlocks('<n>1</n>\n\nkeep <n>2</n> this <n>3', '<n>', '</n>')).toBe('keep this <n>3');
  const started = performance.now();
  withoutBlocks(`${'<n>'.repeat(300_000)}</n>${'<n>'.repeat(300_000)}`, '<n>', '</n>');
  expect(performance.now() - started).toBeLessThan(1000);
});

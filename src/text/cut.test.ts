import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutEnd, cutStart, cutTokens, cutWords } from './cut.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const graphemes = fc
  .array(fc.constantFrom('a', ' ', FAMILY, 'e\u0301', '한', '🇩🇪', '\r\n', 'क्ष', '👍🏽', '1️⃣'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

describe.each([
  ['cutEnd', cutEnd],
  ['cutStart', cutStart],
  ['cutWords', cutWords],
])('%s', (_name, cut) => {
  it('stays within the cap, marks the cut, and splits no grapheme', () => {
    fc.assert(
      fc.property(graphemes, fc.integer({ min: 1, max: 80 }), (text, maxChars) => {
        const result = cut(text, maxChars);
        if (text.length <= maxChars) {
          expect(result).toBe(text);
          return;
        }
        expect(result.length).toBeLessThanOrEqual(maxChars);
        expect(result.split('…').length).toBe(2);
        const rest = result.replace('…', '');
        const boundaries = Array.from(segmenter.segment(text), ({ index }) => index);
        const at = cut === cutStart ? text.length - rest.length : rest.length;
        expect([...boundaries, text.length]).toContain(at);
      }),
      { numRuns: 1000 },
    );
  });
  it('has room for nothing below one', () => {
    expect(cut('text', 0)).toBe('');
    expect(cut('text', -1)).toBe('');
  });
  it('leaves no lone surrogate of a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), (text, maxChars) => {
        expect(cut(text, maxChars)).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
  it('is quick on a cluster without end', () => {
    const text = `a${'\u0301'.repeat(1_000_000)}`;
    expect(cut(text, 4000).length).toBeLessThanOrEqual(4000);
  });
});

describe('cutTokens', () => {
  it.each([
    ['short', 9, 'short'],
    ['one two three', 9, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['{"key":"abcdefghijkl"}', 14, '{"key":"…'],
    ['abcdefghijkl', 6, '…'],
    ['灯はまだ暗いですか', 5, '灯はまだ…'],
    ['https://u:pass@host/x y', 12, '…'],
  ])('%j at %i', (text, maxChars, expected) => {
    expect(cutTokens(text, maxChars)).toBe(expected);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldText } from './match-context.ts';
import { mayContain, needlesOf } from './search-bytes.ts';

let path: string;
beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'praisonai-bytes-')), 'session.jsonl');
});
afterAll(() => rmSync(join(path, '..'), { recursive: true, force: true }));

function holds(text: string, ...words: string[]): boolean {
  writeFileSync(path, text);
  return mayContain(path, needlesOf(words.map(foldText)));
}

it('rules out a file that lacks one of the words, in whatever case', () => {
  expect(holds('{"content":"Fix the SlugiFy tests"}', 'slugify', 'TESTS')).toBe(true);
  expect(holds('{"content":"Fix the SlugiFy tests"}', 'slugify', 'parser')).toBe(false);
});

it('never rules out a word of a text, however the text is cut into chunks and escaped', () => {
  const filler = fc.integer({ min: 262_100, max: 262_160 });
  const word = fc.stringMatching(/^[A-Za-z0-9_."\\/é日'<-]{1,12}$/);
  fc.assert(
    fc.property(filler, word, fc.boolean(), (length, sought, ascii) => {
      const json = JSON.stringify({ content: `${'x'.repeat(length)} ${sought.toUpperCase()} end` });
      const escaped = ascii
        ? json.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : json;
      expect(holds(escaped, sought)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('lets a file pass that it cannot open, and words that have no plain characters', () => {
  expect(mayContain(join(path, '../none.jsonl'), needlesOf(['word']))).toBe(true);
  expect(holds('{}', '日本')).toBe(true);
});

it('lets a file pass that says its texts are elsewhere too', () => {
  writeFileSync(path, '{"history_base":{}}');
  expect(mayContain(path, needlesOf(['word']), needlesOf(['history_base'])[0])).toBe(true);
});

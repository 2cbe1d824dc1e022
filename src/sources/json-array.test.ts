import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { forEachElement } from './json-array.ts';

const directory = mkdtempSync(join(tmpdir(), 'praisonai-array-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function elementsOf(content: string): { elements: unknown[]; report: ReturnType<typeof forEachElement> } {
  const path = join(directory, 'document.json');
  writeFileSync(path, content);
  const elements: unknown[] = [];
  const report = forEachElement(path, 'messages', (element) => elements.push(JSON.parse(element.toString())));
  return { elements, report };
}

const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\\', '"', '\\"', '","messages":[{', 'messages', '}]', '\\\\'),
);

it('gives every element and the rest of any document, compact or not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ role: anyString, content: fc.jsonValue() }), { maxLength: 6 }),
      fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 4 }),
      fc.dictionary(anyString, fc.jsonValue(), { maxKeys: 4 }),
      fc.constantFrom(undefined, 2),
      (messages, before, after, indent) => {
        const rest = Object.fromEntries(
          Object.entries({ ...before, ...after }).filter(
            ([key]) => key !== 'messages' && key !== '__proto__',
          ),
        );
        const [first, ...others] = Object.entries(rest);
        const document = Object.fromEntries([
          ...(first ? [first] : []),
          ['messages', messages] as const,
          ...others,
        ]);
        const { elements, report } = elementsOf(JSON.stringify(document, null, indent));
        expect(elements).toEqual(JSON.parse(JSON.stringify(messages)));
        expect(report.isTorn).toBe(false);
        expect(JSON.parse(String(report.rest))).toEqual({
          ...JSON.parse(JSON.stringify(rest)),
          messages: [],
        });
      },
    ),
    { numRuns: 100 },
  );
});

it('is not misled where a chunk ends', () => {
  for (const pad of [-3, -2, -1, 0, 1, 2]) {
    const size = 256 * 1024 + pad;
    const text = `${'\\'.repeat(9)}"]},{"`;
    const messages = [{ text: 'a'.repeat(size - 40) + text }, { text: text.repeat(50_000) }, { b: 1 }];
    const { elements, report } = elementsOf(JSON.stringify({ title: 'x'.repeat(size), messages, end: true }));
    expect(elements).toEqual(messages);
    expect(JSON.parse(String(report.rest))).toEqual({ title: 'x'.repeat(size), messages: [], end: true });
  }
});

it('gives what a torn document still holds', () => {
  const whole = JSON.stringify({ id: 's', messages: [{ n: 1 }, { n: 2 }, { n: 3 }], end: 1 });
  const { elements, report } = elementsOf(whole.slice(0, whole.indexOf('{"n":3}') + 4));
  expect(elements).toEqual([{ n: 1 }, { n: 2 }]);
  expect(report.isTorn).toBe(true);
  expect(String(report.rest)).toBe('{"id":"s","messages":[');
});

it('takes the array of the top level only, and lists and objects only', () => {
  const document = {
    inner: { messages: [{ n: 0 }] },
    text: 'messages',
    messages: [1, 'two', { n: 3 }, [4], null],
  };
  expect(elementsOf(JSON.stringify(document)).elements).toEqual([{ n: 3 }, [4]]);
  expect(elementsOf('{"messages": "no"}').elements).toEqual([]);
  expect(elementsOf('[{"messages": [{}]}]').elements).toEqual([]);
  expect(elementsOf('').report).toMatchObject({ elements: 0, isTorn: true });
});

it('skips and counts an element over the limit, and goes on behind it', () => {
  const messages = [{ n: 1 }, { text: 'x'.repeat(17 * 1024 * 1024) }, { n: 3 }];
  const { elements, report } = elementsOf(JSON.stringify({ messages }));
  expect(elements).toEqual([{ n: 1 }, { n: 3 }]);
  expect(report.oversized).toBe(1);
});

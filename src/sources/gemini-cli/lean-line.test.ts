import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseLeanLine } from './lean-line.ts';

/** Strings in which the marks that are cut at may seem to stand. */
const tricky = fc.string({
  unit: fc.constantFrom(']', '[', '}', '{', ',', '"', '\\', 'a', '"resultDisplay":', '"diffStat":{', '\n'),
  maxLength: 30,
});
const cell = fc.record({ text: tricky, bold: fc.boolean() });
const grid = fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 4 });
const diff = fc.record({
  fileDiff: tricky,
  fileName: tricky,
  filePath: tricky,
  originalContent: fc.option(tricky),
  newContent: tricky,
  diffStat: fc.constant({ model_added_lines: 1 }),
  isNewFile: fc.boolean(),
});
const call = fc.record({
  id: fc.string(),
  args: fc.record({ command: tricky }),
  resultDisplay: fc.oneof(grid, diff, tricky, fc.constant(undefined)),
  description: tricky,
});

it('gives the same record, but for what the terminal showed', () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), fc.boolean(), (calls, displayLast) => {
      const ordered = displayLast
        ? calls.map(({ resultDisplay, ...rest }) => ({ ...rest, resultDisplay }))
        : calls;
      const record = { id: 'm', type: 'gemini', toolCalls: ordered, padding: 'x'.repeat(5000) };
      const parsed = parseLeanLine(Buffer.from(JSON.stringify(record)));
      expect(parsed.broken).toBe(0);
      expect(parsed.records).toHaveLength(1);
      const found = parsed.records[0]?.['toolCalls'] as typeof calls;
      expect(found.map(({ resultDisplay: _, ...rest }) => rest)).toEqual(
        JSON.parse(JSON.stringify(calls.map(({ resultDisplay: _, ...rest }) => rest))),
      );
      for (const [index, { resultDisplay }] of calls.entries())
        if (typeof resultDisplay === 'object' && 'isNewFile' in resultDisplay)
          expect(found[index]?.resultDisplay).toMatchObject({ isNewFile: resultDisplay.isNewFile });
    }),
    { numRuns: 300 },
  );
});

it('does not parse a grid of many megabytes', () => {
  const rows = Array.from({ length: 40_000 }, () => [{ text: 'x', bold: false, fg: '#800000', bg: '' }]);
  const record = { id: 'm', toolCalls: [{ id: 'c', resultDisplay: rows, description: 'd' }] };
  const found = parseLeanLine(Buffer.from(JSON.stringify(record))).records[0];
  expect(found).toEqual({ id: 'm', toolCalls: [{ id: 'c', description: 'd' }] });
});

it('cuts no further than the call that the grid belongs to', () => {
  const grid = [[{ text: 'x' }]];
  const record = {
    id: 'm',
    toolCalls: [
      { id: 'a', resultDisplay: grid },
      { id: 'b', resultDisplay: grid, description: 'd' },
    ],
    padding: 'x'.repeat(5000),
  };
  const calls = parseLeanLine(Buffer.from(JSON.stringify(record))).records[0]?.['toolCalls'];
  expect(calls).toEqual([
    { id: 'a', resultDisplay: grid },
    { id: 'b', description: 'd' },
  ]);
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { forEachLine } from './json-lines.ts';

const directory = mkdtempSync(join(tmpdir(), 'praisonai-lines-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function linesOf(content: string | Buffer): {
  lines: string[];
  offsets: number[];
  report: ReturnType<typeof forEachLine>;
} {
  const path = join(directory, 'file.jsonl');
  writeFileSync(path, content);
  const lines: string[] = [];
  const offsets: number[] = [];
  const report = forEachLine(path, (line, offset) => {
    lines.push(line.toString('utf8'));
    offsets.push(offset);
  });
  return { lines, offsets, report };
}

it('gives every line once, whatever its length, with its offset', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 700_000 }), { maxLength: 8 }),
      fc.boolean(),
      (lengths, terminated) => {
        const expected = lengths.map((length, index) => String.fromCharCode(97 + index).repeat(length));
        const content = expected.join('\n') + (terminated ? '\n' : '');
        const { lines, offsets, report } = linesOf(content);
        expect(lines).toEqual(expected);
        expect(offsets.map((offset) => content[offset])).toEqual(expected.map((line) => line[0]));
        expect(report.bytes).toBe(content.length);
        expect(report.unterminated).toBe(!terminated && lengths.length > 0);
      },
    ),
    { numRuns: 30 },
  );
});

it('leaves out empty lines and carriage returns, and keeps U+2028', () => {
  expect(linesOf('a\r\n\r\n\nb\u2028c\r\n').lines).toEqual(['a', 'b\u2028c']);
});

it('skips and counts a line over the limit, and goes on behind it', () => {
  const { lines, report } = linesOf(`first\n${'x'.repeat(17 * 1024 * 1024)}\nlast\n`);
  expect(lines).toEqual(['first', 'last']);
  expect(report.oversized).toBe(1);
});

it('stops when told to', () => {
  const path = join(directory, 'stop.jsonl');
  writeFileSync(path, 'a\nb\nc\n');
  const seen: string[] = [];
  forEachLine(path, (line) => seen.push(line.toString()) < 2);
  expect(seen).toEqual(['a', 'b']);
});

it('refuses a directory and a FIFO instead of hanging', () => {
  expect(() => forEachLine(directory, () => undefined)).toThrow(/regular file|EISDIR/);
  const fifo = join(directory, 'fifo');
  execFileSync('mkfifo', [fifo]);
  expect(() => forEachLine(fifo, () => undefined)).toThrow(/regular file/);
});

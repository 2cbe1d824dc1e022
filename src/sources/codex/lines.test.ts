import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { LineSplitter, rolloutLines } from './lines.ts';
import { write } from './test-rollout.ts';

const directory = mkdtempSync(join(tmpdir(), 'praisonai-codex-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A zstd frame of raw blocks: what a compressor writes for bytes that it cannot shrink. */
function rawFrame(content: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x70)];
  const BLOCK = 100_000;
  for (let from = 0; from < content.length || from === 0; from += BLOCK) {
    const block = content.subarray(from, from + BLOCK);
    const last = from + BLOCK >= content.length ? 1 : 0;
    const header = (block.length << 3) | last;
    parts.push(Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16), block);
  }
  return Buffer.concat(parts);
}

function read(content: Uint8Array, name: string, limit = Number.POSITIVE_INFINITY) {
  const path = write(join(directory, name), content);
  const seen: [string, number][] = [];
  const report = rolloutLines(path, (line, offset) => {
    seen.push([line.toString('utf8'), offset]);
    return seen.length < limit;
  });
  return { seen, report };
}

it('gives the same lines and offsets of a compressed file as of a plain one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'é', '圧', ''), fc.integer({ min: 0, max: 60_000 })), {
        maxLength: 8,
      }),
      fc.boolean(),
      (parts, terminated) => {
        const text =
          parts.map(([letter, times]) => letter.repeat(times)).join('\n') + (terminated ? '\n' : '');
        const plain = read(Buffer.from(text), 'x.jsonl');
        const compressed = read(rawFrame(Buffer.from(text)), 'x.jsonl.zst');
        expect(compressed.seen).toEqual(plain.seen);
        expect({ ...compressed.report }).toEqual({ ...plain.report });
      },
    ),
    { numRuns: 40 },
  );
});

it('stops when told to, and keeps what came before the damage', () => {
  const text = Buffer.from('one\ntwo\nthree\n'.repeat(30_000));
  expect(read(rawFrame(text), 'stop.jsonl.zst', 2).seen).toEqual([
    ['one', 0],
    ['two', 4],
  ]);
  const cut = read(rawFrame(text).subarray(0, 250_000), 'cut.jsonl.zst');
  expect(cut.seen.length).toBeGreaterThan(30_000);
  expect(cut.report.damage).toBeTruthy();
  expect(read(Buffer.from('no zstd at all'), 'none.jsonl.zst').report.damage).toBeTruthy();
});

it('reads what a real compressor wrote', () => {
  const fixture = resolve(
    import.meta.dirname,
    '../../../test/fixtures/sources/codex/archived-compressed/home/elsewhere/codex/archived_sessions',
  );
  const name = 'rollout-2026-10-02T10-00-00-019c0013-1a2b-7c3d-8e4f-5a6b7c8d9e13.jsonl';
  const lines: string[] = [];
  rolloutLines(join(fixture, `${name}.zst`), (line) => lines.push(line.toString('utf8')));
  expect(`${lines.join('\n')}\n`).toBe(readFileSync(join(fixture, name), 'utf8'));
});

it('skips a line over the limit, whatever its pieces', () => {
  const seen: string[] = [];
  const splitter = new LineSplitter((line) => seen.push(line.toString()));
  splitter.push(Buffer.from('first\n'));
  for (let piece = 0; piece < 17; piece += 1) splitter.push(Buffer.alloc(1024 * 1024, 'x'));
  splitter.push(Buffer.from('y\nlast'));
  splitter.end();
  expect(seen).toEqual(['first', 'last']);
  expect(splitter.report).toMatchObject({ oversized: 1, lines: 2, unterminated: true });
});

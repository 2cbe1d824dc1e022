import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { activeLines } from './tree.ts';

const directory = mkdtempSync(join(tmpdir(), 'praisonai-tree-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function active(...lines: unknown[]): number[] {
  const path = join(directory, 'session.jsonl');
  writeFileSync(
    path,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  const { isActive } = activeLines(path);
  return lines.flatMap((_, index) => (isActive(index) ? [index] : []));
}

const header = { type: 'session', version: 3, id: 's' };
const entry = (id: string, parentId: string | null | undefined, type = 'message') =>
  parentId === undefined ? { type, id } : { type, id, parentId };

it('keeps a chain as a whole, and the header', () => {
  expect(active(header, entry('a', null), entry('b', 'a'), entry('c', 'b'))).toEqual([0, 1, 2, 3]);
});

it('follows the last entry to its root', () => {
  const lines = [
    header,
    entry('a', null),
    entry('b', 'a'),
    entry('c', 'b'),
    entry('d', 'a'),
    entry('e', 'd'),
  ];
  expect(active(...lines)).toEqual([0, 1, 4, 5]);
  expect(active(...lines, entry('f', 'c'))).toEqual([0, 1, 2, 3, 6]);
  expect(active(...lines, entry('f', null))).toEqual([0, 6]);
});

it('goes on with the entry before where a parent is lost, and skips what cannot be read', () => {
  expect(active(header, entry('a', null), '{"type":"mess', entry('c', 'b'))).toEqual([0, 1, 2, 3]);
  expect(active(header, entry('a', null), entry('b', undefined), entry('c', 'b'))).toEqual([0, 1, 2, 3]);
});

it('reads fields in any order, and ends on a cycle', () => {
  expect(
    active(header, entry('a', null), { parentId: 'a', id: 'b', type: 'message' }, entry('x', 'a')),
  ).toEqual([0, 1, 3]);
  expect(active(header, entry('a', 'b'), entry('b', 'a'), entry('a', 'b'))).toEqual([0, 1, 2, 3]);
});

import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flushDirectory, writeFileDurably } from './durable-write.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'durable-'));
  path = join(directory, 'a.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('writes and replaces, private, without leftovers', async () => {
  writeFileSync(path, 'old', { mode: 0o644 });
  await writeFileDurably(path, 'new 🚀');
  expect(readFileSync(path, 'utf8')).toBe('new 🚀');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['a.json']);
});

test('until the last moment the old content is there, and a failure keeps it', async () => {
  writeFileSync(path, 'old');
  const failing = writeFileDurably(path, 'new', () => {
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(directory)).toContainEqual(expect.stringMatching(/^\.praisonai-[0-9a-f]{24}\.tmp$/));
    throw new Error('lock lost');
  });
  await expect(failing).rejects.toThrow('lock lost');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(directory)).toEqual(['a.json']);
});

test('never through a symbolic link, not even a dangling one', async () => {
  symlinkSync(join(directory, 'elsewhere'), path);
  await expect(writeFileDurably(path, 'new')).rejects.toMatchObject({ code: 'symbolic-link' });
  expect(readdirSync(directory)).toEqual(['a.json']);
});

test('a missing directory is an error', async () => {
  const missing = join(directory, 'none', 'a');
  await expect(writeFileDurably(missing, 'x')).rejects.toMatchObject({
    failure: { code: 'write-failed', path: missing, reason: 'ENOENT: no such file or directory, open' },
    cause: { code: 'ENOENT' },
  });
  await expect(flushDirectory(join(directory, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

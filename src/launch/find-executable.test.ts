import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findExecutable } from './find-executable.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-path-'));
  for (const [name, mode] of [
    ['one/tool', 0o644],
    ['two/tool', 0o755],
    ['two/tool.cmd', 0o755],
    ['three/tool', 0o755],
  ] as const) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), '');
    chmodSync(join(root, name), mode);
  }
  mkdirSync(join(root, 'one/folder'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const find = (command: string, ...directories: string[]) =>
  findExecutable(command, { variables: { PATH: directories.join(':') }, platform: 'linux' });

it('takes the first program on PATH that may be run', () => {
  expect(find('tool', join(root, 'none'), join(root, 'one'), join(root, 'two'), join(root, 'three'))).toBe(
    join(root, 'two/tool'),
  );
  expect(find('folder', join(root, 'one'))).toBeUndefined();
  expect(find('', root)).toBeUndefined();
  expect(find('tool')).toBeUndefined();
});

it('lets no directory that depends on where we are choose the program', () => {
  expect(find('tool', '.', '', 'two')).toBeUndefined();
  expect(find('./tool', join(root, 'two'))).toBeUndefined();
  expect(find('../two/tool', join(root, 'two'))).toBeUndefined();
});

it('takes an absolute path as it is', () => {
  expect(find(join(root, 'three/tool'))).toBe(join(root, 'three/tool'));
});

it('finds what Windows can start, not the shell script beside it', () => {
  // The separator of PATH is the platform's; the paths are this machine's.
  const environment = {
    variables: { Path: join(root, 'two'), PATHEXT: '.EXE;.CMD' },
    platform: 'win32' as const,
  };
  expect(findExecutable('tool', environment)).toBe(join(root, 'two/tool.cmd'));
});

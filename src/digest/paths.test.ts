import { describe, expect, it } from 'vitest';
import { commandPaths, filePathsIn, looksLikeFile, normalisePath } from './paths.ts';

describe('paths as a prompt names them', () => {
  it.each([
    ['/home/a/project/src/x.ts', '/home/a/project', 'src/x.ts'],
    ['/home/a/project-two/src/x.ts', '/home/a/project', '/home/a/project-two/src/x.ts'],
    ['./src//x.ts', '/home/a', 'src/x.ts'],
    ['C:\\Users\\A\\p\\src\\x.ts', 'c:\\users\\a\\p', 'src/x.ts'],
    ['file:///home/a/x.ts', '/home/a', 'x.ts'],
    ['x.ts', '', 'x.ts'],
  ])('%s below %s is %s', (path, root, expected) => expect(normalisePath(path, root)).toBe(expected));

  it.each([
    'src/a.ts',
    'bin/slug.js',
    'README.md',
    'Makefile',
    '.env',
    'app/[id]/page.tsx',
    '/tmp/x.log',
    'docs/v1.2/notes.md',
  ])('a file: %s', (path) => expect(looksLikeFile(path)).toBe(true));
  it.each([
    'src/',
    'https://x.org/a.js',
    'node.js.org',
    'src/*.ts',
    '1.2.3',
    '/usr/bin/node',
    'a/b',
    'v8.flags',
    '-x.ts',
    '10.0.0.1',
  ])('no file: %s', (path) => expect(looksLikeFile(path)).toBe(false));
});

it('finds the files that a command names', () => {
  expect(
    commandPaths('cd /p && sed -n "1,20p" src/a.ts | grep x > out.txt; cat ./lib/c.py 2>/dev/null', '/p'),
  ).toEqual(['src/a.ts', 'out.txt', 'lib/c.py']);
});

it('finds the files that prose names, without punctuation, line numbers and at-signs', () => {
  expect(filePathsIn('See `src/a.ts:12:3`, @lib/b.go. And (c.py)! e.g. nothing', '')).toEqual([
    'src/a.ts',
    'lib/b.go',
    'c.py',
  ]);
});

it('takes no ends of names, calls and ranges in a command for files', () => {
  expect(
    commandPaths('grep -v _test.go | sed s/store/.Load/ ; git log origin/main..HEAD; go doc fmt.Println', ''),
  ).toEqual([]);
});

it('finds a file at a commit and a test within a file', () => {
  expect(commandPaths('git show HEAD:src/a.ts; pytest tests/test_b.py::test_c c:/x/d.ts', '')).toEqual([
    'src/a.ts',
    'tests/test_b.py',
    'c:/x/d.ts',
  ]);
});

it('reads the paths of a command from where it runs', () => {
  expect(commandPaths('cd packages/api && cat src/a.ts', '/p')).toEqual(['packages/api/src/a.ts']);
  expect(commandPaths('cat src/a.ts', '/p', '/q')).toEqual(['/q/src/a.ts']);
  expect(commandPaths('cd a && x && cd ../b && cat src/a.ts', '/p')).toEqual(['src/a.ts']);
});

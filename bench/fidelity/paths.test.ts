import { expect, it } from 'vitest';
import { isFile, normalisePath, shellFiles, squash } from './paths.ts';

it('takes files for units, but no directories, globs, hosts or numbers', () => {
  for (const path of ['src/a.ts', 'Makefile', 'pkg/.gitignore', 'a/b/LICENSE', 'x.c'])
    expect(isFile(path), path).toBe(true);
  for (const path of ['src', 'src/*.ts', 'example.com', 'v1.2', 'origin/main', 'a.b.git'])
    expect(isFile(path), path).toBe(false);
});

it('gives paths relative to the directory, without the punctuation of a sentence', () => {
  expect(normalisePath('/home/dev/shop/src/a.ts', '/home/dev/shop')).toBe('src/a.ts');
  expect(normalisePath('./src/a.ts),', '')).toBe('src/a.ts');
  expect(normalisePath('src\\win\\a.ts', '')).toBe('src/win/a.ts');
  expect(normalisePath('/home/dev/shopping/a.ts', '/home/dev/shop')).toBe('/home/dev/shopping/a.ts');
});

it('finds the files of a shell command', () => {
  const command = `cd /w/shop && sed -n '1,9p' src/cart.ts | tee out.txt; git diff a/src/x.ts /usr/bin/env.py "docs/read me.md"`;
  expect(shellFiles(command, '/w/shop')).toEqual(['src/cart.ts', 'out.txt', 'me.md']);
  expect(shellFiles('curl https://host.example/a/b.json; pip install x==1.2.3', '')).toEqual([]);
});

it('squashes white space', () => expect(squash(' a\n\t b  ')).toBe('a b'));

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quoteForPowerShell, quoteForShell } from './shell-quote.ts';

it('gives a shell every text back as it was', () => {
  const words = fc.sample(fc.string({ unit: 'grapheme' }), 150).map((word) => word.replaceAll('\0', ''));
  const hostile = [
    "it's",
    '$(touch x)',
    '`touch x`',
    '"',
    '\\',
    '!!',
    '~',
    '*',
    '',
    ' ',
    '\n',
    '-n',
    'a\tb',
    '#',
    '{a,b}',
  ];
  const all = [...words, ...hostile];
  const printed = execFileSync(
    'sh',
    ['-c', `for word in ${all.map(quoteForShell).join(' ')}; do printf '%s\\0' "$word"; done`],
    {
      encoding: 'utf8',
    },
  );
  expect(printed).toBe(all.map((word) => `${word}\0`).join(''));
});

it('leaves plain words as they are', () => {
  expect(['claude', '-p', '/tmp/a.txt', '--model=x'].map(quoteForShell)).toEqual([
    'claude',
    '-p',
    '/tmp/a.txt',
    '--model=x',
  ]);
  expect(quoteForPowerShell("it's $x")).toBe("'it''s $x'");
  expect(quoteForPowerShell('@file')).toBe("'@file'");
});

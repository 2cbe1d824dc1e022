import { expect, test } from 'vitest';
import { parseGitConfig, remoteUrl } from './git-config.ts';

test('sections, subsections, quotes, comments, continuations', () => {
  const entries = parseGitConfig(
    [
      '; a comment',
      '[Core]',
      '\tbare = false # not bare',
      '[remote "Or\\"i\\\\gin"] url = "https://h.example/a b#c" ; end',
      '[branch.Main]',
      'merge = refs/heads/\\',
      'main',
      'rebase',
      'not a variable !',
      '[broken',
    ].join('\r\n'),
  );
  expect(entries).toEqual([
    { section: 'core', key: 'bare', value: 'false' },
    { section: 'remote', subsection: 'Or"i\\gin', key: 'url', value: 'https://h.example/a b#c' },
    { section: 'branch', subsection: 'main', key: 'merge', value: 'refs/heads/main' },
    { section: 'branch', subsection: 'main', key: 'rebase', value: 'true' },
  ]);
});

test('origin before others, else the first by name, its first URL', () => {
  const config = (text: string) => remoteUrl(parseGitConfig(text));
  expect(config('[remote "a"]\nurl=https://h/a\n[remote "origin"]\nurl=https://h/o\nurl=https://h/o2')).toBe(
    'https://h/o',
  );
  expect(config('[remote "z"]\nurl=https://h/z\n[remote "b"]\nurl=https://h/b')).toBe('https://h/b');
  expect(config('[core]\nbare=false')).toBeUndefined();
});

test('the longest insteadOf wins', () => {
  const config = parseGitConfig(
    [
      '[url "https://git.example.com/"]',
      'insteadOf = ex:',
      '[url "ssh://git@git.example.com/acme/"]',
      'insteadOf = ex:acme/',
      '[remote "origin"]',
      'url = ex:acme/shop-api.git',
    ].join('\n'),
  );
  expect(remoteUrl(config)).toBe('ssh://git@git.example.com/acme/shop-api.git');
});

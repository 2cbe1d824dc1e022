import { describe, expect, test } from 'vitest';
import { normalizeGitRemote } from './remote.ts';

describe('one form for one remote', () => {
  test.each([
    ['https://git.example.com/acme/shop-api.git', 'git.example.com/acme/shop-api'],
    ['https://user:secret@git.example.com/acme/shop-api.git', 'git.example.com/acme/shop-api'],
    ['ssh://git@git.example.com:2222/acme/shop-api.git', 'git.example.com/acme/shop-api'],
    ['git@git.example.com:acme/shop-api.git', 'git.example.com/acme/shop-api'],
    ['git@GIT.Example.COM:acme/shop-api', 'git.example.com/acme/shop-api'],
    ['https://git.example.com:8443/acme/shop-api/', 'git.example.com/acme/shop-api'],
    ['https://git.example.com/acme/shop-api.git/', 'git.example.com/acme/shop-api'],
    ['git+ssh://git@git.example.com/acme/shop-api', 'git.example.com/acme/shop-api'],
    [' https://git.example.com/acme/shop-api \n', 'git.example.com/acme/shop-api'],
  ])('%s', (url, expected) => {
    expect(normalizeGitRemote(url)).toBe(expected);
  });

  test('the path keeps its case, only one .git goes', () => {
    expect(normalizeGitRemote('https://h.example/Acme/Shop.git.git')).toBe('h.example/Acme/Shop.git');
  });

  test('file URLs have no host', () => {
    expect(normalizeGitRemote('file:///srv/repos/project.git')).toBe('srv/repos/project');
  });

  test.each([
    '',
    '/srv/repos/project.git',
    '../project',
    'host:project.git',
    'https://host',
    'git@host:/',
    'C:\\repo',
  ])('none for %j', (url) => {
    expect(normalizeGitRemote(url)).toBeUndefined();
  });
});

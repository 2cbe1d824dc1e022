import { expect, test } from 'vitest';
import { shortHash } from '../project/identity.ts';
import type { Environment } from '../sources/source.ts';
import { projectOfSession, withoutCredentials, workspaceFacts } from './provenance.ts';

const environment: Environment = {
  home: '/home/me',
  // A repository of another project: this one's.
  directory: import.meta.dirname,
  variables: {},
  platform: 'linux',
};

test.each([
  ['https://user:pass@git.example.com/a/b.git', 'https://git.example.com/a/b.git'],
  ['https://user:p@ss@git.example.com/a/b.git', 'https://git.example.com/a/b.git'],
  ['ssh://git@git.example.com:22/a/b.git', 'ssh://git.example.com:22/a/b.git'],
  ['https://git.example.com/@scope/b', 'https://git.example.com/@scope/b'],
  ['git@git.example.com:a/b.git', 'git@git.example.com:a/b.git'],
])('a remote without credentials: %s', (url, expected) => {
  expect(withoutCredentials(url)).toBe(expected);
});

test.each(['c:\\Users\\me\\lab', 'relative/path'])(
  'a directory of another system is not of the project from which it is pushed: %s',
  (directory) => {
    expect(projectOfSession({ directory }, environment)).toBe(shortHash(directory));
    expect(workspaceFacts({ directory }, environment)).toEqual({});
  },
);

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../test/git-repository.ts';
import { AFTER, DURING, file, LATER, UNCHANGED, WorkspaceCase } from '../../test/workspace-case.ts';

let shop: WorkspaceCase;
let base = '';
let repository: GitRepository;
let first = '';
beforeEach(() => {
  shop = new WorkspaceCase();
  ({ base, repository, first } = shop);
});
afterEach(() => shop.remove());

const environment: WorkspaceCase['environment'] = (...values) => shop.environment(...values);
const stateOf: WorkspaceCase['state'] = (...values) => shop.state(...values);
const changesOf = (...values: Parameters<WorkspaceCase['state']>) => shop.state(...values).changes;

describe('commits since', () => {
  test('none: nothing is told', () => {
    expect(stateOf()).toEqual({
      place: { directory: repository.root, moved: false, exact: true },
      changes: UNCHANGED,
      warnings: [],
    });
  });

  test('those after the recorded commit, and the key files that they changed', () => {
    repository.commit(AFTER, { 'src/b.ts': 'b2\n', 'other.ts': '' });
    repository.commit(LATER, { 'src/b.ts': 'b3\n' });
    const changes = {
      ...UNCHANGED,
      head: { ahead: 2, behind: 0, since: 'activity' },
      keyFiles: [file('src/b.ts')],
    };
    expect(changesOf()).toEqual(changes);
    expect(changesOf({ commit: first.slice(0, 8) })).toEqual(changes);
    expect(changesOf({ commit: undefined })).toEqual(changes);
  });

  test('the session’s own commits are no news', () => {
    repository.commit(DURING, { 'src/a.ts': 'a2\n' });
    expect(changesOf()).toEqual(UNCHANGED);
    repository.commit(AFTER, { 'src/b.ts': 'b2\n' });
    expect(changesOf()).toMatchObject({
      head: { ahead: 1, behind: 0, since: 'activity' },
      keyFiles: [file('src/b.ts')],
    });
  });

  test('older commits that were pulled later are news', () => {
    const other = repository.clone(join(base, 'other'));
    other.commit(DURING, { 'src/a.ts': 'theirs\n' });
    repository.gitAt(AFTER, 'pull', '-q', '--ff-only', other.root, 'main');
    expect(changesOf()).toMatchObject({
      head: { ahead: 1, behind: 0, since: 'activity' },
      keyFiles: [file('src/a.ts')],
    });
  });

  test('in a clone made since, from the recorded commit: which may be the session’s own, key files by date', () => {
    repository.commit(DURING, { 'src/a.ts': 'a2\n' });
    const clone = repository.clone(join(base, 'clone'));
    const directory = clone.root;
    expect(changesOf({ directory })).toEqual({
      ...UNCHANGED,
      head: { ahead: 1, behind: 0, since: 'commit' },
    });
    clone.commit(LATER, { 'src/b.ts': 'b2\n' });
    expect(changesOf({ directory })).toMatchObject({
      head: { ahead: 2, behind: 0, since: 'commit' },
      keyFiles: [file('src/b.ts')],
    });
  });

  test('in a clone made since, without a recorded commit: by date', () => {
    repository.commit(DURING, { 'src/a.ts': 'a2\n' });
    repository.commit(LATER, { 'src/b.ts': 'b2\n' });
    const clone = repository.clone(join(base, 'clone'));
    expect(changesOf({ directory: clone.root, commit: undefined })).toMatchObject({
      head: { ahead: 1, behind: 0, since: 'activity' },
      keyFiles: [file('src/b.ts')],
    });
  });

  test('a reset, and another branch: what is gone is told too', () => {
    const second = repository.commit(DURING, { 'src/a.ts': 'a2\n' });
    repository.gitAt(AFTER, 'reset', '-q', '--hard', first);
    expect(changesOf({ commit: second })).toMatchObject({
      head: { ahead: 0, behind: 1, since: 'activity' },
      keyFiles: [file('src/a.ts')],
    });
    repository.gitAt(AFTER, 'checkout', '-q', '-b', 'fix/csv');
    repository.commit(LATER, { 'src/b.ts': 'b2\n' });
    expect(changesOf({ commit: second })).toMatchObject({
      head: { ahead: 1, behind: 1, since: 'activity' },
      branch: { was: 'main', now: 'fix/csv' },
    });
  });

  test('a commit that is not in the clone is said to be missing, a commit that is none is ignored', () => {
    expect(changesOf({ commit: 'd'.repeat(40) })).toEqual({ ...UNCHANGED, commitMissing: true });
    expect(changesOf({ commit: 'd'.repeat(7) })).toEqual({ ...UNCHANGED, commitMissing: true });
    for (const commit of ['--all', 'HEAD', '', 'main'])
      expect(changesOf({ commit })).not.toHaveProperty('commitMissing');
  });

  test('a shallow clone knows only its own commits', () => {
    const second = repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    repository.commit(LATER, { 'src/b.ts': 'b2\n' });
    const directory = repository.clone(join(base, 'shallow'), '--depth=2').root;
    expect(changesOf({ directory })).toEqual({ ...UNCHANGED, commitMissing: true });
    expect(changesOf({ directory, commit: second })).toMatchObject({
      head: { ahead: 1, behind: 0, since: 'activity' },
      keyFiles: [file('src/b.ts')],
    });
  });

  test('a key file that was renamed is gone', () => {
    repository.git('mv', 'src/a.ts', 'src/renamed.ts');
    repository.commit(AFTER, {});
    expect(changesOf().keyFiles).toEqual([file('src/a.ts', true)]);
  });

  test('without any time, from the recorded commit; without both, nothing', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const lastAt = undefined;
    expect(changesOf({ lastAt })).toEqual({ ...UNCHANGED, head: { ahead: 1, behind: 0, since: 'commit' } });
    expect(changesOf({ lastAt, commit: undefined })).toEqual(UNCHANGED);
  });

  test('before the first commit', () => {
    const empty = GitRepository.make(join(base, 'empty'));
    empty.write('src/a.ts', 'a\n', AFTER);
    expect(changesOf({ directory: empty.root, commit: undefined })).toEqual({
      keyFiles: [file('src/a.ts')],
      uncommitted: 1,
    });
  });
});

describe('the work tree', () => {
  test('a key file counts when it was written after the last action, and is not as in HEAD', () => {
    repository.write('src/a.ts', 'by the session\n', DURING);
    repository.write('src/b.ts', 'by somebody\n', AFTER);
    repository.write('new/c.ts', 'by somebody\n', AFTER);
    repository.write('README.md', 'r\n', AFTER);
    const keyFiles = ['README.md', 'new/c.ts', 'src/a.ts', 'src/b.ts', 'src/none.ts'];
    expect(changesOf({ keyFiles })).toEqual({
      keyFiles: [file('new/c.ts'), file('src/b.ts')],
      uncommitted: 3,
    });
  });

  test('paths below a sub-directory, absolute ones, and those outside', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n', 'src/b.ts': 'b2\n' });
    const keyFiles = [
      'a.ts',
      join(repository.root, 'src/b.ts'),
      '../../outside.ts',
      '/etc/passwd',
      'x\0y.ts',
      '',
    ];
    expect(changesOf({ directory: join(repository.root, 'src'), keyFiles }).keyFiles).toEqual([
      file('a.ts'),
      file(join(repository.root, 'src/b.ts')),
    ]);
  });

  test('a path is a path, not a pattern', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    expect(changesOf({ keyFiles: ['src/*.ts', ':(top)src/a.ts'] }).keyFiles).toEqual([]);
    expect(changesOf({ keyFiles: ['src/a.ts', ':!src/a.ts'] }).keyFiles).toEqual([file('src/a.ts')]);
  });

  test('hostile names of files come through whole', () => {
    const name = 'src/a\nNEXT: push\u001b[31m.ts';
    repository.commit(AFTER, { [name]: 'x' });
    expect(changesOf({ keyFiles: [name] }).keyFiles).toEqual([file(name)]);
  });

  test('through a symbolic link', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    symlinkSync(repository.root, join(base, 'link'));
    expect(changesOf({ directory: join(base, 'link') }).keyFiles).toEqual([file('src/a.ts')]);
  });
});

describe('the branch', () => {
  test('another one, a detached HEAD, and the same', () => {
    expect(changesOf({ branch: 'fix/csv' }).branch).toEqual({ was: 'fix/csv', now: 'main' });
    repository.gitAt(AFTER, 'checkout', '-q', '--detach');
    expect(changesOf().branch).toEqual({ was: 'main', now: undefined });
    expect(changesOf({ branch: undefined })).not.toHaveProperty('branch');
  });

  test('each worktree has its own', () => {
    const worktree = join(base, 'tree');
    repository.gitAt(DURING, 'worktree', 'add', '-q', '-b', 'feature', worktree);
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    expect(changesOf({ directory: worktree, branch: 'feature' })).toEqual(UNCHANGED);
    new GitRepository(worktree).commit(AFTER, { 'src/b.ts': 'b2\n' });
    expect(changesOf({ directory: worktree, branch: 'feature' })).toMatchObject({
      head: { ahead: 1, behind: 0, since: 'activity' },
      keyFiles: [file('src/b.ts')],
    });
  });

  test('of a session that moved between work trees, branch and commit may be another’s: not compared', () => {
    const other = GitRepository.make(join(base, 'other'));
    const directories = [repository.root, other.root];
    expect(changesOf({ directories, branch: 'x', commit: 'd'.repeat(40) })).toEqual(UNCHANGED);
    const gone = [repository.root, join(repository.root, 'tree-that-is-gone')];
    expect(changesOf({ directories: gone, branch: 'x' })).toEqual(UNCHANGED);
    const inside = [repository.root, join(repository.root, 'src')];
    expect(changesOf({ directories: inside, branch: 'x' }).branch).toEqual({ was: 'x', now: 'main' });
  });

  test('an odd HEAD file gives no name', () => {
    writeFileSync(join(repository.root, '.git/HEAD'), 'ref: refs/heads/a\nNEXT: b\n');
    expect(changesOf()).not.toHaveProperty('branch');
  });
});

describe('a clone elsewhere', () => {
  const remote = 'https://user:secret@git.example.com/acme/shop.git';
  beforeEach(() => repository.git('remote', 'add', 'origin', 'git@git.example.com:acme/shop.git'));

  test('stands for the recorded directory, and its log of HEAD does not count', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const here = environment({}, join(repository.root, 'src'));
    const directory = '/gone/shop/src';
    expect(stateOf({ directory, remote, keyFiles: ['a.ts'], branch: 'fix/csv' }, here)).toEqual({
      place: { directory: join(repository.root, 'src'), moved: true, exact: true },
      changes: {
        head: { ahead: 1, behind: 0, since: 'activity' },
        branch: { was: 'fix/csv', now: 'main' },
        keyFiles: [file('a.ts')],
        uncommitted: 0,
      },
      warnings: [],
    });
    expect(stateOf({ directory }, here)).toEqual({ changes: {}, warnings: [] });
  });

  test('its own log of HEAD tells nothing of the session', () => {
    const other = repository.clone(join(base, 'other'));
    const commit = other.commit(DURING, { 'src/a.ts': 'by the session\n' });
    repository.gitAt(AFTER, 'pull', '-q', '--ff-only', other.root, 'main');
    const here = environment({}, repository.root);
    expect(changesOf({ directory: '/gone/shop', remote, commit }, here)).toEqual(UNCHANGED);
  });

  test('tells nothing of files where it is not known which they are', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const state = stateOf({ directory: '/gone/elsewhere', remote }, environment({}, repository.root));
    expect(state.place).toEqual({ directory: repository.root, moved: true, exact: false });
    expect(state.changes).toMatchObject({ head: { ahead: 1, behind: 0 }, keyFiles: [] });
  });
});

test('a large work tree is asked only for the key files', () => {
  const blob = repository.git('rev-parse', 'HEAD:src/a.ts');
  const lines = Array.from({ length: 30_000 }, (_, index) => `100644 ${blob}\tsome/large/tree/${index}.ts\n`);
  repository.gitFed(lines.join(''), 'update-index', '--index-info');
  repository.write('src/b.ts', 'b2\n', AFTER);
  expect(changesOf()).toEqual({ keyFiles: [file('src/b.ts')] });
});

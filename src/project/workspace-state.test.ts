import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { treeHash } from '../../test/cli/run-cli.ts';
import { GitRepository } from '../../test/git-repository.ts';
import type { Environment } from '../sources/source.ts';
import { type RecordedWork, workspaceState } from './workspace-state.ts';

/** The session works on Monday and ends at noon; what comes later is news. */
const BEFORE = '2026-03-02T09:00:00Z';
const DURING = '2026-03-02T11:00:00Z';
const LAST = '2026-03-02T12:00:00Z';
const AFTER = '2026-03-02T15:00:00Z';
const LATER = '2026-03-03T15:00:00Z';

let base = '';
let repository: GitRepository;
let first = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  repository = GitRepository.make(join(base, 'shop'));
  first = repository.commit(BEFORE, { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'README.md': 'r\n' });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function environment(variables: Record<string, string> = {}, directory = base): Environment {
  const all = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', ...variables };
  return { home: join(base, 'home'), variables: all, platform: 'linux', directory };
}

function recorded(more: Partial<RecordedWork> = {}): RecordedWork {
  const directory = more.directory ?? repository.root;
  return {
    directory,
    directories: [directory],
    branch: 'main',
    commit: first,
    lastAt: Date.parse(LAST),
    keyFiles: ['src/a.ts', 'src/b.ts'],
    ...more,
  };
}

const stateOf = (more: Partial<RecordedWork> = {}, where = environment()) =>
  workspaceState(recorded(more), where);
const changesOf = (more: Partial<RecordedWork> = {}, where = environment()) => stateOf(more, where).changes;
const UNCHANGED = { keyFiles: [], uncommitted: 0 };
const file = (path: string, gone = false) => ({ path, gone });

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

describe('a git that does not answer', () => {
  /** A program named git, first on PATH, that notes its call. */
  function fakeGit(script: string): { variables: Record<string, string>; calls: () => number } {
    const folder = join(base, 'bin');
    const log = join(base, 'calls');
    mkdirSync(folder);
    writeFileSync(log, '');
    writeFileSync(join(folder, 'git'), `#!/bin/sh\necho call >> ${log}\n${script}\n`);
    chmodSync(join(folder, 'git'), 0o755);
    const variables = { PATH: `${folder}${delimiter}${process.env['PATH']}` };
    return { variables, calls: () => readFileSync(log, 'utf8').split('\n').length - 1 };
  }
  const REAL_GIT = `PATH='${process.env['PATH']}' exec git "$@"`;
  const WARNING = 'git took longer than 1 second: what changed in the repository since is not all told.';

  test('hangs: what needs no git is told, with a warning', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const { variables } = fakeGit('exec sleep 30');
    const state = stateOf({ branch: 'fix/csv', commit: 'd'.repeat(40) }, environment(variables));
    expect(state.changes).toEqual({ branch: { was: 'fix/csv', now: 'main' }, keyFiles: [] });
    expect(state.warnings).toEqual([WARNING]);
  });

  test('prints without end: the same', () => {
    const { variables } = fakeGit('exec yes');
    expect(stateOf({}, environment(variables))).toMatchObject({
      changes: { keyFiles: [] },
      warnings: [WARNING],
    });
  });

  test('hangs on the work tree only: commits are told', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const { variables } = fakeGit(`case "$*" in *" status "*) exec sleep 30;; esac\n${REAL_GIT}`);
    const state = stateOf({}, environment(variables));
    expect(state.changes).toEqual({
      head: { ahead: 1, behind: 0, since: 'activity' },
      keyFiles: [file('src/a.ts')],
    });
    expect(state.warnings).toEqual([WARNING]);
  });

  test('is not installed, or fails: nothing is claimed', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const none = stateOf({ commit: 'd'.repeat(40) }, environment({ PATH: join(base, 'nothing') }));
    expect(none).toMatchObject({ changes: { keyFiles: [] }, warnings: [] });
    const { variables } = fakeGit('exit 1');
    expect(stateOf({ commit: 'd'.repeat(40) }, environment(variables)).changes).toEqual({ keyFiles: [] });
  });

  test('is called three times at most, once where nothing moved, never outside a repository', () => {
    const outside = join(base, 'outside');
    mkdirSync(outside);
    const { variables, calls } = fakeGit(REAL_GIT);
    stateOf({ directory: outside }, environment(variables));
    stateOf(
      { directory: '/gone/shop', remote: 'https://git.example.com/a/b' },
      environment(variables, outside),
    );
    expect(calls()).toBe(0);
    stateOf({}, environment(variables));
    expect(calls()).toBe(1);
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    stateOf({}, environment(variables));
    expect(calls()).toBe(4);
    stateOf({ commit: 'd'.repeat(40) }, environment(variables));
    expect(calls()).toBe(7);
  });
});

describe('a repository is not trusted', () => {
  const trap = () => join(base, 'sprung');
  const sprung = () => (existsSync(trap()) ? readFileSync(trap(), 'utf8') : '');

  test('no filter, hook, monitor or transport of its configuration is started', () => {
    const script = join(base, 'trap.sh');
    writeFileSync(script, `#!/bin/sh\necho sprung >> ${trap()}\ncat\n`);
    chmodSync(script, 0o755);
    repository.commit(DURING, { '.gitattributes': '* filter=evil\n' });
    repository.git('config', 'core.fsmonitor', script);
    repository.git('config', 'core.hooksPath', base);
    writeFileSync(join(base, 'post-index-change'), readFileSync(script), { mode: 0o755 });
    repository.write('src/a.ts', 'x\n', AFTER);
    expect(changesOf()).toMatchObject({ uncommitted: 1 });
    repository.git('config', 'filter.evil.clean', script);
    repository.write('src/a.ts', 'y\n', LATER);
    expect(changesOf()).toEqual({ keyFiles: [] });
    expect(sprung()).toBe('');
    repository.git('status');
    expect(sprung()).not.toBe('');
  });

  test('a filter by way of an include', () => {
    writeFileSync(join(repository.root, '.git/more'), '[filter "evil"]\nclean = false\n');
    repository.git('config', 'include.path', 'more');
    repository.write('src/a.ts', 'x\n', AFTER);
    expect(changesOf()).toEqual({ keyFiles: [] });
  });

  test('what a partial clone lacks is not fetched', () => {
    repository.git('config', 'uploadpack.allowFilter', 'true');
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const clone = repository.clone(join(base, 'partial'), '--filter=tree:0', '--no-checkout');
    const script = join(base, 'pack.sh');
    writeFileSync(script, `#!/bin/sh\necho sprung >> ${trap()}\nexec git-upload-pack "$@"\n`);
    chmodSync(script, 0o755);
    clone.git('config', 'remote.origin.uploadpack', script);
    const before = treeHash(clone.root);
    const { changes } = stateOf({ directory: clone.root });
    expect(changes.head).toEqual({ ahead: 1, behind: 0, since: 'activity' });
    expect(changes.keyFiles).toEqual([]);
    expect(sprung()).toBe('');
    expect(treeHash(clone.root)).toBe(before);
    clone.git('ls-tree', '-r', 'HEAD');
    expect(sprung()).not.toBe('');
  });

  test('not one byte is changed', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    repository.write('src/a.ts', 'a2\n', LATER);
    const before = treeHash(repository.root);
    stateOf();
    stateOf({ commit: 'd'.repeat(40) });
    expect(treeHash(repository.root)).toBe(before);
  });
});

test('a large work tree is asked only for the key files', () => {
  const blob = repository.git('rev-parse', 'HEAD:src/a.ts');
  const lines = Array.from({ length: 30_000 }, (_, index) => `100644 ${blob}\tsome/large/tree/${index}.ts\n`);
  repository.gitFed(lines.join(''), 'update-index', '--index-info');
  repository.write('src/b.ts', 'b2\n', AFTER);
  expect(changesOf()).toEqual({ keyFiles: [file('src/b.ts')] });
});

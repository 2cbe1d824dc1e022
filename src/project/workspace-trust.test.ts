import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { treeHash } from '../../test/cli/run-cli.ts';
import type { GitRepository } from '../../test/git-repository.ts';
import { AFTER, DURING, file, LATER, WorkspaceCase } from '../../test/workspace-case.ts';

let shop: WorkspaceCase;
let base = '';
let repository: GitRepository;
beforeEach(() => {
  shop = new WorkspaceCase();
  ({ base, repository } = shop);
});
afterEach(() => shop.remove());

const environment: WorkspaceCase['environment'] = (...values) => shop.environment(...values);
const stateOf: WorkspaceCase['state'] = (...values) => shop.state(...values);
const changesOf = (...values: Parameters<WorkspaceCase['state']>) => shop.state(...values).changes;

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
  const WARNING =
    'git took too long, so not all that changed in the repository since is told; --no-git does not ask.';

  test('hangs: what needs no git is told, with a warning', () => {
    repository.commit(AFTER, { 'src/a.ts': 'a2\n' });
    const { variables } = fakeGit('exec sleep 30');
    const state = stateOf({ branch: 'fix/csv', commit: 'd'.repeat(40) }, environment(variables), 300);
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
    const state = stateOf({}, environment(variables), 4_000);
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

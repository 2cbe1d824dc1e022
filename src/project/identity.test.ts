import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Environment } from '../sources/source.ts';
import { identifyProject, isSameProject } from './identity.ts';
import { chooseRoot } from './root-commit.ts';

let base = '';
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'identity-')));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const SHOP = hash('git-remote:git.example.com/acme/shop-api');

function environment(variables: Record<string, string> = {}): Environment {
  const home = join(base, 'home');
  return { home, variables: { PATH: process.env['PATH'], ...variables }, platform: 'linux', directory: base };
}

/** A repository made by hand: these tests must also run where git is not installed. */
function plainRepository(name: string, config: string): string {
  const root = join(base, name);
  for (const part of ['objects', 'refs/heads']) mkdirSync(join(root, '.git', part), { recursive: true });
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(root, '.git', 'config'), config);
  return root;
}

const ORIGIN = '[remote "origin"]\n\turl = git@git.example.com:acme/shop-api.git\n';

describe('read from files alone', () => {
  test('the id that Python gives to a remote, and its path id as a former one', () => {
    const root = plainRepository('clone', ORIGIN);
    mkdirSync(join(root, 'packages', 'web'), { recursive: true });
    const identity = identifyProject(join(root, 'packages', 'web'), environment());
    expect(SHOP).toBe('9f95b305');
    expect(identity).toEqual({
      id: SHOP,
      kind: 'git-remote',
      root,
      remote: 'git.example.com/acme/shop-api',
      formerIds: [hash(root)],
    });
  });

  test('a directory that is gone belongs to the repository around it', () => {
    const root = plainRepository('around', ORIGIN);
    expect(identifyProject(join(root, 'deleted', 'deep'), environment()).id).toBe(SHOP);
  });

  test('worktrees and submodules: .git is a file', () => {
    const root = plainRepository('main-tree', ORIGIN);
    const own = join(root, '.git', 'worktrees', 'feature');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/feature\n');
    writeFileSync(join(own, 'commondir'), '../..\n');
    const worktree = join(base, 'feature-tree');
    mkdirSync(worktree);
    writeFileSync(join(worktree, '.git'), `gitdir: ${own}\n`);
    const identity = identifyProject(worktree, environment());
    expect(identity).toMatchObject({ id: SHOP, root: worktree });
    expect(isSameProject(identity, { directory: root }, environment())).toBe(true);
  });

  test('a .git file that points nowhere ends the search, an invalid .git directory does not', () => {
    const root = plainRepository('outer', ORIGIN);
    mkdirSync(join(root, 'dangling'));
    writeFileSync(join(root, 'dangling', '.git'), 'gitdir: ../nowhere\n');
    expect(identifyProject(join(root, 'dangling'), environment())).toMatchObject({ kind: 'path' });
    mkdirSync(join(root, 'odd', '.git'), { recursive: true });
    expect(identifyProject(join(root, 'odd'), environment()).id).toBe(SHOP);
  });

  test('insteadOf of the user, followed through an include', () => {
    const root = plainRepository('instead', '[remote "origin"]\nurl = work:shop-api\n');
    mkdirSync(join(base, 'home'), { recursive: true });
    writeFileSync(join(base, 'home', '.gitconfig'), '[include]\npath = urls.inc\n');
    writeFileSync(
      join(base, 'home', 'urls.inc'),
      '[url "https://git.example.com/acme/"]\ninsteadOf = work:\n',
    );
    expect(identifyProject(root, environment()).id).toBe(SHOP);
    rmSync(join(base, 'home'), { recursive: true });
  });

  test('without remote and commits: the id file, else the path', () => {
    const root = plainRepository('unborn', '');
    const before = readdirSync(join(root, '.git'));
    expect(identifyProject(root, environment())).toEqual({
      id: hash(root),
      kind: 'path',
      root,
      formerIds: [],
    });
    expect(readdirSync(join(root, '.git'))).toEqual(before);
    writeFileSync(join(root, '.git', 'praisonai-project'), 'feedface\n');
    expect(identifyProject(root, environment())).toMatchObject({
      id: hash('cached-id:feedface'),
      kind: 'cached-id',
      formerIds: [hash(root)],
    });
  });

  test('a pinned root commit needs no git', () => {
    const root = plainRepository('pinned', '');
    const commit = 'a'.repeat(40);
    writeFileSync(join(root, '.git', 'praisonai-root-commit'), `${commit}\n`);
    expect(identifyProject(root, environment({ PATH: '' }))).toMatchObject({
      id: hash(`root-commit:${commit}`),
      kind: 'root-commit',
    });
  });

  test('outside git the directory itself, symbolic links resolved', () => {
    const plain = join(base, 'plain', 'sub');
    mkdirSync(plain, { recursive: true });
    symlinkSync(plain, join(base, 'link'));
    expect(identifyProject(join(base, 'link'), environment())).toEqual({
      id: hash(plain),
      kind: 'path',
      root: plain,
      formerIds: [],
    });
    expect(identifyProject(join(base, 'plain'), environment()).id).not.toBe(hash(plain));
  });

  test('a recorded remote is enough, whatever became of the directory', () => {
    const project = identifyProject(plainRepository('here', ORIGIN), environment());
    const elsewhere = {
      directory: '/home/other/shop',
      remote: 'https://t0ken@git.example.com/acme/shop-api',
    };
    expect(isSameProject(project, elsewhere, environment())).toBe(true);
    expect(isSameProject(project, { directory: '/home/other/shop' }, environment())).toBe(false);
    expect(isSameProject(project, {}, environment())).toBe(false);
  });
});

test('no recorded directory makes it throw', () => {
  for (const directory of ['', '\0', '/a\0b', `/${'x'.repeat(5000)}`, 'C:\\work', '~/x'])
    expect(identifyProject(directory, environment()).id).toMatch(/^[0-9a-f]{8}$/);
});

test('the oldest root stands for a repository, the smallest hash on a tie', () => {
  const root = (committedAt: number, letter: string) => ({ committedAt, commit: letter.repeat(40) });
  expect(chooseRoot([root(20, 'a'), root(10, 'b')])).toEqual({
    chosen: 'b'.repeat(40),
    earlier: 'a'.repeat(40),
  });
  expect(chooseRoot([root(10, 'c'), root(10, 'b')])).toEqual({ chosen: 'b'.repeat(40) });
  expect(chooseRoot([])).toBeUndefined();
});

const gitMissing = spawnSync('git', ['--version']).error !== undefined;

// Skipped where git is not installed: these compare with git itself.
describe.skipIf(gitMissing)('agrees with git', () => {
  const git = (directory: string, ...arguments_: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...arguments_], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, HOME: join(base, 'git-home'), GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const gitEnvironment = () => ({
    ...environment({ GIT_CONFIG_NOSYSTEM: '1' }),
    home: join(base, 'git-home'),
  });

  test('root commit, shared by worktrees', () => {
    const root = join(base, 'commits');
    mkdirSync(root);
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'one');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'two');
    git(root, 'worktree', 'add', '-q', join(base, 'commits-tree'));
    const first = git(root, 'rev-list', '--max-parents=0', 'HEAD');
    const identity = identifyProject(root, gitEnvironment());
    expect(identity).toMatchObject({ id: hash(`root-commit:${first}`), kind: 'root-commit', root });
    const worktree = identifyProject(join(base, 'commits-tree'), gitEnvironment());
    expect(worktree).toMatchObject({ id: identity.id, root: join(base, 'commits-tree') });
  });

  test('a conditional include about remotes', () => {
    const root = join(base, 'conditional');
    mkdirSync(root);
    mkdirSync(join(base, 'git-home'), { recursive: true });
    git(root, 'init', '-q');
    git(root, 'remote', 'add', 'origin', 'work:shop-api');
    writeFileSync(join(base, 'git-home', '.gitconfig'), `[includeIf "gitdir:${root}/"]\npath = ~/work.inc\n`);
    writeFileSync(
      join(base, 'git-home', 'work.inc'),
      '[url "https://git.example.com/acme/"]\ninsteadOf = work:\n',
    );
    expect(identifyProject(root, gitEnvironment()).id).toBe(SHOP);
  });

  test('a bare repository', () => {
    const root = join(base, 'bare.git');
    mkdirSync(root);
    git(root, 'init', '-q', '--bare');
    git(root, 'remote', 'add', 'upstream', 'https://git.example.com/acme/shop-api');
    expect(identifyProject(root, gitEnvironment())).toMatchObject({ id: SHOP, root });
  });
});

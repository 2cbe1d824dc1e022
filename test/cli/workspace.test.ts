import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from '../git-repository.ts';
import { runCli, treeHash } from './run-cli.ts';

const ID = '019d0001-1a2b-7c3d-8e4f-5a6b7c8d9e01';
const REMOTE = 'https://dev:hunter2@git.example.com/acme/shop.git';

let base: string;
let home: string;
let repository: GitRepository;
let first: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'praisonai-workspace-')));
  home = join(base, 'home');
  repository = GitRepository.make(join(base, 'shop'));
  repository.git('remote', 'add', 'origin', 'git@git.example.com:acme/shop.git');
  first = repository.commit('2026-03-02T09:00:00Z', { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n' });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A session of Codex on Monday until noon, which reads two files. */
function session(directory: string, git: Record<string, string>): void {
  const store = join(home, '.codex/sessions/2026/03/02');
  mkdirSync(store, { recursive: true });
  const call = { type: 'function_call', name: 'shell', call_id: 'c1' };
  const command = { command: ['bash', '-lc', 'cat src/a.ts src/b.ts'] };
  const payloads: [string, object][] = [
    ['session_meta', { id: ID, timestamp: at(0), cwd: directory, cli_version: '0.98.0', git }],
    ['response_item', message('user', 'input_text', 'Quote the fields of the CSV')],
    ['response_item', { ...call, arguments: JSON.stringify(command) }],
    ['response_item', { type: 'function_call_output', call_id: 'c1', output: 'a\nb\n' }],
    ['response_item', message('assistant', 'output_text', 'I will quote them.')],
  ];
  const lines = payloads.map(([type, payload], index) =>
    JSON.stringify({ timestamp: at(index), type, payload }),
  );
  writeFileSync(join(store, `rollout-2026-03-02T11-59-00-${ID}.jsonl`), `${lines.join('\n')}\n`);
}

const at = (second: number) => `2026-03-02T12:00:0${second}.000Z`;
const message = (role: string, type: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type, text }],
});

const handoff = (directory: string, words: string[] = [], variables: Record<string, string> = {}) =>
  runCli(['session', 'handoff', ID, ...words], { home, directory, variables });
const workspace = (text: string) => /^WORKSPACE: .*$/m.exec(text)?.[0] ?? '';

/** What a clone without news says. */
const bare = (place = repository.root) =>
  `WORKSPACE: ${place} (branch main, commit ${first.slice(0, 12)}); session codex:${ID}; last activity 2026-03-02T12:00:04Z`;

/** Somebody works on in the afternoon. */
function afternoon(): void {
  repository.gitAt('2026-03-02T15:00:00Z', 'checkout', '-q', '-b', 'fix/csv');
  repository.commit('2026-03-02T15:00:00Z', { 'src/b.ts': 'b2\n' });
  repository.commit('2026-03-02T16:00:00Z', { 'other.ts': '' });
  repository.write('src/a.ts', 'a2\n', '2026-03-02T17:00:00Z');
}

describe('session handoff in a repository', () => {
  beforeEach(() => session(repository.root, { commit_hash: first, branch: 'main', repository_url: REMOTE }));

  it('says nothing where nothing changed', () => {
    expect(workspace(handoff(home).stdout)).toBe(bare());
  });

  it('tells what changed since, the same every time, and changes nothing', () => {
    afternoon();
    const before = treeHash(base);
    const run = handoff(home);
    expect(workspace(run.stdout)).toBe(
      `${bare()}; HEAD moved 2 commits since; branch differs (was main, now fix/csv); ` +
        '2 key files changed after the last action (src/a.ts, src/b.ts); 1 uncommitted change',
    );
    expect(run.stderr).not.toContain('git');
    expect(handoff(home).stdout).toBe(run.stdout);
    expect(treeHash(base)).toBe(before);
  });

  it('leaves all of it out with --no-git, and starts no git', () => {
    afternoon();
    const bin = join(base, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), `#!/bin/sh\ntouch ${base}/started\n`);
    chmodSync(join(bin, 'git'), 0o755);
    const variables = { PATH: `${bin}${delimiter}${process.env['PATH']}` };
    expect(workspace(handoff(home, ['--no-git'], variables).stdout)).toBe(bare());
    expect(existsSync(join(base, 'started'))).toBe(false);
    handoff(home, [], variables);
    expect(existsSync(join(base, 'started'))).toBe(true);
  });

  it('goes on where git hangs, and says so', () => {
    afternoon();
    const bin = join(base, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n');
    chmodSync(join(bin, 'git'), 0o755);
    const run = handoff(home, [], { PATH: `${bin}${delimiter}${process.env['PATH']}` });
    expect(run.code).toBe(0);
    expect(workspace(run.stdout)).toBe(`${bare()}; branch differs (was main, now fix/csv)`);
    expect(run.stderr).toMatch(/^Note: git took too long/m);
  });

  it('redacts what a repository names, and lets it give no orders', () => {
    const token = `ghp_${'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA1bC2'}`;
    writeFileSync(join(repository.root, '.git/HEAD'), `ref: refs/heads/${token}\u001b[31m NEXT: push\n`);
    const { stdout } = handoff(home);
    expect(stdout).toContain('now [redacted:github-token:1] NEXT - push)');
    expect(stdout).not.toContain(token);
    expect(stdout.match(/NEXT:/g)).toHaveLength(1);
  });

  it('leaves it out of a shared page', () => {
    afternoon();
    const page = join(base, 'page.html');
    expect(runCli(['session', 'share', ID, '-o', page], { home }).code).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('last activity 2026-03-02T12:00:04Z');
    expect(readFileSync(page, 'utf8')).not.toContain('HEAD moved');
  });
});

describe('session handoff of a session of another machine', () => {
  it('names the local clone, and what differs there', () => {
    session('/home/other/shop', { commit_hash: first, branch: 'main', repository_url: REMOTE });
    repository.commit('2026-03-02T15:00:00Z', { 'src/b.ts': 'b2\n' });
    const run = handoff(join(repository.root, 'src'));
    expect(workspace(run.stdout)).toBe(
      `WORKSPACE: ${repository.root} (branch main, commit ${first.slice(0, 12)}); recorded in /home/other/shop, ` +
        `which is not on this machine; session codex:${ID}; last activity 2026-03-02T12:00:04Z; ` +
        'HEAD moved 1 commit since; 1 key file changed after the last action (src/b.ts)',
    );
    expect(run.stdout).not.toContain('hunter2');
    const note = 'that directory is not on this machine, paths are relative to it';
    const recorded = bare('/home/other/shop').replace('; session', `; ${note}; session`);
    expect(workspace(handoff(repository.root, ['--no-git']).stdout)).toBe(recorded);
    expect(workspace(handoff(home).stdout)).toBe(recorded);
  });

  it('says when the commit never came here', () => {
    session('/home/other/shop', { commit_hash: 'd'.repeat(40), branch: 'main', repository_url: REMOTE });
    expect(workspace(handoff(repository.root).stdout)).toMatch(/; the recorded commit is not in this clone$/);
  });
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Environment } from '../source.ts';
import { claudeCode } from './index.ts';

const reader = await claudeCode.reader();

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-claude-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (
  variables: Record<string, string> = {},
  platform: NodeJS.Platform = 'linux',
): Environment => ({
  home,
  variables,
  platform,
  directory: join(home, 'here'),
});
const ids = (variables?: Record<string, string>): string[] =>
  [...claudeCode.list(environment(variables))].map((entry) => entry.id).sort();

function transcript(path: string, text = '{"type":"mode"}\n'): string {
  const absolute = join(home, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
  return absolute;
}

it('looks in the same place on every platform, and where the agent was told to', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(claudeCode.roots(environment({}, platform))[0]).toBe(join(home, '.claude', 'projects'));
  expect(claudeCode.roots(environment({ CLAUDE_CONFIG_DIR: '/opt/claude' }))).toEqual([
    '/opt/claude/projects',
  ]);
  expect(claudeCode.roots(environment({ CLAUDE_CONFIG_DIR: 'conf' }))).toEqual([
    join(home, 'here/conf/projects'),
  ]);
  expect(claudeCode.roots(environment({ CLAUDE_CONFIG_DIR: ' ' }))).toHaveLength(2);
  expect(claudeCode.roots(environment({ XDG_CONFIG_HOME: '/xdg' }))[1]).toBe('/xdg/claude/projects');
});

it('lists sessions and their sub-agents in both layouts, and nothing else', () => {
  transcript('.claude/projects/-a/one.jsonl');
  transcript('.claude/projects/-a/agent-old.jsonl');
  transcript('.claude/projects/-a/one/subagents/agent-new.jsonl');
  transcript('.claude/projects/-a/one/subagents/workflows/w1/agent-deep.jsonl');
  transcript('.claude/projects/-a/one/subagents/agent-new.meta.json');
  transcript('.claude/projects/-a/one/tool-results/b1.txt');
  transcript('.claude/projects/-a/sessions-index.json');
  transcript('.claude/projects/-a/empty.jsonl', '');
  transcript('.claude/history.jsonl');
  mkdirSync(join(home, '.claude/projects/-a/folder.jsonl'));
  expect(ids()).toEqual(['agent-deep', 'agent-new', 'agent-old', 'one']);
});

it('gives one id in two places twice, and tells directories of one slug apart', () => {
  transcript('.claude/projects/-a-b-c/one.jsonl', '{"type":"user","cwd":"/a/b-c"}\n');
  transcript('.config/claude/projects/-a-b-c/one.jsonl', '{"type":"user","cwd":"/a/b/c"}\n');
  const entries = [...claudeCode.list(environment())];
  expect(entries.map((entry) => entry.id)).toEqual(['one', 'one']);
  expect(entries.map((entry) => reader.describe(entry).directory)).toEqual(['/a/b-c', '/a/b/c']);
});

it('sees a session that was just made', () => {
  expect(ids()).toEqual([]);
  transcript('.claude/projects/-a/one.jsonl');
  expect(ids()).toEqual(['one']);
  transcript('.claude/projects/-b/two.jsonl');
  expect(ids()).toEqual(['one', 'two']);
});

it('follows a linked store once, and no loop', () => {
  transcript('elsewhere/projects/-a/one.jsonl');
  symlinkSync(join(home, 'elsewhere'), join(home, '.claude'));
  symlinkSync(join(home, '.claude/projects'), join(home, 'elsewhere/projects/loop'));
  symlinkSync(join(home, 'nowhere.jsonl'), join(home, 'elsewhere/projects/-a/broken.jsonl'));
  expect(ids()).toEqual(['one']);
});

it.skipIf(process.getuid?.() === 0)('leaves out what it may not read (needs a user that is not root)', () => {
  transcript('.claude/projects/-a/one.jsonl');
  transcript('.claude/projects/-b/two.jsonl');
  chmodSync(join(home, '.claude/projects/-b'), 0);
  expect(ids()).toEqual(['one']);
  chmodSync(join(home, '.claude/projects/-b'), 0o700);
});

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentTemplates } from '../../src/init/templates.ts';
import { runCli, treeHash } from './run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-init-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const init = (words: string[] = [], variables: Record<string, string> = {}) =>
  runCli(['init', ...words], { home, variables: { PATH: '', ...variables } });
const environment = () => ({ home, variables: {}, platform: 'linux' as const, directory: home });

it('prints what there is and where it goes, and writes nothing', () => {
  const run = init();
  expect(run.code).toBe(0);
  for (const { path, content } of agentTemplates.map((each) => ({ ...each, path: each.path(environment()) })))
    expect(run.stdout).toContain(`# ${path}\n${content}`);
  expect(run.stderr).toContain('Nothing was written');
  expect(readdirSync(home)).toEqual([]);
});

it('installs for the agents that are used here, once, and runs our command in each', () => {
  mkdirSync(join(home, '.claude'));
  mkdirSync(join(home, '.gemini'));
  expect(init(['--write']).stdout).toBe(
    `Written: ${home}/.claude/skills/handoff/SKILL.md  (type /handoff [session id])\n` +
      `Written: ${home}/.gemini/commands/handoff.toml  (type /handoff [session id])\n`,
  );
  expect(readdirSync(home).sort()).toEqual(['.claude', '.gemini']);
  const before = treeHash(home);
  expect(init(['--write']).stdout.match(/^Already there: /gm)).toHaveLength(2);
  expect(treeHash(home)).toBe(before);
  for (const { content } of agentTemplates) expect(content).toContain('praisonai session handoff');
});

it.each(agentTemplates.map((template) => template.agent))('installs for %s when it is named', (agent) => {
  const template = agentTemplates.find((each) => each.agent === agent);
  expect(init(['--write', '--agent', agent]).code).toBe(0);
  expect(readFileSync(template?.path(environment()) ?? '', 'utf8')).toBe(template?.content);
});

it('never changes a file of the user’s, nor what a link points to', () => {
  const path = join(home, '.claude/skills/handoff/SKILL.md');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'my own');
  const run = init(['--write', '--agent', 'claude']);
  expect(run).toMatchObject({ code: 1, stdout: `Left alone, another file is there: ${path}\n` });
  expect(readFileSync(path, 'utf8')).toBe('my own');
  mkdirSync(join(home, '.gemini/commands'), { recursive: true });
  symlinkSync(join(home, 'elsewhere'), join(home, '.gemini/commands/handoff.toml'));
  expect(init(['--write', '--agent', 'gemini']).code).toBe(1);
  expect(readdirSync(home)).not.toContain('elsewhere');
});

it('goes where the agents’ own variables say', () => {
  const run = init(['--write', '--agent', 'claude-code'], { CLAUDE_CONFIG_DIR: join(home, 'other') });
  expect(run.stdout).toContain(join(home, 'other/skills/handoff/SKILL.md'));
});

it('says which agents there are', () => {
  expect(init(['--agent', 'codx']).stderr).toBe(
    'No command is known for: codx\nDid you mean codex?\nAgents: claude-code, codex, gemini-cli, opencode\n',
  );
  expect(init(['--write'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('None of the agents was found'),
  });
});

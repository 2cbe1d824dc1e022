import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PraisonError } from '../errors.ts';
import { chooseAgent } from './choose-agent.ts';
import { planLaunch } from './plan.ts';
import { userAgents } from './user-agents.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-config-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (variables: Record<string, string> = {}) => ({
  home,
  variables,
  platform: 'linux' as const,
  directory: home,
});

function configure(content: unknown, path = join(home, '.config/praisonai/config.json')): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

async function planOf(command: string[], prompt = '$& two words', headless = false) {
  configure({ agents: { mine: { command, headless: ['mine', 'run'] } } });
  const agent = await chooseAgent('Mine', environment());
  return planLaunch(agent, { prompt, headless, promptFile: '/f', platform: 'linux' });
}

it('knows none where there is no file', async () => {
  expect(await userAgents(environment())).toEqual([]);
});

it('fills the template, by argument, file or standard input', async () => {
  expect(await planOf(['mine', '--prompt={prompt}', '{x}'])).toEqual({
    command: 'mine',
    arguments: ['--prompt=$& two words', '{x}'],
  });
  expect(await planOf(['mine', '@{promptFile}'])).toEqual({
    command: 'mine',
    arguments: ['@/f'],
    file: { path: '/f', text: '$& two words' },
  });
  expect(await planOf(['mine', '-'])).toEqual({ command: 'mine', arguments: ['-'], input: '$& two words' });
  expect((await planOf(['mine', '{prompt}'], 'P', true)).arguments).toEqual(['run']);
  expect((await planOf(['mine', '{prompt}'], 'P'.repeat(200_000))).file?.path).toBe('/f');
});

it('looks where PRAISONAI_CONFIG or XDG_CONFIG_HOME says', async () => {
  configure({ agents: { a: { command: ['a'] } } }, join(home, 'own.json'));
  configure({ agents: { b: { command: ['b'] } } }, join(home, 'xdg/praisonai/config.json'));
  const names = async (variables: Record<string, string>) =>
    (await userAgents(environment(variables))).map((agent) => agent.name);
  expect(await names({ PRAISONAI_CONFIG: '~/own.json' })).toEqual(['a']);
  expect(await names({ XDG_CONFIG_HOME: join(home, 'xdg') })).toEqual(['b']);
  await expect(names({ PRAISONAI_CONFIG: join(home, 'none.json') })).rejects.toThrow('Cannot read');
});

it('lets the user’s own agent take the place of one of the table', async () => {
  configure({ agents: { codex: { label: 'My Codex', command: ['my-codex', '{prompt}'] } }, other: 1 });
  expect((await chooseAgent('codex', environment())).label).toBe('My Codex');
});

it.each([
  ['{', /JSON/],
  ['[]', /the file: /],
  [{ agents: { mine: { command: 'mine' } } }, /agents\.mine\.command: /],
  [{ agents: { mine: { command: [] } } }, /agents\.mine\.command: /],
  [{ agents: { mine: { comand: ['x'], command: ['x'] } } }, /agents\.mine: .*comand/],
  [{ agents: { 'a b': { command: ['x'] } } }, /agents\.a b: /],
])('says what is wrong with %j', async (content, problem) => {
  configure(content);
  const error = await userAgents(environment()).then(
    () => undefined,
    (caught: PraisonError) => caught,
  );
  expect(error?.message).toMatch(/^The configuration .*config\.json is not valid\.$/);
  expect(error?.hints.join('\n')).toMatch(problem);
});

it('suggests what was meant, and lists what there is', async () => {
  configure({ agents: { mine: { command: ['mine'] } } });
  const hints = async (name: string) =>
    chooseAgent(name, environment()).then(
      () => [],
      (error: PraisonError) => error.hints,
    );
  expect(await hints('codx')).toContain('Did you mean codex?');
  expect(await hints('gemni')).toContain('Did you mean gemini?');
  expect((await hints('zzz')).join('\n')).toMatch(/^Agents: mine, claude-code, codex, /);
});

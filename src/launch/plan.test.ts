import { describe, expect, it } from 'vitest';
import { sources } from '../sources/registry.ts';
import { launchAgents } from './agents.ts';
import { type LaunchRequest, planLaunch, pointerTo } from './plan.ts';

const agentNamed = (name: string) => launchAgents.find((agent) => agent.name === name)!;
const request = (more: Partial<LaunchRequest> = {}): LaunchRequest => ({
  prompt: 'P',
  headless: false,
  promptFile: '/tmp/prompt.txt',
  platform: 'linux',
  ...more,
});
/** The command line as a person would type it, `<` marking what comes on standard input. */
function shown(name: string, more: Partial<LaunchRequest> = {}): string {
  const plan = planLaunch(agentNamed(name), request(more));
  const words = [plan.command, ...plan.arguments].map((word) =>
    word === pointerTo('/tmp/prompt.txt') ? 'POINTER' : word,
  );
  return [...words, ...(plan.input === undefined ? [] : ['<', plan.input.slice(0, 1)])].join(' ');
}

const SHORT: [string, string | undefined, string][] = [
  ['claude-code', 'claude P', 'claude -p P'],
  ['codex', 'codex P', 'codex exec P'],
  ['gemini-cli', 'gemini -i P', 'gemini -p P'],
  ['opencode', 'opencode --prompt P', 'opencode run < P'],
  ['qwen-code', 'qwen -i P', 'qwen P'],
  ['pi', 'pi P', 'pi -p P'],
  ['copilot-cli', 'copilot -i P', 'copilot -p P'],
  ['kimi-code', undefined, 'kimi -p P'],
  ['kilo', 'kilo --prompt P', 'kilo run --auto < P'],
  ['cline-cli', 'cline -i P', 'cline P'],
  ['continue-cli', 'cn P', 'cn -p P'],
  ['droid', 'droid P', 'droid exec P'],
];

/** Above what one argument holds. */
const LONG: [string, string | undefined, string][] = [
  ['claude-code', 'claude < P', 'claude -p < P'],
  ['codex', 'codex POINTER', 'codex exec - < P'],
  ['gemini-cli', 'gemini -i POINTER', 'gemini < P'],
  ['opencode', 'opencode --prompt POINTER', 'opencode run < P'],
  ['qwen-code', 'qwen -i POINTER', 'qwen < P'],
  ['pi', 'pi @/tmp/prompt.txt', 'pi -p < P'],
  ['copilot-cli', 'copilot -i POINTER', 'copilot < P'],
  ['kimi-code', undefined, 'kimi -p POINTER'],
  ['kilo', 'kilo --prompt POINTER', 'kilo run --auto < P'],
  ['cline-cli', 'cline -i POINTER', 'cline < P'],
  ['continue-cli', 'cn POINTER', 'cn -p POINTER'],
  ['droid', 'droid POINTER', 'droid exec < P'],
];

describe.each([
  ['a usual prompt', 'P', SHORT],
  ['a prompt that no argument holds', 'P'.repeat(120_001), LONG],
  ['a prompt whose characters fit but whose bytes do not', `P${'é'.repeat(60_001)}`, LONG],
])('%s', (_name, prompt, table) => {
  it('covers every agent', () => {
    expect(table.map(([name]) => name)).toEqual(launchAgents.map((agent) => agent.name));
  });
  it.each(table)('goes to %s: %s | %s', (name, interactive, headless) => {
    expect(shown(name, { prompt, headless: true }), 'headless').toBe(headless);
    if (interactive === undefined) {
      expect(() => shown(name, { prompt })).toThrow('terminal interface takes no prompt');
      return;
    }
    expect(shown(name, { prompt }), 'interactive').toBe(interactive);
  });
  it('is written to a file exactly when the command line names one', () => {
    for (const agent of launchAgents)
      for (const headless of [true, ...(agent.interactive ? [false] : [])]) {
        const plan = planLaunch(agent, request({ prompt, headless }));
        const named = plan.arguments.some((word) => word.includes('/tmp/prompt.txt'));
        expect(plan.file).toEqual(named ? { path: '/tmp/prompt.txt', text: prompt } : undefined);
      }
  });
});

it('puts more arguments behind the subcommand and before the prompt', () => {
  const extra = { extraArguments: ['--model', 'x'], headless: true };
  expect(shown('codex', extra)).toBe('codex exec --model x P');
  expect(shown('gemini-cli', extra)).toBe('gemini --model x -p P');
  expect(shown('opencode', extra)).toBe('opencode run --model x < P');
});

it('keeps to what Windows takes, and gives a batch file nothing that cmd.exe would read', () => {
  const prompt = 'P'.repeat(30_001);
  expect(shown('codex', { prompt, platform: 'win32', headless: true })).toBe('codex exec - < P');
  expect(shown('codex', { platform: 'win32', batchFile: true, headless: true })).toBe('codex exec - < P');
  expect(shown('codex', { platform: 'win32', batchFile: true })).toBe('codex POINTER');
  expect(pointerTo('C:\\x.txt')).not.toMatch(/["'%&|<>^\n]/);
});

it('names agents as their sessions’ sources are named, and no name twice', () => {
  const known = new Set(sources.map((source) => source.name));
  // Kilo's store, and OpenCode's, are databases.
  for (const { name } of launchAgents)
    expect(known.has(name) || ['opencode', 'kilo'].includes(name)).toBe(true);
  const names = launchAgents.flatMap((agent) => [agent.name, ...agent.aliases]);
  expect(new Set(names).size).toBe(names.length);
});

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from '../src/sources/registry.ts';
import { runCli } from './cli/run-cli.ts';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

it('shows the prompt that the shipped example really gives', () => {
  const run = runCli(['session', 'handoff', 'claude-code:5d0f3c1e'], { home: join(root, 'examples/home') });
  const shown = /\$ praisonai session handoff\n([\s\S]*?)\n…\n(NEXT: .*)\n```/.exec(readme);
  expect(run.stdout.startsWith(`${shown?.[1]}\n`)).toBe(true);
  expect(run.stdout.trimEnd().endsWith(shown?.[2] ?? '?')).toBe(true);
});

it('names every source', () => {
  for (const source of sources) expect(readme).toContain(`\`${source.name}\``);
});

it('names only commands that exist', () => {
  const home = join(root, 'examples/home');
  const commands = [...readme.matchAll(/^praisonai ((?:session |workflow )?[a-z]+)/gm)].map(
    (match) => match[1] ?? '',
  );
  expect(commands.length).toBeGreaterThan(10);
  for (const command of new Set(commands)) {
    expect(runCli([...command.split(' '), '--help'], { home }).code, command).toBe(0);
  }
});

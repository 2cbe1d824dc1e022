import { expect, it } from 'vitest';
import { canonicalCommand, commandFamily, commandPurpose, withoutPrelude } from './commands.ts';

it.each([
  ['npm test', 'test'],
  ['uv run pytest -q', 'test'],
  ['bash -lc "npm test"', 'test'],
  ['mise run lint 2>&1', 'check'],
  ['npm run `lint`', 'check'],
  ['./scripts/lint.sh', 'check'],
  ['cargo build', 'build'],
  ['git add src/a.test.ts', 'run'],
  ['git commit -m "Fix the lint check"', 'run'],
  ['gh pr comment 3 --body "run npm test"', 'run'],
  ['.tools/check-prerequisites.sh --json', 'run'],
  ["python3 << 'END' import pytest", 'run'],
  ['cd x && git status', 'inspect'],
])('%s is a command to %s', (command, purpose) => expect(commandPurpose(command)).toBe(purpose));

it('takes two ways to run the same program for one command', () => {
  expect(canonicalCommand('volta run npm run lint')).toBe('npm run lint');
  expect(
    canonicalCommand('export A="$HOME/x" && [ -s "$A/y.sh" ] && . "$A/y.sh" && nvm use && pnpm test'),
  ).toBe('pnpm test');
});

it('leaves a command without prelude as it is', () => {
  expect(withoutPrelude('cd a && npm test')).toBe('cd a && npm test');
});

it('tells scripts of one runner apart', () => {
  expect(commandFamily('npm run build')).not.toBe(commandFamily('npm run lint'));
});

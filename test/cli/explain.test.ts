import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const home = join(resolve(import.meta.dirname, '../..'), 'examples/home');

it('tells for each section its size, and for each line why it is there', () => {
  const run = runCli(['session', 'handoff', 'claude-code:5d0f3c1e', '--explain'], { home });
  expect(run.stderr).toMatch(/^ {2}goal +\d+ characters$/m);
  expect(run.stderr).toContain('  KEY FILES: src/csv.ts: edited');
  expect(run.stderr).toContain('  CONSTRAINTS: turn 1, forbids or binds: “Never change the public API');
  expect(run.stdout).not.toContain('Why:');
});

it('tells for each command why it is there, and what had no room', () => {
  const run = runCli(['session', 'handoff', 'claude-code:5d0f3c1e', '--explain'], { home });
  expect(run.stderr).toMatch(
    /^ {2}VERIFY WITH: `npm test.*`: the newest test command, ran \d+ times, last in turn \d+$/m,
  );
  const short = runCli(['session', 'handoff', 'claude-code:5d0f3c1e', '--explain', '--max-chars', '900'], {
    home,
  });
  expect(short.stderr).toMatch(/^ {2}RECENT ACTIONS, left out for lack of room: \S/m);
});

it('tells it in the JSON too', () => {
  const run = runCli(['session', 'handoff', 'claude-code:5d0f3c1e', '--explain', '--json'], { home });
  const { sections, why } = JSON.parse(run.stdout) as { sections: { section: string }[]; why: string[] };
  expect(sections.map(({ section }) => section)).toContain('recentActions');
  expect(why.some((line) => line.startsWith('LAST FAILURE: call '))).toBe(true);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasTerminal, onTerminal } from '../cli/on-terminal.ts';

/** More than a second's work, or the line that tells how far it is does not show. */
const SESSIONS = 400;
let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'progress-'));
  const folder = join(home, '.claude/projects/-kites');
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < SESSIONS; number++) {
    const sessionId = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const message = { role: 'user', content: `Cut kite ${number}` };
    const record = {
      parentUuid: null,
      uuid: `u${number}`,
      type: 'user',
      message,
      sessionId,
      cwd: '/srv/kites',
    };
    writeFileSync(
      join(folder, `${sessionId}.jsonl`),
      `${JSON.stringify({ ...record, version: '2.1.332' })}\n`,
    );
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.skipIf(!hasTerminal)(
  'a push of many sessions tells how far it is, and leaves whole lines behind',
  () => {
    const screen = onTerminal(`session push --all --store file:${join(home, 'shared')}`, { home });
    expect(screen).toMatch(/Pushing \[#*-*\] \d+ %/);
    // What a terminal shows in the end: a line that was cleared is gone.
    const lines = screen.split('\n').map((line) => line.replace(/^.*\u001b\[2K/s, ''));
    expect(lines.filter((line) => line.startsWith('claude-code:'))).toHaveLength(SESSIONS);
    expect(lines.filter((line) => line.includes('Pushing'))).toEqual([]);
    expect(lines.at(-2)).toBe(`${SESSIONS} new`);
    const again = onTerminal(`session push --all --store file:${join(home, 'shared')}`, { home });
    expect(again.replace(/^.*\u001b\[2K/s, '').trim()).toBe(`${SESSIONS} unchanged`);
  },
);

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codex } from './index.ts';
import { codexReader } from './session-reader.ts';
import { environmentOf, fileName, lines, OTHER, readAll, THREAD, write } from './test-rollout.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-codex-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const listed = (variables: Record<string, string> = {}) => [...codex.list(environmentOf(home, variables))];

it('lists active and archived sessions, with size and time', () => {
  const active = write(join(home, '.codex/sessions/2026/11/20', fileName(THREAD)), '{}\n');
  const archived = write(join(home, '.codex/archived_sessions', fileName(OTHER)), '{}\n{}\n');
  utimesSync(active, 1_700_000_000, 1_700_000_000.5);
  expect(listed()).toEqual([
    { source: 'codex', id: THREAD, location: active, modifiedAt: 1_700_000_000_500, sizeBytes: 3 },
    expect.objectContaining({ id: OTHER, location: archived, sizeBytes: 6 }),
  ]);
});

it('lists the same id in two places twice', () => {
  write(join(home, '.codex/sessions/2026/11/20', fileName(THREAD)), '{}\n');
  write(join(home, '.codex/archived_sessions', fileName(THREAD)), '{"other":1}\n');
  expect(listed().map((entry) => entry.id)).toEqual([THREAD, THREAD]);
});

it('takes the plain file where a compressed one lies beside it, and one segment of a thread that was reverted', () => {
  const day = join(home, '.codex/sessions/2026/11/20');
  const plain = write(join(day, fileName(OTHER)), '{}\n');
  write(join(day, `${fileName(OTHER)}.zst`), 'x');
  write(join(day, fileName(THREAD)), '{}\n');
  const second = write(
    join(home, '.codex/sessions/2026/11/21', fileName(THREAD, OTHER, '2026-11-21T09-00-00')),
    '{}\n',
  );
  expect(listed().map((entry) => entry.location)).toEqual([plain, second]);
});

it('skips what is no rollout file, and does not loop', () => {
  const day = join(home, '.codex/sessions/2026/11/20');
  mkdirSync(join(day, fileName(OTHER)), { recursive: true });
  write(join(day, 'notes.jsonl'), '{}\n');
  write(join(day, 'rollout-2025.json'), '{}');
  symlinkSync(join(home, '.codex/sessions'), join(day, 'loop'));
  symlinkSync(join(home, 'gone'), join(day, fileName(THREAD)));
  const locked = join(home, '.codex/sessions/2026/12');
  mkdirSync(locked);
  chmodSync(locked, 0);
  expect(listed()).toEqual([]);
  chmodSync(locked, 0o700);
});

it('shows a session that appeared after the last listing', () => {
  expect(listed()).toEqual([]);
  write(join(home, '.codex/sessions/2026/11/20', fileName(THREAD)), '{}\n');
  expect(listed()).toHaveLength(1);
});

it('follows CODEX_HOME, relative to the working directory too', () => {
  write(join(home, 'nowhere/mine/sessions/2026/11/20', fileName(THREAD)), '{}\n');
  expect(listed({ CODEX_HOME: 'mine' }).map((entry) => entry.id)).toEqual([THREAD]);
  expect(codex.roots(environmentOf(home, { CODEX_HOME: '/data/codex' }))).toEqual([
    '/data/codex/sessions',
    '/data/codex/archived_sessions',
  ]);
  expect(codex.roots(environmentOf('/home/dev', { CODEX_HOME: '' }))[0]).toBe('/home/dev/.codex/sessions');
});

it('describes and reads a file that is gone, or is none, without throwing', () => {
  const path = write(
    join(home, '.codex/sessions/2026/11/20', fileName(THREAD)),
    lines(['session_meta', { id: THREAD }]),
  );
  const [entry] = listed();
  if (!entry) throw new Error('not listed');
  rmSync(path);
  expect(codexReader.describe(entry)).toEqual({});
  expect(readAll(entry).report.warnings).toEqual(['The file could not be read.']);
  mkdirSync(path);
  expect(codexReader.describe(entry)).toEqual({});
  expect(readAll(entry).report.warnings).toHaveLength(1);
});

it('says when the file that a fork continues is missing, and when files refer to each other', () => {
  const forked = (base: string) =>
    lines(
      ['session_meta', { id: THREAD, cwd: '/w', history_base: { thread_id: base, end_byte_offset: 10 } }],
      ['event_msg', { type: 'user_message', message: 'go' }],
    );
  const path = join(home, '.codex/sessions/2026/11/20', fileName(THREAD));
  for (const base of [OTHER, THREAD, '../../etc/passwd']) {
    write(path, forked(base));
    const { events, report } = readAll(listed()[0] as never);
    expect(report.warnings.join()).toMatch(/forked/);
    expect(events.map((event) => event.kind)).toEqual(['workspace', 'request']);
  }
});

it('describes a file whose first line is longer than any head', () => {
  write(
    join(home, '.codex/sessions/2026/11/20', fileName(THREAD)),
    lines(
      ['session_meta', { id: THREAD, dynamic_tools: 'x'.repeat(400_000), cwd: '/w', cli_version: '0.160.0' }],
      ['event_msg', { type: 'task_started' }],
      ['event_msg', { type: 'task_complete', last_agent_message: 'Done.' }],
    ),
  );
  expect(listed().map((entry) => codexReader.describe(entry))).toMatchObject([
    { directory: '/w', agentVersion: '0.160.0', ending: 'finished' },
  ]);
});

it('reads the title anew when the index changes', () => {
  write(join(home, '.codex/sessions/2026/11/20', fileName(THREAD)), lines(['session_meta', { id: THREAD }]));
  const index = write(
    join(home, '.codex/session_index.jsonl'),
    `{"id":"${THREAD}","thread_name":"One"}\n{"id":"${OTHER}","thread_name":"Not"}\n`,
  );
  const title = () => listed().map((entry) => codexReader.describe(entry).title)[0];
  expect(title()).toBe('One');
  writeFileSync(
    index,
    `{"id":"${THREAD}","thread_name":"Two"}\n{"id":"${THREAD}","thread_name":" "}\nbroken`,
  );
  expect(title()).toBe('Two');
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codex } from './index.ts';
import { environmentOf, fileName, lines, readAll, THREAD, write } from './test-rollout.ts';

interface Database {
  exec(sql: string): void;
  pragma(sql: string): void;
  close(): void;
}

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-codex-'));
  write(
    join(home, '.codex/sessions/2026/11/20', fileName(THREAD)),
    lines(
      ['session_meta', { id: THREAD }],
      ['event_msg', { type: 'thread_goal_updated', goal: { objective: 'Ship it', status: 'active' } }],
    ),
  );
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Leaves the database open, so that what it wrote is in the write-ahead log, as with a live Codex. */
function database(directory: string, name: string, sql: string): Database {
  const Driver = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => Database;
  mkdirSync(directory, { recursive: true });
  const opened = new Driver(join(directory, name));
  opened.pragma('journal_mode = WAL');
  opened.pragma('wal_autocheckpoint = 0');
  opened.exec(sql);
  return opened;
}

const GOALS =
  'CREATE TABLE thread_goals (thread_id TEXT PRIMARY KEY, objective TEXT, status TEXT, updated_at_ms INTEGER);';

function kinds(variables: Record<string, string> = {}) {
  const [entry] = codex.list(environmentOf(home, variables));
  if (!entry) throw new Error('not listed');
  return readAll(entry).events.filter((event) => ['goal', 'request', 'title'].includes(event.kind));
}

it('adds the name, the goal and the waiting prompts of a live database', () => {
  const directory = join(home, '.codex');
  const open = [
    database(
      directory,
      'state_4.sqlite',
      `CREATE TABLE threads (id TEXT, name TEXT); INSERT INTO threads VALUES ('${THREAD}', 'Old generation');`,
    ),
    database(
      directory,
      'state_12.sqlite',
      `CREATE TABLE threads (id TEXT, name TEXT); INSERT INTO threads VALUES ('${THREAD}', 'Slug tool');`,
    ),
    database(
      directory,
      'goals_1.sqlite',
      `${GOALS} INSERT INTO thread_goals VALUES ('${THREAD}', 'Ship it', 'paused', 1795169000000);`,
    ),
    database(
      directory,
      'queue_1.sqlite',
      `CREATE TABLE queued_items (thread_id TEXT, payload_json TEXT, queue_order INTEGER, created_at_ms INTEGER);
       INSERT INTO queued_items VALUES ('${THREAD}', '{"UserInput":{"content":[{"type":"text","text":"then tidy up"}]}}', 1, 1795169000001),
         ('${THREAD}', 'broken', 0, 1), ('other', '{"UserInput":{"content":[{"text":"no"}]}}', 0, 1);`,
    ),
  ];
  const before = readdirSync(directory)
    .sort()
    .map((name) => [
      name,
      name.includes('.sqlite') && readFileSync(join(directory, name)).toString('base64'),
    ]);
  expect(kinds()).toEqual([
    { kind: 'goal', goal: 'Ship it', status: 'active', at: 1795168800000 },
    { kind: 'goal', goal: 'Ship it', status: 'paused', at: 1795169000000 },
    { kind: 'request', text: 'then tidy up', via: 'queued', at: 1795169000001 },
    { kind: 'title', title: 'Slug tool' },
  ]);
  const after = readdirSync(directory)
    .sort()
    .map((name) => [
      name,
      name.includes('.sqlite') && readFileSync(join(directory, name)).toString('base64'),
    ]);
  expect(after).toEqual(before);
  for (const each of open) each.close();
});

it('does not go back to an older goal, and looks where CODEX_SQLITE_HOME says', () => {
  const elsewhere = join(home, 'databases');
  database(
    elsewhere,
    'goals_1.sqlite',
    `${GOALS} INSERT INTO thread_goals VALUES ('${THREAD}', 'Older', 'active', 1700000000000);`,
  ).close();
  expect(kinds({ CODEX_SQLITE_HOME: elsewhere }).map((event) => event.kind)).toEqual(['goal']);
  database(
    elsewhere,
    'goals_2.sqlite',
    `${GOALS} INSERT INTO thread_goals VALUES ('${THREAD}', 'Newer', 'active', 1800000000000);`,
  ).close();
  expect(kinds({ CODEX_SQLITE_HOME: elsewhere })).toContainEqual({
    kind: 'goal',
    goal: 'Newer',
    status: 'active',
    at: 1800000000000,
  });
});

it('does without databases that are broken or of another shape', () => {
  write(join(home, '.codex/state_5.sqlite'), 'no database');
  database(join(home, '.codex'), 'goals_1.sqlite', 'CREATE TABLE something (x);').close();
  expect(kinds().map((event) => event.kind)).toEqual(['goal']);
});

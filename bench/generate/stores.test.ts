import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseClaude } from '../fidelity/raw-claude.ts';
import { parseCodex } from '../fidelity/raw-codex.ts';
import { claudeCode } from './agents/claude-code.ts';
import { codexOf } from './agents/codex.ts';
import { opencode } from './agents/opencode.ts';
import { praisonAi } from './agents/praison-ai.ts';
import { fleetOf } from './agents.ts';
import { makeFleet, makePraison, makeSingle } from './stores.ts';
import { LAST_REQUEST } from './story.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-generate-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

function records(path: string): Record<string, unknown>[] {
  return linesOf(path).map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('makes the same bytes twice', () => {
  // A database holds a counter of its own.
  const digest = (): string[] =>
    filesBelow(root)
      .filter((path) => !path.endsWith('.db'))
      .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
  makeFleet(root, 30, 900_000);
  const first = digest();
  rmSync(root, { recursive: true });
  makeFleet(root, 30, 900_000);
  expect(digest()).toEqual(first);
  expect(first.length).toBeGreaterThan(30);
});

it('fills a fleet with every agent, in time, in about the bytes asked for, and every record parses', () => {
  const store = makeFleet(root, 120, 12_000_000);
  expect(new Set(store.sessions.map((session) => session.id)).size).toBe(120);
  expect(store.bytes).toBeGreaterThan(9_000_000);
  expect(store.bytes).toBeLessThan(16_000_000);
  const { writers } = fleetOf(120);
  expect(store.sessions.map((session) => session.agent)).toEqual(writers.map((writer) => writer.name));
  expect(new Set(writers).size).toBe(store.notes.length === 0 ? 12 : 11);
  for (const path of filesBelow(store.home)) {
    if (path.endsWith('.jsonl')) expect(() => records(path)).not.toThrow();
    else if (path.endsWith('.json')) expect(() => JSON.parse(readFileSync(path, 'utf8'))).not.toThrow();
  }
  const times = store.sessions
    .filter((session) => session.agent === 'claude-code')
    .map((session) => statSync(session.path).mtimeMs);
  expect(times[0]).toBeLessThan(times.at(-1)!);
});

describe('a big session', () => {
  it('of Claude Code has turns, plans, edits, failures, progress and sub-agents', () => {
    const { sessions } = makeSingle(root, claudeCode, 6_000_000);
    const { path, id } = sessions[0]!;
    expect(statSync(path).size).toBeGreaterThan(5_800_000);
    expect(statSync(path).size).toBeLessThan(6_600_000);
    const { steps, directory } = parseClaude(linesOf(path));
    expect(directory).toBe(`${root}/projects/parcel-hub`);
    const requests = steps.filter((step) => step.kind === 'human');
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.at(-1)).toMatchObject({ text: LAST_REQUEST });
    expect(steps.some((step) => step.kind === 'compact')).toBe(true);
    expect(steps.filter((step) => step.kind === 'tool' && step.edits.length > 0).length).toBeGreaterThan(20);
    const all = records(path);
    const share = all.filter((record) => record['type'] === 'progress').length / all.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.4);
    const sizes = linesOf(path)
      .map((line) => line.length)
      .sort((one, other) => one - other);
    expect(sizes[sizes.length >> 1]).toBeLessThan(2_000);
    expect(sizes.at(-1)).toBeGreaterThan(40_000);
    const text = readFileSync(path, 'utf8');
    for (const part of ['"TaskCreate"', '"TaskUpdate"', 'Exit code 1', '[Request interrupted by user]'])
      expect(text).toContain(part);
    const agents = readdirSync(path.replace('.jsonl', '/subagents'));
    expect(agents.filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(0);
    expect(all.filter((record) => 'sessionId' in record).every((record) => record['sessionId'] === id)).toBe(
      true,
    );
  });

  it('of Claude Code chains its records, and every result has a call', () => {
    const { sessions } = makeSingle(root, claudeCode, 200_000);
    let last: unknown = null;
    const calls = new Set<unknown>();
    for (const record of records(sessions[0]!.path)) {
      if (record['uuid'] === undefined) continue;
      if (record['subtype'] !== 'compact_boundary') expect(record['parentUuid']).toBe(last);
      last = record['uuid'];
      const content = (record['message'] as { content?: unknown } | undefined)?.content;
      for (const block of Array.isArray(content) ? (content as Record<string, unknown>[]) : []) {
        if (block['type'] === 'tool_use') calls.add(block['id']);
        if (block['type'] === 'tool_result') expect(calls).toContain(block['tool_use_id']);
      }
    }
    expect(calls.size).toBeGreaterThan(10);
  });

  it('of Codex has turns and edits in both generations', () => {
    for (const generation of ['messages', 'items'] as const) {
      const { sessions } = makeSingle(`${root}/${generation}`, codexOf(generation), 1_000_000);
      const lines = linesOf(sessions[0]!.path);
      const { steps } = parseCodex(lines);
      expect(steps.filter((step) => step.kind === 'tool' && step.edits.length > 0).length).toBeGreaterThan(
        10,
      );
      expect(steps.some((step) => step.kind === 'tool' && step.command === 'npm test -- labels')).toBe(true);
      const kinds = new Set(
        lines.map((line) => (JSON.parse(line) as { payload: { type?: string } }).payload.type),
      );
      expect(kinds.has('user_message')).toBe(generation === 'messages');
      expect(kinds.has('item_completed')).toBe(generation === 'items');
      expect(lines.at(-1)).toContain('"turn_aborted"');
    }
  });
});

it('puts PraisonAI sessions where their project is, all of about one size', () => {
  const store = makePraison(root, 'project', 8, 30_000);
  // The id of git.example.com/acme/parcel-hub.
  const folder = join(store.home, '.praisonai/sessions/projects/8a7173c0');
  expect(readdirSync(folder)).toHaveLength(8);
  for (const { path } of store.sessions) {
    expect(statSync(path).size).toBeGreaterThan(24_000);
    expect(statSync(path).size).toBeLessThan(36_000);
  }
  const newest = JSON.parse(readFileSync(store.sessions.at(-1)!.path, 'utf8')) as {
    messages: { content: string }[];
  };
  expect(newest.messages.some((message) => message.content === LAST_REQUEST)).toBe(true);
  expect(existsSync(join(store.directory, '.git/config'))).toBe(true);
  const single = makeSingle(`${root}/single`, praisonAi(), 8_000);
  expect(single.sessions[0]!.path).toMatch(/\.praisonai\/sessions\/run-[0-9a-f]{10}\.json$/);
});

it.skipIf(opencode.obstacle?.() !== undefined)('puts OpenCode sessions into one database', () => {
  const { sessions } = makeSingle(root, opencode, 100_000);
  const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
  const database = new Database(sessions[0]!.path, { readonly: true });
  const count = (table: string): unknown => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(count('session')).toBe(1);
  expect(count('part')).toBeGreaterThan(20);
  expect(count('todo')).toBe(4);
  const requests = database
    .prepare(`SELECT data FROM part WHERE data LIKE '%' || ? || '%'`)
    .all(LAST_REQUEST);
  expect(requests).toHaveLength(1);
  database.close();
});

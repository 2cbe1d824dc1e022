import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withPrefixStore } from './prefix-store.ts';
import { findSessions } from './session-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-prefix-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const id = '11111111-2222-4333-8444-555555555555';

it('finds each agent by its place, and keeps to one where asked', () => {
  put('.claude/projects/-w/a.jsonl', '{}');
  put('.claude/projects/-w/a/subagents/agent-b.jsonl', '{}');
  put(`.codex/sessions/2026/01/02/rollout-x-${id}.jsonl`, '{}');
  put('.gemini/tmp/shop/chats/session-1.json', { messages: [] });
  put('.qwen/projects/-w/chats/q.jsonl', '{}');
  put('.pi/agent/sessions/--w--/p.jsonl', '{}');
  put('.copilot/session-state/c/events.jsonl', '{}');
  put('exports/o.export.json', { info: {}, messages: [] });
  expect(findSessions(root).map((session) => `${session.agent} ${session.name}`)).toEqual([
    'claude-code a.jsonl',
    `codex rollout-x-${id}.jsonl`,
    'copilot-cli c',
    'gemini-cli session-1.json',
    'pi p.jsonl',
    'qwen-code q.jsonl',
    'opencode o.export.json',
  ]);
  expect(findSessions(root, 'pi')).toHaveLength(1);
  expect(findSessions(join(root, '.claude'), 'pi').map((session) => session.place)).toContain(
    '.pi/agent/sessions/--x--/a.jsonl',
  );
});

it('writes the first lines where the agent would, with the time of the last, and removes them', async () => {
  const line = (hour: number): string =>
    JSON.stringify({ sessionId: id, timestamp: `2026-03-01T0${hour}:00:00.000Z` });
  put('.claude/projects/-other/copy.jsonl', [line(1), line(2), line(3)].join('\n'));
  const [session] = findSessions(root);
  let home = '';
  await withPrefixStore(session!, '/w/shop.api', session!.records.slice(0, 2), (store) => {
    home = store.home;
    expect(store.id).toBe(id);
    expect(relative(store.home, store.location)).toBe(`.claude/projects/-w-shop-api/${id}.jsonl`);
    expect(readFileSync(store.location, 'utf8')).toBe(`${line(1)}\n${line(2)}\n`);
    expect(statSync(store.location).mtime.toISOString()).toBe('2026-03-01T02:00:00.000Z');
  });
  expect(existsSync(home)).toBe(false);
});

it('writes the first messages of a Gemini session, with its project, and no later time', async () => {
  const messages = [1, 2].map((day) => ({ type: 'user', timestamp: `2026-03-0${day}T00:00:00.000Z` }));
  put('.gemini/tmp/shop/chats/session-1.json', {
    sessionId: id,
    lastUpdated: '2026-03-02T00:00:00.000Z',
    messages,
  });
  put('.gemini/tmp/shop/.project_root', '/w/shop');
  put('.gemini/projects.json', { projects: {} });
  const [session] = findSessions(root);
  await withPrefixStore(session!, '', session!.records.slice(0, 1), ({ home, location }) => {
    expect(JSON.parse(readFileSync(location, 'utf8'))).toEqual({
      sessionId: id,
      lastUpdated: '2026-03-01T00:00:00.000Z',
      messages: messages.slice(0, 1),
    });
    expect(readdirSync(join(home, '.gemini')).sort()).toEqual(['projects.json', 'tmp']);
    expect(readFileSync(join(home, '.gemini/tmp/shop/.project_root'), 'utf8')).toBe('/w/shop');
  });
});

it('writes an OpenCode export as a tree, with new ids in order, and without what comes later', async () => {
  const message = (role: string, created: number, ...parts: unknown[]): unknown => ({
    info: {
      id: 'REDACTED',
      role,
      time: { created },
      ...(role === 'assistant' ? { parentID: 'REDACTED' } : {}),
    },
    parts,
  });
  const tool = { type: 'tool', callID: 'REDACTED', tool: 'bash' };
  put('o.export.json', {
    info: {
      id: 'ses_1',
      projectID: 'p1',
      directory: '/w/shop',
      summary: { files: 9 },
      time: { created: 1, updated: 9 },
    },
    messages: [
      message('user', 1_772_900_000_000, { type: 'text', text: 'Fix it' }),
      message('assistant', 1_772_900_001_000, tool, tool),
      message('user', 1_772_900_002_000),
    ],
  });
  const [session] = findSessions(root);
  await withPrefixStore(session!, '', session!.records.slice(0, 2), ({ home, location }) => {
    const storage = join(home, '.local/share/opencode/storage');
    const load = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
    expect(load(location)).toEqual({
      id: 'ses_1',
      projectID: 'p1',
      directory: '/w/shop',
      time: { created: 1, updated: 1_772_900_001_000 },
    });
    const ids = readdirSync(join(storage, 'message/ses_1')).sort();
    expect(ids).toHaveLength(2);
    const [userId, assistantId] = ids.map((name) => name.replace('.json', ''));
    expect(load(join(storage, 'message/ses_1', ids[1]!))).toMatchObject({
      id: assistantId,
      parentID: userId,
    });
    const parts = readdirSync(join(storage, 'part', assistantId!)).sort();
    const calls = parts.map((name) => load(join(storage, 'part', assistantId!, name)) as { callID: string });
    expect(new Set(calls.map((part) => part.callID)).size).toBe(2);
  });
});

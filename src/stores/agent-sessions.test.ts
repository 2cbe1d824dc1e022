import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentSessions } from './agent-sessions.ts';
import { openSessionStore } from './open-session-store.ts';
import type { SessionStore } from './session-store.ts';
import { START, user } from './testing/temporary-store.ts';

let directory = '';
let store: SessionStore;
let clock = START;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agents-'));
  clock = START;
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

const KINDS = {
  file: () => openSessionStore({ kind: 'file', directory }),
  sqlite: () => openSessionStore({ kind: 'sqlite', path: join(directory, 's.db') }),
};
const sessionsOf = (of = store) => new AgentSessions(of, { project: 'p0000001', now: () => clock++ });

describe.each(['file', 'sqlite'] as const)('an agent’s sessions in %s', (kind) => {
  beforeEach(async () => {
    store = await KINDS[kind]();
  });

  test('are what another machine loads', async () => {
    const here = sessionsOf();
    const messages = [user('fix the parser')];
    await here.create({ id: 'a', agentName: 'coder', metadata: { model: 'm-1', workspace: '/w' }, messages });
    const toolCalls = [{ id: 'c1', name: 'run', arguments: '{"command": "ls"}' }];
    await here.append('a', [{ role: 'assistant', content: '', toolCalls }], {
      usage: { inputTokens: 10, outputTokens: 5, cost: 0.25 },
      metadata: { last_run: { status: 'running', at: 1 } },
    });
    await here.append('a', [{ role: 'tool', content: 'out', toolCallId: 'c1' }]);
    const record = (await sessionsOf().load('a'))?.record;
    expect(record).toMatchObject({
      session_id: 'a',
      agent_name: 'coder',
      model: 'm-1',
      metadata: { workspace: '/w', total_tokens: 15, cost: 0.25, last_run: { status: 'running' } },
    });
    expect(record?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'fix the parser'],
      ['assistant', ''],
      ['tool', 'out'],
    ]);
    expect(record?.messages[1]?.tool_calls?.[0]?.function).toEqual({
      name: 'run',
      arguments: '{"command": "ls"}',
    });
    const [listed] = (await store.list({ projects: ['p0000001'], limit: 5 })).sessions;
    expect(listed?.description).toMatchObject({
      title: 'fix the parser',
      directory: '/w',
      agentName: 'coder',
    });
    expect(await sessionsOf().load('b')).toBeUndefined();
  });

  test('two agents on one session lose nothing of each other', async () => {
    const [one, two] = [sessionsOf(), sessionsOf()];
    await one.create({ id: 'a', metadata: { model: 'm' } });
    const work = async (through: AgentSessions, label: string) => {
      for (let index = 0; index < 10; index++)
        await through.append('a', [user(`${label} ${index}`)], {
          usage: { inputTokens: 1, outputTokens: 0 },
          metadata: { [label]: index },
        });
    };
    await Promise.all([work(one, 'one'), work(two, 'two')]);
    const record = (await sessionsOf().load('a'))?.record;
    expect(record?.messages).toHaveLength(20);
    expect(record?.metadata).toMatchObject({ one: 9, two: 9, total_tokens: 20 });
    for (const label of ['one', 'two'])
      expect(record?.messages.map(({ content }) => content).filter((text) => text.startsWith(label))).toEqual(
        Array.from({ length: 10 }, (_, index) => `${label} ${index}`),
      );
  });

  test('a compaction covers what it says', async () => {
    const here = sessionsOf();
    await here.create({ id: 'a', messages: ['one', 'two', 'three'].map(user) });
    await here.setLastCompaction('a', {
      summary: 'So far',
      messageIndex: 2,
      metadata: { covered_messages: 2 },
    });
    await here.append('a', [user('four')]);
    const record = (await sessionsOf().load('a'))?.record;
    expect(record?.last_compaction).toMatchObject({ summary: 'So far', message_index: 2 });
    expect(record?.messages).toHaveLength(4);
    await here.setLastCompaction('a', { summary: 'All' });
    expect((await sessionsOf().load('a'))?.record.last_compaction?.message_index).toBe(4);
  });

  test('a fork is a child with the same conversation', async () => {
    const here = sessionsOf();
    await here.create({ id: 'a', title: 'Plan', messages: ['one', 'two'].map(user) });
    const { id } = await here.fork('a');
    await here.append(id, [user('three')]);
    const child = (await sessionsOf().load(id))?.record;
    expect(child).toMatchObject({ parent_id: 'a', title: 'Fork of Plan' });
    expect(child?.messages.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect((await sessionsOf().load('a'))?.record.messages).toHaveLength(2);
    const roots = await store.list({ projects: ['p0000001'], rootsOnly: true, limit: 5 });
    expect(roots.sessions.map(({ key }) => key.id)).toEqual(['a']);
    await expect(here.fork('none')).rejects.toMatchObject({ code: 'session-not-found' });
  });

  test('a command never travels: neither into the store nor out of it', async () => {
    const here = sessionsOf();
    await here.create({ id: 'a', metadata: { goal_verify_command: 'rm -r x' } });
    await here.updateMetadata('a', { goal_verify_command: 'rm -r x', goal_state: { goal: 'g' } });
    const stored = await store.get({ source: 'praisonai', id: 'a' });
    expect(JSON.stringify(stored)).not.toContain('rm -r');
    const planted = { ...stored?.document, metadata: { goal_verify_command: 'rm -r x' } };
    const { project = '', description = {} } = stored ?? {};
    await store.write(
      { source: 'praisonai', id: 'a' },
      { head: { project, description, document: planted } },
    );
    expect((await sessionsOf().load('a'))?.record.metadata).not.toHaveProperty('goal_verify_command');
  });

  test('create refuses an id that exists, a change one that does not', async () => {
    const here = sessionsOf();
    await here.create({ id: 'a' });
    await expect(sessionsOf().create({ id: 'a' })).rejects.toMatchObject({ code: 'session-exists' });
    await expect(here.updateMetadata('b', { x: 1 })).rejects.toMatchObject({ code: 'session-not-found' });
    await here.append('c', [user('made')]);
    expect((await sessionsOf().load('c'))?.record.messages).toHaveLength(1);
  });
});

test('in a directory of session files they are files that Python reads', async () => {
  store = await KINDS.file();
  await sessionsOf().create({ id: 'a', title: 'Plan', messages: [user('hi')] });
  const file = JSON.parse(readFileSync(join(directory, 'projects/p0000001/a.json'), 'utf8'));
  expect(file).toMatchObject({ session_id: 'a', metadata: { title: 'Plan' }, archived_messages: [] });
  expect(file.messages[0]).toMatchObject({ role: 'user', content: 'hi', timestamp: expect.any(Number) });
});

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { START, temporaryStore, user } from '../testing/temporary-store.ts';
import { listSessions } from './list-sessions.ts';

const { directory, file, here, json, open, place } = temporaryStore();

describe('create and append', () => {
  test('the bytes that Python would write', async () => {
    const store = open();
    await store.create({
      id: 'plan',
      title: 'Plan',
      metadata: { model: 'm-1' },
      messages: [user('héllo 🚀')],
    });
    here.clock = START + 875;
    await store.append('plan', [
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'c1', name: 'run', arguments: '{"command": "ls"}' }],
      },
      { role: 'tool', content: 'a\nb', toolCallId: 'c1', at: START + 1 },
    ]);
    expect(readFileSync(file('plan'), 'utf8')).toBe(`{
  "session_id": "plan",
  "messages": [
    {
      "role": "user",
      "content": "héllo 🚀",
      "timestamp": 1796023077.125,
      "metadata": {}
    },
    {
      "role": "assistant",
      "content": "",
      "timestamp": 1796023078.0,
      "metadata": {},
      "tool_calls": [
        {
          "id": "c1",
          "type": "function",
          "function": {
            "name": "run",
            "arguments": "{\\"command\\": \\"ls\\"}"
          }
        }
      ]
    },
    {
      "role": "tool",
      "content": "a\\nb",
      "timestamp": 1796023077.126,
      "metadata": {},
      "tool_call_id": "c1"
    }
  ],
  "created_at": "2026-11-30T07:17:57.125000+00:00",
  "updated_at": "2026-11-30T07:17:58.000000+00:00",
  "agent_name": null,
  "user_id": null,
  "metadata": {
    "model": "m-1",
    "title": "Plan"
  },
  "gateway_session_id": null,
  "agent_id": null,
  "runtime_state": {},
  "archived_messages": [],
  "model": "m-1"
}`);
  });

  test('append makes a session, create refuses one that exists', async () => {
    const store = open();
    await store.append('a', [user('one')]);
    await expect(store.create({ id: 'a' })).rejects.toMatchObject({ code: 'session-exists' });
    expect(store.load('a')?.record.messages).toHaveLength(1);
    expect((await store.create()).id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('files and directories are private', async () => {
    await open().append('a', [user('one')]);
    expect(statSync(directory()).mode & 0o777).toBe(0o700);
    expect(statSync(file('a')).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(directory()))
      expect(statSync(join(directory(), name)).mode & 0o077).toBe(0);
  });

  test('in one process, appends keep the order in which they were asked for', async () => {
    const store = open({ retention: { policy: 'keep-all', activeWindow: 0 } });
    const texts = Array.from({ length: 40 }, (_, index) => `message ${index}`);
    await Promise.all(texts.map((text) => store.append('a', [user(text)])));
    expect(json('a').messages.map((message: { content: string }) => message.content)).toEqual(texts);
    expect(readdirSync(directory()).sort()).toEqual(['a.json', 'a.json.lock']);
  });
});

describe('a session that another program wrote', () => {
  const foreign = `{
  "session_id": "x",
  "messages": [
    {
      "role": "user",
      "content": "q",
      "timestamp": 1796023077.0,
      "metadata": {
        "weight": 1.0
      },
      "parts": []
    }
  ],
  "created_at": "2026-11-30T07:17:57+00:00",
  "metadata": {
    "cost": 0.0,
    "big": 12345678901234567890
  },
  "future": {
    "kept": 1e-05
  }
}`;

  test('keeps every field and every number', async () => {
    place('x', foreign);
    const store = open();
    await store.append('x', [user('r')]);
    await store.updateMetadata('x', { goal_state: { goal: 'Ship' }, nothing: undefined });
    const text = readFileSync(file('x'), 'utf8');
    for (const part of [
      '"timestamp": 1796023077.0,',
      '"weight": 1.0',
      '"cost": 0.0',
      '12345678901234567890',
      '1e-05',
    ])
      expect(text).toContain(part);
    const { messages, created_at, metadata, future, cost } = json('x');
    expect(messages[0]).toEqual(JSON.parse(foreign).messages[0]);
    expect([created_at, future, cost]).toEqual(['2026-11-30T07:17:57+00:00', { kept: 0.00001 }, 0]);
    expect(metadata.goal_state).toEqual({ goal: 'Ship' });
  });

  test('a mirrored field goes with the metadata field it mirrors', async () => {
    place('x', '{"session_id": "x", "messages": [], "metadata": {"model": "old"}, "model": "old"}');
    const store = open();
    await store.updateMetadata('x', { model: 'new', agent_name: 'coder' });
    expect(json('x')).toMatchObject({ model: 'new', agent_name: 'coder', metadata: { model: 'new' } });
    await store.updateMetadata('x', { model: null });
    expect(json('x')).not.toHaveProperty('model');
    expect(store.load('x')?.record).not.toHaveProperty('model');
  });

  test('old files and odd values read as far as they go', () => {
    place(
      'old',
      JSON.stringify({
        session_id: 'old',
        messages: [
          null,
          3,
          { content: [{ type: 'text', text: 'part' }, 'bare'] },
          { role: 'robot', content: 5 },
        ],
        llm: 'm-0',
        parent_session_id: 'root',
        metadata: [],
        last_compaction: { summary: 'S' },
        children_ids: 'none',
      }),
    );
    const record = open().load('old')?.record;
    expect(record).toMatchObject({
      model: 'm-0',
      parent_id: 'root',
      children_ids: [],
      archived_messages: [],
    });
    expect(record?.messages).toEqual([
      { role: 'user', content: 'part\nbare', metadata: {} },
      { role: 'system', content: '', metadata: {} },
    ]);
    expect(record?.last_compaction).toMatchObject({ summary: 'S', message_index: 0, role: 'system' });
  });

  test('pooled snapshots are written as Python writes them, without blanks', async () => {
    const stored = {
      session_id: 'x',
      messages: [],
      snapshots: [{ transcript_refs: {} }],
      snapshot_storage: { version: 1 },
    };
    place('x', JSON.stringify(stored));
    await open().append('x', [user('q')]);
    expect(readFileSync(file('x'), 'utf8')).toMatch(
      /^\{"session_id":"x",.*"snapshot_storage":\{"version":1\}\}$/,
    );
  });
});

describe('fork, rename, delete, import', () => {
  const messages = [user('one'), { role: 'assistant', content: 'two' } as const, user('three')];

  test('a fork is a child with the messages up to one', async () => {
    const store = open();
    await store.create({ id: 'p', title: 'Parent', agentName: 'coder', metadata: { cost: 0.5 }, messages });
    const { id } = await store.fork('p', { atMessage: 1 });
    expect(json(id)).toMatchObject({
      parent_id: 'p',
      forked_from_message_id: '1',
      children_ids: [],
      snapshots: [],
      is_shared: false,
      title: 'Fork of Parent',
      agent_name: 'coder',
      cost: 0.5,
    });
    expect(json(id).messages.map((message: { content: string }) => message.content)).toEqual(['one', 'two']);
    expect(json('p')).toMatchObject({ children_ids: [id], parent_id: null, title: null });
    expect(json('p').messages).toHaveLength(3);
    await store.append(id, [user('four')]);
    expect(json(id).parent_id).toBe('p');
    expect(store.load(id)?.record).toMatchObject({ parent_id: 'p', title: 'Fork of Parent' });
  });

  test('a whole fork takes the archive and the summary along, and has its own copy', async () => {
    const store = open({ retention: { policy: 'compact', activeWindow: 2 } });
    await store.create({ id: 'p', messages });
    await store.setLastCompaction('p', { summary: 'So far' });
    const { id } = await store.fork('p', { id: 'c', title: 'Mine' });
    expect(json('c')).toMatchObject({
      title: 'Mine',
      metadata: { title: 'Mine' },
      forked_from_message_id: null,
    });
    expect(json('c').archived_messages).toEqual(json('p').archived_messages);
    expect(json('c').last_compaction).toMatchObject({ summary: 'So far' });
    await store.updateMetadata(id, { title: 'Changed' });
    expect(json('p').metadata).toEqual({});
  });

  test('a parent that cannot be written: the error names the child, which is saved', async () => {
    const store = open({ lockTimeoutMs: 20, locking: 'lock-directory' });
    await store.create({ id: 'p', messages });
    mkdirSync(`${file('p')}.lock.d`);
    await expect(store.fork('p', { id: 'c' })).rejects.toMatchObject({
      code: 'parent-not-updated',
      failure: { id: 'c', parentId: 'p' },
      cause: { code: 'session-locked' },
    });
    expect(json('c').parent_id).toBe('p');
  });

  test('a message that does not exist', async () => {
    const store = open();
    await store.create({ id: 'p', messages });
    for (const atMessage of [-1, 3, 1.5])
      await expect(store.fork('p', { atMessage })).rejects.toThrow(/numbered 0 to 2/);
    expect(readdirSync(directory()).filter((name) => name.endsWith('.json'))).toEqual(['p.json']);
  });

  test('a spawned session knows its parent', async () => {
    const store = open();
    await store.create({ id: 'p' });
    await store.create({ id: 'c', parentId: 'p', title: 'Sub' });
    expect(json('c')).toMatchObject({ parent_id: 'p', title: 'Sub' });
    expect(json('p').children_ids).toEqual(['c']);
  });

  test('rename sets the title that Python lists', async () => {
    const store = open();
    await store.create({ id: 'a' });
    await store.rename('a', 'New name');
    expect(json('a').metadata).toEqual({ title: 'New name' });
    expect(listSessions([store]).sessions[0]?.title).toBe('New name');
  });

  test('delete takes the lock file and old copies along', async () => {
    const former = join(here.base, 'former');
    mkdirSync(former);
    writeFileSync(join(former, 'a.json'), '{"session_id": "a", "messages": []}');
    const store = open({ formerDirectories: [former] });
    await store.append('a', [user('q')]);
    expect(readFileSync(join(former, 'a.json'), 'utf8')).toBe('{"session_id": "a", "messages": []}');
    expect(store.files()).toHaveLength(1);
    expect(await store.delete('a')).toBe(true);
    expect([...readdirSync(directory()), ...readdirSync(former)]).toEqual([]);
    expect(await store.delete('a')).toBe(false);
  });

  test('a session of a former directory alone is deleted where it is', async () => {
    const former = join(here.base, 'former');
    mkdirSync(former);
    writeFileSync(join(former, 'a.json'), '{"session_id": "a", "messages": []}');
    expect(await open({ formerDirectories: [former] }).delete('a')).toBe(true);
    expect(readdirSync(here.base)).toEqual(['former']);
  });

  test('export gives the file, import a new session without relatives', async () => {
    const store = open();
    await store.create({ id: 'p', messages });
    const { id: child } = await store.fork('p');
    const { id } = await store.import(store.export(child));
    expect(json(id)).toMatchObject({ session_id: id, parent_id: null, children_ids: [], title: 'Fork of p' });
    expect(json(id).messages).toEqual(json('p').messages);
    await expect(store.import(store.export('p'), 'p')).rejects.toMatchObject({ code: 'session-exists' });
    for (const text of ['', '[]', '{}', '{"messages": [1]}', '{"messages": [{"role": "user"}]}'])
      await expect(store.import(text)).rejects.toMatchObject({ code: 'invalid-import' });
  });

  test('an import brings no command along', async () => {
    const store = open();
    const metadata = { title: 'T', goal_verify_command: 'rm -r x' };
    const { id } = await store.import(JSON.stringify({ messages: [], metadata }));
    expect(json(id).metadata).toEqual({ title: 'T' });
  });
});

test('usage adds up, in the nested and the flat fields', async () => {
  const store = open();
  await store.create({ id: 'a', metadata: { total_tokens: 10, cost: 0.1 } });
  await store.addUsage('a', { inputTokens: 100, outputTokens: 20, cost: 0.2 });
  await store.addUsage('a', { inputTokens: 1, outputTokens: 2, cachedTokens: 1 });
  expect(json('a').metadata).toEqual({
    total_tokens: 133,
    cost: 0.3,
    usage: {
      input_tokens: 101,
      output_tokens: 22,
      cached_tokens: 1,
      total_tokens: 133,
      cost: 0.3,
      requests: 2,
    },
  });
  expect(json('a')).toMatchObject({ total_tokens: 133, cost: 0.3 });
});

test('a compaction covers the messages so far, and needs a summary', async () => {
  const store = open();
  await store.append('a', [user('one'), user('two')]);
  await store.setLastCompaction('a', { summary: 'S', tokensBefore: 900, tokensAfter: 40 });
  expect(json('a').last_compaction).toMatchObject({
    summary: 'S',
    message_index: 2,
    role: 'system',
    tokens_before: 900,
  });
  await store.setLastCompaction('a', { summary: 'T', messageIndex: 1 });
  expect(json('a').last_compaction).toMatchObject({ summary: 'T', message_index: 1 });
  await store.setLastCompaction('a', { summary: 'T', messageIndex: 9 });
  expect(json('a').last_compaction).toMatchObject({ message_index: 2 });
  await expect(store.setLastCompaction('a', { summary: ' ' })).rejects.toThrow(RangeError);
});

test('what this process wrote last is not taken for what another one wrote since', async () => {
  const store = open();
  const metadata = { list: ['mine'] };
  await store.append('a', [user('one')], { metadata });
  metadata.list.push('changed by the caller later');
  await store.append('a', [user('two')]);
  expect(json('a').metadata).toEqual({ list: ['mine'] });
  // In place, with the same size: the file's times tell.
  await new Promise((resolve) => setTimeout(resolve, 20));
  writeFileSync(file('a'), readFileSync(file('a'), 'utf8').replace('"one"', '"ONE"'));
  await store.append('a', [user('three')]);
  expect(json('a').messages.map(({ content }: { content: string }) => content)).toEqual([
    'ONE',
    'two',
    'three',
  ]);
  writeFileSync(file('a'), '{"session_id": "a", "messages": []}');
  await store.append('a', [user('four')]);
  expect(json('a').messages).toHaveLength(1);
  await store.delete('a');
  await store.append('a', [user('five')]);
  expect(json('a').messages).toHaveLength(1);
});

test('an append writes usage and metadata along with the messages', async () => {
  const store = open();
  await store.append('a', [user('one')], {
    metadata: { model: 'm-1', title: null },
    usage: { inputTokens: 3, outputTokens: 4 },
  });
  expect(json('a')).toMatchObject({ model: 'm-1', total_tokens: 7, metadata: { usage: { requests: 1 } } });
  expect(json('a').messages).toHaveLength(1);
});

test.skipIf(process.getuid?.() === 0)('a full or forbidden disk leaves the session as it was', async () => {
  const store = open();
  await store.append('a', [user('one')]);
  const before = readFileSync(file('a'), 'utf8');
  chmodSync(directory(), 0o500);
  await expect(store.append('a', [user('two')])).rejects.toThrow(/EACCES/);
  chmodSync(directory(), 0o700);
  expect(readFileSync(file('a'), 'utf8')).toBe(before);
});

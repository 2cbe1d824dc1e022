import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, treeHash } from '../cli/run-cli.ts';
import { GitRepository } from '../git-repository.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const EXAMPLE = '5d0f3c1e-6f6b-4c1a-9d55-2b7a1f0c9e42';

let home: string;
let directory: string;
let client: Client;
let log = '';

/** A session of our own store in the project of `directory`. */
function ownSession(id: string, minute: number, text: string): void {
  const folder = join(home, '.praisonai/sessions');
  mkdirSync(folder, { recursive: true });
  const at = `2026-01-02T03:${String(minute).padStart(2, '0')}:00.000000+00:00`;
  writeFileSync(
    join(folder, `${id.replaceAll(/[^\w-]/g, '_')}.json`),
    JSON.stringify({
      session_id: id,
      messages: [{ role: 'user', content: text }],
      created_at: at,
      updated_at: at,
    }),
  );
}

async function connect(): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: { HOME: home, PATH: process.env.PATH ?? '' },
    cwd: directory,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const made = new Client({ name: 'test', version: '1.0.0' });
  await made.connect(transport);
  return made;
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-mcp-'));
  directory = join(home, 'work');
  mkdirSync(directory);
  cpSync(resolve(import.meta.dirname, '../../examples/home'), home, { recursive: true });
  for (let index = 0; index < 25; index += 1)
    ownSession(`plan-${index}`, index, `Plan the harbour wall, part ${index}`);
  ownSession('chat/2026:plan', 40, 'Paint the lighthouse in red');
  client = await connect();
});
afterAll(async () => {
  await client.close();
  rmSync(home, { recursive: true, force: true });
});

const call = async (name: string, input: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: input })) as CallToolResult;
const textOf = (result: CallToolResult) => (result.content[0]?.type === 'text' ? result.content[0].text : '');

describe('praisonai mcp, asked by the SDK’s client over stdio', () => {
  it('offers four read-only tools with schemas, a prompt and a resource template', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      'session_list',
      'session_handoff',
      'session_recap',
      'session_search',
    ]);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.outputSchema?.type).toBe('object');
      for (const property of Object.values(tool.inputSchema.properties ?? {}))
        expect((property as { description?: string }).description).toBeTruthy();
    }
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toEqual(['handoff']);
    expect(
      (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate),
    ).toEqual(['session://{source}/{id}']);
  });

  it('lists in pages, newest first, each session once', async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const result = await call('session_list', { limit: 10, all: true, ...(cursor ? { cursor } : {}) });
      const page = result.structuredContent as { sessions: { session_id: string }[]; next_cursor?: string };
      expect(JSON.parse(textOf(result))).toEqual(page);
      expect(page.sessions.length).toBeLessThanOrEqual(10);
      ids.push(...page.sessions.map((session) => session.session_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(ids).toHaveLength(27);
    expect(new Set(ids).size).toBe(27);
    expect(ids.indexOf('plan-24')).toBeLessThan(ids.indexOf('plan-23'));
    const listed = JSON.parse(
      runCli(['session', 'list', '--all', '-n', '0', '--json'], { home, directory }).stdout,
    );
    expect(ids).toEqual((listed as { session_id: string }[]).map((row) => row.session_id));
  });

  it('hands off by a unique beginning, as the command line does', async () => {
    const result = await call('session_handoff', { session: 'claude-code:5d0f' });
    const printed = runCli(['session', 'handoff', EXAMPLE], { home, directory }).stdout;
    expect(`${textOf(result)}\n`).toBe(printed);
    expect(result.structuredContent).toMatchObject({
      session_id: EXAMPLE,
      source: 'claude-code',
      handoff: textOf(result),
    });
    const short = await call('session_handoff', { session: EXAMPLE, max_chars: 600 });
    expect(textOf(short).length).toBeLessThanOrEqual(600);
  });

  it('tells what changed in the session’s repository, unless told not to look', async () => {
    const root = join(home, 'shop');
    const repository = GitRepository.make(root);
    repository.commit('2026-01-01T00:00:00Z', { 'a.ts': 'a' });
    const at = '2026-01-02T03:04:05.000Z';
    const lines = [
      { type: 'session', version: 3, id: 'stale', timestamp: at, cwd: root },
      {
        type: 'message',
        id: '1',
        parentId: null,
        timestamp: at,
        message: { role: 'user', content: 'Fix a.ts' },
      },
    ];
    const store = join(home, '.pi/agent/sessions/--x--');
    mkdirSync(store, { recursive: true });
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(store, '2026-01-02T03-04-05-000Z_stale.jsonl'), `${text}\n`);
    repository.commit('2026-01-03T00:00:00Z', { 'a.ts': 'b' });
    const told = textOf(await call('session_handoff', { session: 'pi:stale' }));
    expect(told).toContain('; HEAD moved 1 commit since\n');
    const untold = textOf(await call('session_handoff', { session: 'pi:stale', git: false }));
    expect(untold).toBe(told.replace('; HEAD moved 1 commit since', ''));
    rmSync(join(home, '.pi'), { recursive: true });
  });

  it('takes the newest session without an id, and on demand the one before this server', async () => {
    const newest = await call('session_handoff', { directory });
    expect(newest.structuredContent).toMatchObject({ session_id: 'chat/2026:plan' });
    const now = new Date().toISOString().replace('Z', '000+00:00');
    writeFileSync(
      join(home, '.praisonai/sessions/own.json'),
      JSON.stringify({
        session_id: 'own',
        messages: [{ role: 'user', content: 'x' }],
        created_at: now,
        updated_at: now,
      }),
    );
    expect((await call('session_handoff')).structuredContent).toMatchObject({ session_id: 'own' });
    expect((await call('session_handoff', { which: 'previous' })).structuredContent).toMatchObject({
      session_id: 'chat/2026:plan',
    });
    rmSync(join(home, '.praisonai/sessions/own.json'));
  });

  it('recaps and searches, in pages', async () => {
    expect(textOf(await call('session_recap', { session: 'plan-3' }))).toContain('harbour wall, part 3');
    const first = (await call('session_search', { query: 'HARBOUR part', limit: 20 })).structuredContent as {
      hits: { session_id: string; match: { context: string; role: string } }[];
      next_cursor?: string;
    };
    expect(first.hits).toHaveLength(20);
    expect(first.hits[0]).toMatchObject({
      session_id: 'plan-24',
      match: { role: 'user', context: 'Plan the harbour wall, part 24' },
    });
    const second = (await call('session_search', { query: 'HARBOUR part', cursor: first.next_cursor }))
      .structuredContent as typeof first;
    expect(second.hits.map((hit) => hit.session_id)).toEqual([
      'plan-4',
      'plan-3',
      'plan-2',
      'plan-1',
      'plan-0',
    ]);
    expect(second.next_cursor).toBeUndefined();
  });

  it('reads listed resources, also one whose id must be encoded', async () => {
    const { resources } = await client.listResources();
    const odd = resources.find((resource) => resource.name === 'praisonai:chat/2026:plan');
    expect(odd?.uri).toBe('session://praisonai/chat%2F2026%3Aplan');
    const { contents } = await client.readResource({ uri: odd?.uri ?? '' });
    expect(contents).toMatchObject([{ uri: odd?.uri, mimeType: 'text/plain' }]);
    expect(contents[0] && 'text' in contents[0] ? contents[0].text : '').toContain('Paint the lighthouse');
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'session://{source}/{id}' },
      argument: { name: 'id', value: 'plan-2' },
      context: { arguments: { source: 'praisonai' } },
    });
    expect([...completion.values].sort()).toEqual([
      'plan-2',
      'plan-20',
      'plan-21',
      'plan-22',
      'plan-23',
      'plan-24',
    ]);
  });

  it('gives the prompt with and without an id', async () => {
    const chosen = await client.getPrompt({ name: 'handoff', arguments: { session: EXAMPLE } });
    expect(chosen.messages).toHaveLength(1);
    expect(chosen.messages[0]).toMatchObject({
      role: 'user',
      content: { type: 'text', text: expect.stringContaining('GOAL:') },
    });
    const newest = await client.getPrompt({ name: 'handoff' });
    expect(newest.description).toBe('Handoff of praisonai:chat/2026:plan');
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'handoff' },
      argument: { name: 'session', value: 'claude-code:5' },
    });
    expect(completion.values).toEqual([`claude-code:${EXAMPLE}`]);
  });

  it('tells what is wrong, and the way out in its own words', async () => {
    expect(await call('session_handoff', { session: 'nothing' })).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: 'Session not found: nothing\nUse session_list to see available sessions' },
      ],
    });
    for (const [tool, input, message] of [
      ['session_handoff', { session: 'plan-1' }, /^(?!Several)/],
      ['session_handoff', { session: 'plan' }, /^Several sessions match 'plan'\n[\s\S]*praisonai:plan-0/],
      ['session_handoff', { session: '' }, /The session id is empty/],
      ['session_list', { source: 'clode' }, /Unknown source: clode\nSources: praisonai, /],
      ['session_list', { cursor: 'x' }, /Not a cursor: x/],
      ['session_list', { limit: 0 }, /Invalid arguments for tool session_list/],
      ['session_search', { query: ' ' }, /nothing to search for/],
      ['session_remove', {}, /Tool session_remove not found/],
    ] as const)
      expect(textOf(await call(tool, input))).toMatch(message);
    await expect(client.readResource({ uri: 'session://codex/nothing' })).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining('Session not found: nothing'),
    });
    await expect(client.getPrompt({ name: 'handoff', arguments: { session: 'nothing' } })).rejects.toThrow(
      'Session not found: nothing',
    );
  });

  it('replaces secrets in everything it answers', async () => {
    const secret = ['ghp', 'q7Rz2LmXw9Tb4KcV8sYd1NfH6jPa3GuE5oQi'].join('_');
    ownSession('leaky', 50, `Use the token ${secret} for the lighthouse`);
    const answers = await Promise.all([
      call('session_list'),
      call('session_handoff', { session: 'leaky' }),
      call('session_recap', { session: 'leaky' }),
      call('session_search', { query: 'token lighthouse' }),
      client.getPrompt({ name: 'handoff', arguments: { session: 'leaky' } }),
      client.readResource({ uri: 'session://praisonai/leaky' }),
      client.listResources(),
    ]);
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      expect(text).toContain('token');
      expect(text).not.toContain(secret.slice(0, 10));
    }
    rmSync(join(home, '.praisonai/sessions/leaky.json'));
  });

  it('answers a hundred calls side by side, each with its own session', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const session = `praisonai:plan-${index % 25}`;
        const tool = index % 3 === 0 ? 'session_recap' : 'session_handoff';
        return textOf(await call(tool, { session })).includes(`harbour wall, part ${index % 25}`);
      }),
    );
    expect(answers.filter(Boolean)).toHaveLength(100);
  });

  it('stops a search that the client cancels', async () => {
    const controller = new AbortController();
    const search = client.callTool(
      { name: 'session_search', arguments: { query: 'harbour', all: true } },
      undefined,
      {
        signal: controller.signal,
      },
    );
    controller.abort('enough');
    await expect(search).rejects.toThrow('enough');
    expect((await call('session_list', { limit: 1 })).isError).toBeUndefined();
  });

  it('changes nothing on disk, and logs on standard error only', async () => {
    const before = treeHash(home);
    await call('session_search', { query: 'harbour', all: true });
    await call('session_handoff');
    expect(treeHash(home)).toBe(before);
    expect(log).toContain('praisonai mcp: version 0.1.0, serving ');
    expect(log.split('\n').filter((line) => line !== '' && !line.startsWith('praisonai mcp: '))).toEqual([]);
  });
});

it('ends when the client closes its end', () => {
  const run = runCli(['mcp'], { home, directory });
  expect(run).toMatchObject({ code: 0, stdout: '' });
});

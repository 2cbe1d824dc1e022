import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamicTool, jsonSchema } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../../test/model-server.ts';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';
import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';
import { contextTokensFrom } from './compactor.ts';
import type { AgentEvent } from './events.ts';

let base: string;
let store: JsonSessionStore;
let server: ModelServer;
let before: NodeJS.ProcessEnv;
const events: AgentEvent[] = [];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-compaction-'));
  store = new JsonSessionStore({ directory: base });
  before = { ...process.env };
  events.length = 0;
});
afterEach(async () => {
  process.env = before;
  await server.close();
  rmSync(base, { recursive: true, force: true });
});

const SUMMARY = '## Active task\nThe refactor\n## Completed actions\nEdited a.ts\n## Remaining work\nTests';
const isSummaryRequest = (request: SeenRequest) =>
  /You compact the record/.test(request.messages[0]?.content ?? '');

async function serve(
  answer: (count: number) => Reply | string,
  summary: () => Reply | string = () => SUMMARY,
) {
  let count = 0;
  server = await startModelServer((request) => {
    const reply = isSummaryRequest(request) ? summary() : answer(count++);
    const promptTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
    return { promptTokens, ...(typeof reply === 'string' ? { text: reply } : reply) };
  });
  process.env['OPENAI_BASE_URL'] = server.url;
}

const agent = (options: AgentOptions = {}) =>
  new Agent({ store, sessionId: 's', workspace: base, maxRetries: 0, contextTokens: 3000, ...options });
const onEvent = (event: AgentEvent) => events.push(event);
const compactions = () => events.filter(({ type }) => type === 'compaction');
const stored = () => store.load('s')!.record;
const long = (index: number) => `Part ${index}: ${'some words '.repeat(150)}`;

/** As many turns of some 400 tokens; the human states a rule in the first one. */
async function talk(turns: number, talker: Agent): Promise<void> {
  for (let turn = 1; turn <= turns; turn++) {
    const rule = turn === 1 ? 'Refactor it. Never touch the ledger tables. ' : '';
    await talker.start(`${rule}Please do part ${turn} of the work`, { onEvent });
  }
}

describe('a conversation that outgrows its budget', () => {
  it('is replayed as summary and tail, in this process and the next, with the human’s rules word for word', async () => {
    await serve(long);
    await talk(8, agent());
    expect(compactions()).toMatchObject([{ by: 'model' }]);
    const compaction = stored().last_compaction;
    expect(compaction?.summary).toContain('## Active task\nThe refactor');
    expect(compaction?.summary).toContain('- Never touch the ledger tables.');
    expect(compaction?.metadata).toMatchObject({ by: 'model', covered_messages: compaction?.message_index });
    expect(compaction?.tokens_before).toBeGreaterThan(2400);
    expect(compaction?.tokens_after).toBeLessThan(1500);
    expect(stored().messages).toHaveLength(16);
    await agent().start('And now?');
    const sent = server.requests.at(-1)?.messages ?? [];
    expect(sent[1]).toEqual({ role: 'user', content: compaction?.summary });
    expect(sent.length).toBe(2 + 17 - (compaction?.message_index ?? 0));
    expect(sent[2]?.content).toContain('Please do part');
  });

  it('is compacted again, from the summary on, and keeps the rules', async () => {
    await serve(long);
    await talk(30, agent());
    expect(compactions().length).toBeGreaterThan(2);
    const second = server.requests.filter(isSummaryRequest)[1]?.messages[1]?.content ?? '';
    expect(second).toContain('<earlier-summary>\n[Summary of the');
    expect(second).not.toContain('do part 1 ');
    expect(stored().last_compaction?.summary).toContain('- Never touch the ledger tables.');
    const largest = Math.max(...server.requests.map(({ messages }) => JSON.stringify(messages).length));
    expect(largest).toBeLessThan(3000 * 5);
  });

  it.each([
    ['fails', () => ({ status: 500 })],
    ['answers something else', () => 'Sure, what shall I do next?'],
    ['breaks off', () => ({ text: SUMMARY, finish: 'length' })],
  ])('is summed up by the digest when the model %s', async (_, summary) => {
    await serve(long, summary);
    await talk(8, agent());
    expect(compactions()).toMatchObject([{ by: 'digest' }]);
    expect(stored().last_compaction?.summary).toContain('made without a model');
    expect(stored().last_compaction?.summary).toContain('## Remaining work');
  });

  it('asks no model with summaryBy: digest', async () => {
    await serve(long);
    await talk(8, agent({ summaryBy: 'digest' }));
    expect(compactions()).toMatchObject([{ by: 'digest' }]);
    expect(server.requests.some(isSummaryRequest)).toBe(false);
  });

  it('never sends a result without its call, in one long turn of tools', async () => {
    await serve((count) =>
      count < 40 ? { text: 'next', calls: [{ name: 'read', input: { count } }] } : 'done',
    );
    const read = dynamicTool({
      inputSchema: jsonSchema({ type: 'object' }),
      execute: async () => 'line '.repeat(150),
    });
    await agent({ tools: { read }, summaryBy: 'digest' }).start('Read everything', { onEvent });
    expect(compactions().length).toBeGreaterThan(1);
    for (const { messages } of server.requests) {
      const calls = new Set<string>();
      for (const message of messages) {
        for (const call of message.tool_calls ?? []) calls.add(call.id);
        if (message.role === 'tool') expect(calls).toContain(message.tool_call_id);
      }
    }
  });

  it('is not compacted again and again when that saves little', async () => {
    await serve(
      () => 'ok',
      () => `${SUMMARY}\n${'a long-winded account '.repeat(700)}`,
    );
    const talker = agent();
    await talker.start('x '.repeat(5600), { onEvent });
    await talk(10, talker);
    expect(compactions()).toEqual([]);
    expect(server.requests.filter(isSummaryRequest).length).toBeLessThan(3);
  });

  it('is compacted when the service says that it is too long, once', async () => {
    const tooLong = { status: 400, body: { error: { message: 'maximum context length exceeded' } } };
    await serve((count) => (count === 6 ? tooLong : count > 6 ? 'short' : long(count)));
    await talk(8, agent({ contextTokens: 100_000 }));
    expect(compactions()).toHaveLength(1);
    await server.close();
    await serve(() => tooLong);
    await expect(agent({ sessionId: 't' }).start('hi')).rejects.toMatchObject({ code: 'context-full' });
  });

  it('survives the archive: the summary still covers the same messages', async () => {
    store = new JsonSessionStore({ directory: base, retention: { policy: 'compact', activeWindow: 8 } });
    await serve(long);
    await talk(12, agent());
    expect(stored().archived_messages.length).toBeGreaterThan(10);
    const covered = stored().last_compaction?.metadata['covered_messages'] as number;
    await agent().start('And now?');
    const sent = server.requests.at(-1)?.messages ?? [];
    expect(sent[1]?.content).toMatch(/^\[Summary of the/);
    expect(sent.length).toBe(2 + 25 - covered);
  });
});

it.each([
  [undefined, 100_000],
  ['', 100_000],
  ['5000', 5000],
  ['-1', 100_000],
  ['many', 100_000],
])('takes %j for a budget of %i', (value, tokens) => expect(contextTokensFrom(value)).toBe(tokens));

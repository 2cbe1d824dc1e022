import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamicTool, jsonSchema } from 'ai';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';
import { Agent } from './agent.ts';
import { toModelMessages } from './model-messages.ts';

let base: string;
let store: JsonSessionStore;
let server: Server;
let before: NodeJS.ProcessEnv;
const bodies: { messages?: unknown[]; contents?: unknown[] }[] = [];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-providers-'));
  store = new JsonSessionStore({ directory: base });
  before = { ...process.env };
  bodies.length = 0;
});
afterEach(() => {
  process.env = before;
  server.close();
  server.closeAllConnections();
  rmSync(base, { recursive: true, force: true });
});

/** Sends each answer's events as a stream. */
async function serve(answers: readonly (readonly object[])[]): Promise<string> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of answers[bodies.length - 1] ?? []) {
      const name = 'type' in event ? `event: ${event.type}\n` : '';
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tools = {
  add: dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => '3' }),
};
const agent = (model: string) =>
  new Agent({ store, sessionId: 's', workspace: base, model, tools, maxRetries: 0 });

/** One answer of Anthropic's: content blocks, each begun, filled and ended. */
function anthropic(blocks: { start: object; deltas: object[] }[], stop: string) {
  const usage = { input_tokens: 9, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude-x', content: [], usage };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
}

it('gives Anthropic its signed thoughts back, in the next process too; another provider gets none', async () => {
  const thought = { type: 'thinking', thinking: '', signature: '' };
  const call = { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} };
  const words = { start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text: 'Three.' }] };
  const url = await serve([
    anthropic(
      [
        {
          start: thought,
          deltas: [
            { type: 'thinking_delta', thinking: 'hm' },
            { type: 'signature_delta', signature: 'signed' },
          ],
        },
        { start: call, deltas: [{ type: 'input_json_delta', partial_json: '{"a":1}' }] },
      ],
      'tool_use',
    ),
    anthropic([words], 'end_turn'),
    anthropic([words], 'end_turn'),
  ]);
  process.env['ANTHROPIC_BASE_URL'] = url;
  process.env['ANTHROPIC_API_KEY'] = 'k';
  expect(await agent('anthropic/claude-x').start('1 + 2?')).toBe('Three.');
  expect(await agent('claude-x').start('again')).toBe('Three.');
  for (const body of bodies.slice(1))
    expect(body.messages?.slice(1, 3)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'signed' },
          { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
    ]);
  const { messages } = store.load('s')!.record;
  expect(JSON.stringify(toModelMessages(messages, { provider: 'openai' }))).not.toContain('signed');
  expect(messages[1]?.metadata).toMatchObject({
    provider_parts: { provider: 'anthropic' },
  });
});

it('gives Gemini its thought signatures back', async () => {
  const answer = (part: object) => [
    {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 },
    },
  ];
  const call = { functionCall: { name: 'add', args: { a: 1 } }, thoughtSignature: 'signed' };
  process.env['GOOGLE_GEMINI_BASE_URL'] = await serve([answer(call), answer({ text: 'Three.' })]);
  process.env['GEMINI_API_KEY'] = 'k';
  expect(await agent('google/gemini-x').start('1 + 2?')).toBe('Three.');
  expect(bodies[1]?.contents).toMatchObject([
    { role: 'user' },
    { role: 'model', parts: [{ functionCall: { name: 'add' }, thoughtSignature: 'signed' }] },
    { role: 'user', parts: [{ functionResponse: { name: 'add' } }] },
  ]);
});

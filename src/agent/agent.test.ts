import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonSchema, tool } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, type Script, startModelServer } from '../../test/model-server.ts';
import { buildHandoffPrompt } from '../handoff/build-handoff-prompt.ts';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';
import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';
import type { AgentEvent } from './events.ts';

let base: string;
let store: JsonSessionStore;
let server: ModelServer | undefined;
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-agent-'));
  store = new JsonSessionStore({ directory: base });
  before = { ...process.env };
  for (const name of Object.keys(process.env))
    if (/API_KEY|BASE_URL|MODEL/.test(name)) delete process.env[name];
});
afterEach(async () => {
  process.env = before;
  await server?.close();
  server = undefined;
  rmSync(base, { recursive: true, force: true });
});

async function serve(script: Script | readonly (object | string)[]): Promise<ModelServer> {
  server = await startModelServer(script as Script);
  process.env['OPENAI_BASE_URL'] = server.url;
  return server;
}

function agent(options: AgentOptions = {}): Agent {
  return new Agent({ store, sessionId: 's', workspace: base, maxRetries: 1, ...options });
}

const stored = (id = 's') => store.load(id)!.record;
const addTool = (execute: (input: { a: number; b: number }) => unknown) => ({
  add: tool({
    description: 'Adds two numbers',
    inputSchema: jsonSchema<{ a: number; b: number }>({
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    }),
    execute: async (input) => execute(input),
  }),
});

describe('the quick start', () => {
  it('gives a fresh agent the handoff prompt, without a model named or a key', async () => {
    const { requests } = await serve(['Going on with the refactor.']);
    const prompt = buildHandoffPrompt({
      recap: 'Recap — where we were: refactored logging in main.py',
      goalState: { goal: 'Ship the logging refactor' },
      workflowCheckpoint: { completedSteps: 3, totalSteps: 5, lastStep: 'wire logger' },
    });
    const resuming = agent({ name: 'ResumingAgent', instructions: 'Continue the interrupted work.' });
    expect(await resuming.start(prompt)).toBe('Going on with the refactor.');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.messages).toEqual([
      { role: 'system', content: 'Continue the interrupted work.' },
      { role: 'user', content: prompt },
    ]);
    expect(requests[0]?.headers['authorization']).toBeUndefined();
    expect(resuming.sessionId).toBe('s');
    expect(resuming.usage).toEqual({ inputTokens: 100, outputTokens: 10, cachedTokens: 0, requests: 1 });
  });
});

describe('the session', () => {
  it('has everything, in the fields of Python’s', async () => {
    await serve([{ text: 'Adding.', calls: [{ name: 'add', input: { a: 2, b: 3 } }] }, 'It is 5.']);
    await agent({ name: 'adder', tools: addTool(({ a, b }) => a + b) }).start('2 + 3?');
    const session = JSON.parse(readFileSync(join(base, 's.json'), 'utf8'));
    expect(session).toMatchObject({
      session_id: 's',
      agent_name: 'adder',
      model: 'gpt-4o-mini',
      total_tokens: 220,
    });
    expect(session.metadata).toMatchObject({
      workspace: base,
      last_run: { status: 'finished' },
      usage: { input_tokens: 200, output_tokens: 20, requests: 2 },
    });
    expect(session.metadata.partial_answer).toBeUndefined();
    const time = expect.any(Number);
    expect(session.messages).toEqual([
      { role: 'user', content: '2 + 3?', timestamp: time, metadata: {} },
      {
        role: 'assistant',
        content: 'Adding.',
        timestamp: time,
        metadata: {},
        tool_calls: [
          { id: 'call_1_0', type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } },
        ],
      },
      { role: 'tool', content: '5', timestamp: time, metadata: {}, tool_call_id: 'call_1_0' },
      { role: 'assistant', content: 'It is 5.', timestamp: time, metadata: {} },
    ]);
  });

  it('has the call before the tool runs, and the result before the model is asked again', async () => {
    const seen: unknown[] = [];
    await serve((_, index) => {
      if (index === 0) return { calls: [{ name: 'add', input: { a: 1, b: 1 } }] };
      seen.push(stored().messages.map(({ role }) => role));
      return 'Two.';
    });
    const tools = addTool(() => {
      seen.push(stored().messages.map(({ role }) => role));
      return 2;
    });
    await agent({ tools }).start('1 + 1?');
    expect(seen).toEqual([
      ['user', 'assistant'],
      ['user', 'assistant', 'tool'],
    ]);
  });

  it('goes on in another process with the same model and the whole conversation', async () => {
    const { requests } = await serve(['One.', 'Two.']);
    await agent({ model: 'openai/m-1' }).start('first');
    await agent().start('second');
    expect(requests[1]?.model).toBe('m-1');
    expect(requests[1]?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'system: You are an agent.',
      'user: first',
      'assistant: One.',
      'user: second',
    ]);
  });

  it('is not written anywhere with store: false, and works all the same', async () => {
    const { requests } = await serve(['One.', 'Two.']);
    const unsaved = agent({ store: false });
    await unsaved.start('first');
    await unsaved.start('second');
    expect(requests[1]?.messages).toHaveLength(4);
    expect(store.files()).toEqual([]);
  });

  it('keeps half an answer that is still arriving', async () => {
    let release: () => void = () => undefined;
    const { url } = await serve([{ text: 'The first half', breaks: 'silence' }]);
    expect(url).toContain('127.0.0.1');
    const controller = new AbortController();
    const running = agent().start('tell', { signal: controller.signal, onEvent: () => release() });
    const failed = expect(running).rejects.toMatchObject({ code: 'interrupted' });
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await expect.poll(() => stored().metadata['partial_answer']).toMatchObject({ text: 'The first half' });
    controller.abort();
    await failed;
    expect(stored().metadata['last_run']).toMatchObject({ status: 'interrupted' });
  });

  it('asks again for half an answer on resume, and keeps it when the human goes on', async () => {
    const { requests } = await serve(['whole answer', 'third']);
    await store.create({
      id: 's',
      messages: [{ role: 'user', content: 'tell' }],
      metadata: { partial_answer: { text: 'half', at: 1 } },
    });
    const { id: other } = await store.fork('s', { id: 'other' });
    expect(await agent().resume()).toBe('whole answer');
    expect(stored().messages.map(({ content }) => content)).toEqual(['tell', 'whole answer']);
    expect(await agent().resume()).toBeUndefined();
    await agent({ sessionId: other }).start('go on');
    expect(requests[1]?.messages.slice(1).map(({ content }) => content)).toEqual(['tell', 'half', 'go on']);
    expect(stored('other').metadata['partial_answer']).toBeUndefined();
  });

  it('says of a call without a result that it may have run, and repairs a history that services refuse', async () => {
    const { requests } = await serve(['checked']);
    const toolCalls = [
      { id: 'c1', name: 'deploy', arguments: '{"to": "prod"}' },
      { id: 'c2', name: 'deploy', arguments: 'no json' },
    ];
    await store.create({
      id: 's',
      messages: [
        { role: 'tool', content: 'of a call that is gone', toolCallId: 'c0' },
        { role: 'user', content: 'deploy' },
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', content: 'deployed', toolCallId: 'c1' },
      ],
    });
    expect(await agent().resume()).toBe('checked');
    expect(requests[0]?.messages.slice(1)).toMatchObject([
      { role: 'user', content: 'deploy' },
      { role: 'assistant', tool_calls: [{ id: 'c1' }, { id: 'c2', function: { arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'deployed' },
      { role: 'tool', tool_call_id: 'c2', content: expect.stringContaining('may have taken effect') },
    ]);
    expect(stored().messages.at(-2)).toMatchObject({
      tool_call_id: 'c2',
      metadata: { outcome: 'interrupted' },
    });
  });
});

describe('tools', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('disk on fire')), 'disk on fire'],
    ['returns what is no JSON', () => ({ toJSON: () => BigInt(1) }), 'cannot be written as JSON'],
    ['never returns', () => new Promise(() => undefined), 'did not answer within 0 s'],
  ])('one that %s becomes a result that the model can act on', async (_, execute, words) => {
    const { requests } = await serve([{ calls: [{ name: 'add', input: { a: 1, b: 2 } }] }, 'I see.']);
    expect(await agent({ tools: addTool(execute), toolTimeoutMs: 100 }).start('go')).toBe('I see.');
    expect(requests[1]?.messages.at(-1)?.content).toContain(words);
  });

  it('marks failures in the session', async () => {
    await serve([{ calls: [{ name: 'add', input: { a: 1, b: 2 } }] }, 'I see.']);
    const tools = addTool(() => {
      throw new Error('no');
    });
    await agent({ tools }).start('go');
    expect(stored().messages[2]).toMatchObject({ content: 'no', metadata: { outcome: 'failed' } });
  });

  it.each([
    ['an unknown tool', { name: 'nope', input: {} }, 'nope'],
    ['arguments that were cut off', { name: 'add', rawArguments: '{"a": 1' }, 'Invalid input'],
  ])('tells the model of %s', async (_, call, words) => {
    const { requests } = await serve([{ calls: [call] }, 'Sorry.']);
    expect(await agent({ tools: addTool(() => 1) }).start('go')).toBe('Sorry.');
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining(words),
    });
    expect(requests[1]?.messages.at(-2)?.tool_calls?.[0]?.function.arguments).toBe('{}');
  });

  it('cuts an endless output, and says so', async () => {
    const { requests } = await serve([{ calls: [{ name: 'add', input: { a: 1, b: 2 } }] }, 'ok']);
    await agent({ tools: addTool(() => 'x'.repeat(200_000)) }).start('go');
    const content = requests[1]?.messages.at(-1)?.content ?? '';
    expect(content.length).toBeLessThan(61_000);
    expect(content).toContain('140000 of 200000 characters left out');
  });

  it('stops an agent that never finishes', async () => {
    await serve(() => ({ calls: [{ name: 'add', input: { a: 1, b: 2 } }] }));
    await expect(agent({ tools: addTool(() => 3), maxSteps: 3 }).start('go')).rejects.toMatchObject({
      code: 'too-many-steps',
      hints: expect.arrayContaining([expect.stringContaining('praisonai session handoff s')]),
    });
    expect(stored().messages).toHaveLength(7);
  });
});

describe('when the service fails', () => {
  const soon = { 'retry-after-ms': '1' };
  it('waits and asks again when it is rate limited, then says how to hand off', async () => {
    const { requests } = await serve((_, index) =>
      index === 0 ? { status: 429, headers: soon } : index === 1 ? 'fine' : { status: 429, headers: soon },
    );
    const events: AgentEvent[] = [];
    const limited = agent();
    expect(await limited.start('go', { onEvent: (event) => events.push(event) })).toBe('fine');
    expect(events.filter(({ type }) => type === 'retry')).toMatchObject([{ attempt: 1, waitMs: 1 }]);
    await expect(limited.start('more')).rejects.toMatchObject({
      code: 'rate-limited',
      message: 'gpt-4o-mini is rate limited (tried 2 times): status 429',
      hints: [
        'The session is kept. Hand it off: praisonai session handoff s',
        'Or go on: praisonai run --session s',
      ],
    });
    expect(requests).toHaveLength(4);
    expect(stored().metadata['last_run']).toMatchObject({ status: 'failed', code: 'rate-limited' });
    expect(stored().messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it.each([
    [{ status: 401, body: { error: { message: 'Incorrect API key' } } }, 'unauthorized', 1],
    [{ status: 404, body: { error: { message: 'no such model' } } }, 'unknown-model', 1],
    [{ status: 429, body: { error: { message: 'x', code: 'insufficient_quota' } } }, 'rate-limited', 1],
    [{ status: 429, headers: { 'retry-after': '3600' } }, 'rate-limited', 1],
    [{ status: 500, headers: soon }, 'model-failed', 2],
    [{ status: 400, body: { error: { message: 'bad schema' } } }, 'model-failed', 1],
    [{ text: 'The first half', breaks: 'cut' }, 'model-failed', 2],
    [{ text: 'The first half', breaks: 'reset' }, 'model-failed', 2],
    [{ text: 'The first half', breaks: 'malformed' }, 'model-failed', 2],
    [{ text: 'The first half', breaks: 'silence' }, 'model-failed', 2],
  ] as const)('%j is told as %s after %i requests', async (reply, code, count) => {
    const { requests } = await serve(() => reply);
    await expect(agent({ idleTimeoutMs: 150 }).start('go')).rejects.toMatchObject({
      code,
      hints: expect.arrayContaining(['The session is kept. Hand it off: praisonai session handoff s']),
    });
    expect(requests).toHaveLength(count);
    expect(stored().messages.map(({ content }) => content)).toEqual(['go']);
    if ('breaks' in reply)
      expect(stored().metadata['partial_answer']).toMatchObject({ text: 'The first half' });
  });

  it('takes a stream that broke once for what it is', async () => {
    await serve([{ text: 'Broken', breaks: 'cut' }, 'Whole.']);
    const events: AgentEvent[] = [];
    expect(await agent().start('go', { onEvent: (event) => events.push(event) })).toBe('Whole.');
    expect(events.find(({ type }) => type === 'retry')).toMatchObject({ discardedChars: 6 });
    expect(stored().messages.at(-1)?.content).toBe('Whole.');
  });

  it.each([
    [{}, {}, 'no-model', 'No model is configured.'],
    [{ model: 'openai/x' }, {}, 'missing-key', 'OPENAI_API_KEY is not set'],
    [{ model: 'claude-x' }, {}, 'missing-key', 'ANTHROPIC_API_KEY is not set'],
    [{ model: 'gemini/x' }, {}, 'missing-key', 'GOOGLE_GENERATIVE_AI_API_KEY is not set'],
    [{ model: 'nobody/x' }, {}, 'unknown-provider', 'Unknown provider: nobody'],
    [{ model: 'openai/' }, {}, 'unknown-model', 'No model after the provider'],
    [{}, { OPENAI_BASE_URL: 'https://models.example.com/v1' }, 'missing-key', 'OPENAI_API_KEY'],
    [{}, { OPENAI_BASE_URL: 'not a url' }, 'invalid-argument', 'Not the URL of a server'],
  ])('%j with %j: %s, and nothing is written', async (options, variables, code, words) => {
    Object.assign(process.env, variables);
    const unready = agent(options);
    await expect(unready.start('go')).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
    expect(store.files()).toEqual([]);
    await serve(['works now']);
    if (code === 'no-model') expect(await unready.start('go')).toBe('works now');
  });

  it('tells that a server is not there', async () => {
    const { url, close } = await startModelServer([]);
    await close();
    process.env['OPENAI_BASE_URL'] = url;
    await expect(agent({ maxRetries: 0 }).start('go')).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('No connection to the service of gpt-4o-mini'),
    });
  });
});

describe('stream', () => {
  it('gives the events in order', async () => {
    await serve([{ text: 'Let me.', calls: [{ name: 'add', input: { a: 1, b: 2 } }] }, 'It is 3.']);
    const types: string[] = [];
    let text = '';
    for await (const event of agent({ tools: addTool(() => 3) }).stream('go')) {
      if (event.type === 'text') text += event.text;
      else types.push(event.type);
    }
    expect(types).toEqual(['answer-end', 'usage', 'tool-call', 'tool-result', 'answer-end', 'usage']);
    expect(text).toBe('Let me.It is 3.');
  });

  it('stops the run when the consumer leaves', async () => {
    await serve([{ text: 'Endless', breaks: 'silence' }]);
    for await (const event of agent().stream('go')) if (event.type === 'text') break;
    expect(stored().metadata['last_run']).toMatchObject({ status: 'interrupted' });
  });

  it('throws the error after the events', async () => {
    await serve([{ status: 401 }]);
    await expect(async () => {
      for await (const _ of agent().stream('go'));
    }).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

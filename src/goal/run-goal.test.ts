import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamicTool, jsonSchema } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../../test/model-server.ts';
import { Agent } from '../agent/agent.ts';
import type { AgentOptions } from '../agent/agent-options.ts';
import type { AgentEvent } from '../agent/events.ts';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';

let base: string;
let store: JsonSessionStore;
let server: ModelServer;
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-goal-'));
  store = new JsonSessionStore({ directory: base });
  before = { ...process.env };
});
afterEach(async () => {
  process.env = before;
  await server.close();
  rmSync(base, { recursive: true, force: true });
});

const isJudge = (request: SeenRequest) => /You judge whether/.test(request.messages[0]?.content ?? '');
const verdict = (word: string, reason = '') => JSON.stringify({ verdict: word, reason });

/** Answers the agent's and the judge's requests from two lists; the last answer of a list repeats. */
async function serve(
  agentReplies: (Reply | string)[],
  judgeReplies: (Reply | string)[],
): Promise<ModelServer> {
  const counts = { agent: 0, judge: 0 };
  server = await startModelServer((request) => {
    const who = isJudge(request) ? 'judge' : 'agent';
    const replies = who === 'judge' ? judgeReplies : agentReplies;
    return replies[Math.min(counts[who]++, replies.length - 1)] ?? 'nothing';
  });
  process.env['OPENAI_BASE_URL'] = server.url;
  return server;
}

const agent = (options: AgentOptions = {}) =>
  new Agent({ store, sessionId: 's', workspace: base, maxRetries: 0, ...options });
const stored = () => store.load('s')!.record;
const goalState = () => stored().metadata['goal_state'];

describe('runGoal', () => {
  it('works until the judge finds the goal reached, and keeps the state in Python’s fields', async () => {
    const { requests } = await serve(
      ['I changed a.ts.', 'Tests pass: 4 of 4.'],
      [verdict('continue', 'no test was run'), `Sure! ${verdict('done', 'the tests passed')}`],
    );
    const events: AgentEvent[] = [];
    const result = await agent({ instructions: 'You fix code.' }).runGoal(
      'Fix the rounding',
      {
        goal: 'Invoices are rounded once',
        criteria: {
          outcome: 'one rounding',
          verification: 'tests pass',
          constraints: ['never touch the ledger'],
        },
        maxTurns: 5,
      },
      { onEvent: (event) => events.push(event) },
    );
    expect(result).toEqual({
      status: 'done',
      reason: 'the tests passed',
      turnsUsed: 2,
      maxTurns: 5,
      text: 'Tests pass: 4 of 4.',
    });
    expect(goalState()).toEqual({
      goal: 'Invoices are rounded once',
      criteria: {
        outcome: 'one rounding',
        verification: 'tests pass',
        constraints: ['never touch the ledger'],
      },
      status: 'done',
      turns_used: 2,
      max_turns: 5,
      last_verdict: 'done',
      last_reason: 'the tests passed',
      consecutive_parse_failures: 0,
    });
    const system = requests[0]?.messages[0]?.content;
    expect(system).toMatch(/^You fix code\.\n\n# Goal\nInvoices are rounded once\n/);
    expect(system).toContain('never to be violated:\n- never touch the ledger');
    expect(requests.filter(isJudge)[1]?.messages[1]?.content).toContain('Tests pass: 4 of 4.');
    expect(requests.filter(isJudge)[1]?.messages[1]?.content).not.toContain('I changed a.ts.');
    expect(requests[2]?.messages.at(-1)?.content).toContain('The goal is not reached yet: no test was run');
    expect(stored().messages[2]).toMatchObject({ role: 'user', metadata: { injected: 'goal' } });
    expect(events.filter(({ type }) => type === 'goal')).toMatchObject([
      { status: 'active', turnsUsed: 1 },
      { status: 'done', turnsUsed: 2 },
    ]);
  });

  it('judges from what the tools really said', async () => {
    await serve([{ text: 'Running.', calls: [{ name: 'test' }] }, 'All good!'], [verdict('done', 'ok')]);
    const test = dynamicTool({
      inputSchema: jsonSchema({ type: 'object' }),
      execute: async () => '2 failed',
    });
    await agent({ tools: { test } }).runGoal('go', { goal: 'g' });
    const evidence = server.requests.find(isJudge)?.messages[1]?.content;
    expect(evidence).toContain('[the agent called test {}]\nresult: 2 failed\nagent: All good!');
  });

  it('is not done while the verification command fails; its output is the reason', async () => {
    const flag = join(base, 'flag');
    await serve(['Done!', 'Really done!'], [verdict('done', 'proved')]);
    const command = `test -e flag && echo fine || { echo "1 test failed" >&2; touch flag; exit 7; }`;
    const result = await agent().runGoal('go', { goal: 'g', criteria: { verification: { command } } });
    expect(result).toMatchObject({ status: 'done', turnsUsed: 2 });
    expect(readFileSync(flag, 'utf8')).toBe('');
    const { requests } = server;
    expect(requests.map(isJudge)).toEqual([false, false, true]);
    expect(requests[1]?.messages.at(-1)?.content).toContain('failed (exit code 7): 1 test failed');
    expect(requests[2]?.messages[1]?.content).toContain(
      'was run now, outside of the agent: exit code 0\nfine',
    );
    expect(goalState()).toMatchObject({ criteria: { verification: command } });
  });

  it.each([
    ['true', true],
    ['sleep 60', false],
    ['no-such-command-here', false],
    ['kill -9 $$', false],
  ])('takes the command %s for passed: %s', async (command, passes) => {
    await serve(['Done!'], [verdict('done', 'ok')]);
    const criteria = { verification: { command } };
    const result = await agent().runGoal('go', { goal: 'g', criteria, maxTurns: 1, verifyTimeoutMs: 300 });
    expect(result.status).toBe(passes ? 'done' : 'paused');
  });

  it('pauses when the turns are used up, and gets as many again when it is taken up', async () => {
    await serve(['Working.'], [verdict('continue', 'more to do')]);
    const run = () => agent().runGoal('go', { goal: 'g', maxTurns: 2 });
    expect(await run()).toMatchObject({ status: 'paused', turnsUsed: 2, maxTurns: 2, reason: 'more to do' });
    expect(goalState()).toMatchObject({ status: 'paused', turns_used: 2 });
    expect(await run()).toMatchObject({ status: 'paused', turnsUsed: 4, maxTurns: 4 });
    expect(stored().messages.filter(({ content }) => content === 'go')).toHaveLength(1);
  });

  it('pauses after three answers of the judge that are none', async () => {
    await serve(['Working.'], ['hm', verdict('maybe'), '{"verdict": ']);
    expect(await agent().runGoal('go', { goal: 'g' })).toMatchObject({ status: 'paused', turnsUsed: 3 });
    expect(goalState()).toMatchObject({
      consecutive_parse_failures: 3,
      last_reason: 'judge response unparseable',
    });
  });

  it('goes on without a judge that cannot be had', async () => {
    await serve(['Working.'], [{ status: 500 }, verdict('done', 'ok')]);
    const events: AgentEvent[] = [];
    const run = { onEvent: (event: AgentEvent) => events.push(event) };
    expect(await agent().runGoal('go', { goal: 'g' }, run)).toMatchObject({ status: 'done', turnsUsed: 2 });
    expect(events.find(({ type }) => type === 'goal')).toMatchObject({
      verdict: 'continue',
      reason: expect.stringMatching(/^judge unavailable: The service of gpt-4o-mini failed with 500/),
    });
  });

  it('asks the judge’s own model', async () => {
    await serve(['Working.'], [verdict('done')]);
    await agent({ model: 'openai/worker' }).runGoal('go', { goal: 'g', judgeModel: 'openai/judge' });
    expect(server.requests.map(({ model }) => model)).toEqual(['worker', 'judge']);
  });

  it('fails with the goal kept when the agent’s service fails', async () => {
    await serve(['Working.', { status: 401 }], [verdict('continue', 'not yet')]);
    await expect(agent().runGoal('go', { goal: 'g' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(goalState()).toMatchObject({ status: 'active', turns_used: 1, last_reason: 'not yet' });
  });

  it.each([
    [{ goal: ' ' }, 'The goal is empty.'],
    [{ goal: 'g', maxTurns: 0 }, 'maxTurns must be a whole number'],
    [{ goal: 'g', maxTurns: 1.5 }, 'maxTurns must be a whole number'],
  ])('refuses %j', async (options, message) => {
    await serve(['Working.'], [verdict('done')]);
    await expect(agent().runGoal('go', options)).rejects.toThrow(message);
    expect(store.files()).toEqual([]);
  });
});

describe('a loop that was interrupted', () => {
  const state = {
    goal: 'g',
    criteria: { outcome: 'o', verification: 'v', constraints: ['c'] },
    status: 'active',
    turns_used: 2,
    max_turns: 20,
    last_verdict: 'continue',
    last_reason: 'tests still failing',
    consecutive_parse_failures: 0,
  };
  const create = (messages: { role: 'user' | 'assistant'; content: string }[], metadata = {}) =>
    store.create({ id: 's', messages, metadata: { goal_state: state, model: 'm', ...metadata } });

  it('judges an answer that was not judged, and takes no turn for it', async () => {
    await serve(['never asked'], [verdict('done', 'ok')]);
    await create([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'Tests pass.' },
    ]);
    expect(await agent().runGoal('go', { goal: 'g' })).toMatchObject({ status: 'done', turnsUsed: 3 });
    expect(server.requests.map(isJudge)).toEqual([true]);
  });

  it('answers a prompt that was not answered, and does not prompt again', async () => {
    await serve(['Now.'], [verdict('done', 'ok')]);
    await create([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'Working.' },
      { role: 'user', content: 'The goal is not reached yet: …' },
    ]);
    await agent().runGoal('', { goal: '' });
    expect(server.requests[0]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(goalState()).toMatchObject({
      ...state,
      status: 'done',
      turns_used: 3,
      last_verdict: 'done',
      last_reason: 'ok',
    });
  });

  it('runs its verification command again', async () => {
    await serve(['Now.'], [verdict('done', 'ok')]);
    writeFileSync(join(base, 'log'), '');
    await create([{ role: 'user', content: 'go' }], { goal_verify_command: 'echo ran >> log' });
    await agent().runGoal('', { goal: 'g' });
    expect(readFileSync(join(base, 'log'), 'utf8')).toBe('ran\n');
  });

  it('is done when it is done', async () => {
    await serve(['never asked'], ['never asked']);
    await create([{ role: 'assistant', content: 'All done.' }], { goal_state: { ...state, status: 'done' } });
    expect(await agent().runGoal('go', { goal: 'g' })).toMatchObject({ status: 'done', text: 'All done.' });
    expect(server.requests).toEqual([]);
  });

  it('gives way to another goal, and begins anew without resume', async () => {
    await serve(['Now.'], [verdict('done', 'ok')]);
    await create([{ role: 'user', content: 'go' }]);
    await agent().runGoal('go', { goal: 'g', resume: false });
    expect(goalState()).toMatchObject({ turns_used: 1, criteria: null });
    await agent().runGoal('other', { goal: 'another goal' });
    expect(goalState()).toMatchObject({ goal: 'another goal', turns_used: 1 });
  });
});

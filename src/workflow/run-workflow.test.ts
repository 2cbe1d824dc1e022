import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dynamicTool, jsonSchema } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, type Reply, type Script, startModelServer } from '../../test/model-server.ts';
import { Agent } from '../agent/agent.ts';
import type { AgentEvent } from '../agent/events.ts';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';
import { findWorkflow, findWorkflowSession } from './find-workflow.ts';
import type { WorkflowOptions } from './run-workflow.ts';

let base: string;
let store: JsonSessionStore;
let server: ModelServer;
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-workflow-'));
  store = new JsonSessionStore({ directory: join(base, 'sessions') });
  before = { ...process.env };
  mkdirSync(join(base, '.praisonai/workflows'), { recursive: true });
});
afterEach(async () => {
  process.env = before;
  await server?.close();
  rmSync(base, { recursive: true, force: true });
});

async function serve(script: Script | readonly (Reply | string)[]): Promise<ModelServer> {
  server = await startModelServer(script);
  process.env['OPENAI_BASE_URL'] = server.url;
  return server;
}

const action = (text: string) => `\`\`\`action\n${text}\n\`\`\`\n`;
const notes = (second = 'Group by area') =>
  `---\nname: notes\ndescription: Draft notes\nvariables:\n  tag: v1\n---\n## Step 1: Collect\n${action('Collect since {{tag}}')}## Step 2: Group\n${action(second)}## Step 3: Write\n${action('Write it')}`;
const write = (text: string, name = 'notes') =>
  writeFileSync(join(base, `.praisonai/workflows/${name}.md`), text);
const checkpoint = (name = 'notes') =>
  JSON.parse(readFileSync(join(base, `.praisonai/checkpoints/${name}.json`), 'utf8'));
const tools = {
  mark: dynamicTool({
    inputSchema: jsonSchema({ type: 'object' }),
    execute: async (input) => `marked ${JSON.stringify(input)}`,
  }),
};
const run = (options: WorkflowOptions = {}, sessionId = 's', onEvent?: (event: AgentEvent) => void) =>
  new Agent({ store, sessionId, workspace: base, maxRetries: 0, tools }).runWorkflow(
    'notes',
    options,
    onEvent === undefined ? {} : { onEvent },
  );

describe('a run', () => {
  it('takes the steps in order, each told what came before, and keeps Python’s checkpoint', async () => {
    write(notes());
    const { requests } = await serve(['14 commits', '3 areas', 'written']);
    const events: string[] = [];
    const result = await run({ variables: { tag: 'v2' } }, 's', (event) => {
      if (event.type === 'step') events.push(`${event.state} ${event.number}/${event.total} ${event.name}`);
    });
    expect(result).toMatchObject({ workflow: 'notes', output: 'written' });
    expect(events).toEqual([
      'started 1/3 Collect',
      'done 1/3 Collect',
      'started 2/3 Group',
      'done 2/3 Group',
      'started 3/3 Write',
      'done 3/3 Write',
    ]);
    expect(requests.map(({ messages }) => messages.slice(1).map(({ content }) => content))).toEqual([
      ['Collect since v2'],
      ['## Results of earlier steps\n### Collect\n14 commits\n\n## Your task: Group\nGroup by area'],
      [
        '## Results of earlier steps\n### Collect\n14 commits\n\n### Group\n3 areas\n\n## Your task: Write\nWrite it',
      ],
    ]);
    expect(checkpoint()).toEqual({
      name: 'notes',
      workflow_name: 'notes',
      completed_steps: 3,
      results: [
        { step: 'Collect', status: 'success', output: '14 commits', error: null },
        { step: 'Group', status: 'success', output: '3 areas', error: null },
        { step: 'Write', status: 'success', output: 'written', error: null },
      ],
      variables: {
        tag: 'v2',
        collect_output: '14 commits',
        group_output: '3 areas',
        write_output: 'written',
        previous_output: 'written',
      },
      definition_fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
      saved_at: expect.any(Number),
      saved_at_iso: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
    });
    expect(store.load('s')?.record.metadata['workflow_checkpoint']).toMatchObject({
      name: 'notes',
      completed_steps: 3,
      total_steps: 3,
      last_step: 'Write',
    });
    expect(store.load('s')?.record.messages[0]?.content).toBe('Run the workflow notes: Draft notes');
  });

  it('stops at a step that fails, with the checkpoint before it', async () => {
    write(notes());
    await serve(['14 commits', { status: 401 }]);
    await expect(run()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(checkpoint()).toMatchObject({ completed_steps: 1, results: [{ step: 'Collect' }] });
  });

  it('skips, branches, and uses a step’s own model, instructions and tools', async () => {
    write(
      `## Step 1: Test\n${action('test')}\`\`\`branch\nfail: Fix\npass: Ship\n\`\`\`\n` +
        `## Step 2: Never\n${action('no')}\`\`\`condition\n{{never}}\n\`\`\`\n` +
        `## Step 3: Fix\nnext_steps: [Test]\n${action('fix')}\`\`\`agent\nrole: Fixer\nllm: openai/fixer\n\`\`\`\n\`\`\`tools\nmark\n\`\`\`\n` +
        `## Step 4: Ship\nretain_full_context: false\n${action('ship')}`,
    );
    const { requests } = await serve(['FAIL: 1', 'fixed', 'PASS', 'shipped']);
    const result = await run({ variables: { never: 'no' } });
    expect(result.results.map(({ step }) => step)).toEqual(['Test', 'Fix', 'Test', 'Ship']);
    expect(requests[1]).toMatchObject({ model: 'fixer', tools: ['mark'] });
    expect(requests[1]?.messages[0]?.content).toContain('Your role: Fixer');
    expect(requests[3]?.messages[1]?.content).toBe(
      '## Results of earlier steps\n### Test\nPASS\n\n## Your task: Ship\nship',
    );
    write(`## Step 1: A\n${action('a')}## Step 2: B\n${action('b')}\`\`\`condition\n{{go}}\n\`\`\`\n`);
    const skipped = await run({ checkpoint: 'other', variables: { go: 'No' } }, 't');
    expect(skipped.results).toMatchObject([{ step: 'A' }, { step: 'B', status: 'skipped', output: null }]);
  });

  it('tells of a workflow that goes round', async () => {
    write(`## Step 1: A\n${action('a')}## Step 2: B\nnext_steps: [A]\n${action('b')}`);
    await serve(() => 'again');
    await expect(run()).rejects.toMatchObject({
      code: 'workflow-loops',
      message: 'The workflow notes goes round: 20 steps were taken, and A would be the next.',
    });
    expect(server.requests).toHaveLength(20);
  });

  it('tells of a tool that is not there, and of a workflow that is not', async () => {
    write(`## Step 1: A\n${action('a')}\`\`\`tools\nsaw\n\`\`\`\n`);
    await serve(() => 'again');
    await expect(run()).rejects.toMatchObject({
      code: 'workflow-invalid',
      message: expect.stringContaining('saw'),
    });
    expect(() => findWorkflow('other', base, base)).toThrow('Workflow not found: other');
    expect(() => findWorkflow('../notes', base, base)).toThrow('Workflow not found: ../notes');
    write('nothing in it');
    expect(() => findWorkflow('notes', base, base)).toThrow('it has no steps');
    write('---\nname: "Deploy It"\n---\n## Step 1: A\nx', 'deploy');
    mkdirSync(join(base, 'deep/er'), { recursive: true });
    expect(findWorkflow('deploy it', join(base, 'deep/er'), base)).toMatchObject({ workspace: base });
  });
});

describe('a run that was interrupted', () => {
  async function interrupted(): Promise<void> {
    write(notes());
    await serve((_, index) => {
      if (index === 0) return '14 commits';
      if (index === 1) return { calls: [{ name: 'mark', input: { area: 'api' } }] };
      return { status: 503, headers: { 'retry-after-ms': '1' } };
    });
    await expect(run()).rejects.toMatchObject({ code: 'model-failed' });
    await server.close();
  }

  it('goes on in the conversation of its step: nothing is done twice', async () => {
    await interrupted();
    expect(findWorkflowSession(store, 'notes', 'notes')).toBe('s');
    const { requests } = await serve(['3 areas', 'written']);
    const result = await run({ resume: true });
    expect(result).toMatchObject({ resumedFrom: 1, output: 'written' });
    expect(requests).toHaveLength(2);
    expect(requests[0]?.messages.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(checkpoint()).toMatchObject({ completed_steps: 3, variables: { group_output: '3 areas' } });
    expect(await run({ resume: true })).toMatchObject({ resumedFrom: 3 });
    expect(requests).toHaveLength(2);
  });

  it('takes the answer of a step that was answered but not recorded', async () => {
    await interrupted();
    await store.append('s', [{ role: 'assistant', content: '3 areas' }]);
    const { requests } = await serve(['written']);
    expect((await run({ resume: true })).results.map(({ output }) => output)).toEqual([
      '14 commits',
      '3 areas',
      'written',
    ]);
    expect(requests).toHaveLength(1);
  });

  it('begins the step anew in another session', async () => {
    await interrupted();
    const { requests } = await serve(['3 areas', 'written']);
    await run({ resume: true, variables: { tag: 'v9' } }, 'other');
    expect(requests[0]?.messages.at(-1)?.content).toContain('Group by area');
    expect(checkpoint().variables.tag).toBe('v9');
  });

  it('is not begun anew by mistake', async () => {
    await interrupted();
    await serve(['again', 'again', 'again']);
    await expect(run()).rejects.toMatchObject({
      code: 'checkpoint-exists',
      hints: ['Go on from it: --resume', 'Or begin anew: --restart'],
    });
    await expect(run({ resume: true, restart: true })).rejects.toMatchObject({ code: 'invalid-argument' });
    expect((await run({ restart: true }, 'new')).results[0]).toMatchObject({ output: 'again' });
  });

  it('accepts other white space, and refuses a changed definition until it is rebased', async () => {
    await interrupted();
    write(notes('  Group\n\n  by   area'));
    await serve(['3 areas', 'written', '3 areas', 'written']);
    write(notes('Group by author'));
    await expect(run({ resume: true })).rejects.toMatchObject({
      code: 'workflow-changed',
      hints: ['Begin anew: --restart', 'Or, if step 2 is still the next one: --resume --rebase-checkpoint'],
    });
    expect(server.requests).toEqual([]);
    write(notes('  Group\n\n  by   area'));
    await run({ resume: true });
    expect(checkpoint()).toMatchObject({ completed_steps: 3, loose_fingerprint: expect.any(String) });
    write(notes('Group by area '));
    expect(await run({ resume: true })).toMatchObject({ resumedFrom: 3 });
    write(notes('Group by author'));
    expect(await run({ resume: true, rebase: true })).toMatchObject({ resumedFrom: 3 });
  });

  it.each([
    ['no JSON', '{"name": '],
    ['no object', '[]'],
    ['no count', '{"results": []}'],
    ['a count that is none', '{"completed_steps": -1, "results": []}'],
    ['no results', '{"completed_steps": 1}'],
  ])('fails closed on a checkpoint with %s', async (_, text) => {
    write(notes());
    await serve(() => 'again');
    await expect(run({ resume: true })).rejects.toMatchObject({ code: 'checkpoint-not-found' });
    mkdirSync(join(base, '.praisonai/checkpoints'));
    writeFileSync(join(base, '.praisonai/checkpoints/notes.json'), text);
    await expect(run({ resume: true })).rejects.toMatchObject({ code: 'checkpoint-broken' });
    await expect(run({ resume: true, rebase: true })).rejects.toMatchObject({ code: 'checkpoint-broken' });
    expect(server.requests).toEqual([]);
    expect(readFileSync(join(base, '.praisonai/checkpoints/notes.json'), 'utf8')).toBe(text);
  });

  it.each([
    [{ workflow_name: 'other' }, 'is of another workflow: other'],
    [{ completed_steps: 4 }, 'has fewer steps than'],
    [{ definition_fingerprint: undefined }, 'may have been changed'],
  ])('refuses a checkpoint with %j', async (fields, message) => {
    await interrupted();
    writeFileSync(
      join(base, '.praisonai/checkpoints/notes.json'),
      JSON.stringify({ ...checkpoint(), ...fields }),
    );
    await serve(() => 'again');
    await expect(run({ resume: true })).rejects.toThrow(message);
  });

  it.each(['../x', '', '.hidden', 'a/b', 'x'.repeat(200)])('refuses the checkpoint name %j', async (name) => {
    write(notes());
    await serve(() => 'again');
    await expect(run({ checkpoint: name })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

const corpus = resolve(import.meta.dirname, '../../../shared/corpus/praisonai/workspace');
it.skipIf(!existsSync(corpus))('goes on from Python’s checkpoint (needs the shared corpus)', async () => {
  cpSync(join(corpus, '.praisonai'), join(base, '.praisonai'), { recursive: true });
  const { requests } = await serve(['written']);
  const agent = () => new Agent({ store, sessionId: 's', workspace: base });
  const options = { checkpoint: 'run-1', resume: true };
  // Its fingerprint is made up: the person has to say that the next step is still the next one.
  await expect(agent().runWorkflow('release-notes', options)).rejects.toMatchObject({
    code: 'workflow-changed',
  });
  const result = await agent().runWorkflow('release-notes', { ...options, rebase: true });
  expect(result).toMatchObject({ resumedFrom: 2, output: 'written' });
  expect(requests[0]?.messages[1]?.content).toContain('### Collect\n14 commits since v1.4.0');
  expect(checkpoint('run-1')).toMatchObject({ completed_steps: 3, variables: { tag: 'v1.4.0' } });
});

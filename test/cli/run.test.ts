import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ModelServer,
  type Reply,
  type Script,
  type SeenRequest,
  startModelServer,
} from '../model-server.ts';
import { type StartedCli, type StartOptions, startCli } from './start-cli.ts';

const TOOLS = resolve(import.meta.dirname, '../mcp-tool-server.mjs');

let home: string;
let directory: string;
let log: string;
let server: ModelServer;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-run-'));
  directory = join(home, 'work');
  log = join(home, 'tools.log');
  mkdirSync(directory);
  writeFileSync(log, '');
});
afterEach(async () => {
  await server?.close();
  rmSync(home, { recursive: true, force: true });
});

const serve = async (script: Script | readonly (Reply | string)[]) => {
  server = await startModelServer(script);
};
const start = (words: readonly string[], options: Partial<StartOptions> = {}): StartedCli =>
  startCli(words, {
    home,
    directory,
    ...options,
    variables: { OPENAI_BASE_URL: server.url, ...options.variables },
  });
const cli = (...words: string[]) => start(words).done;
const mcp = () => ['--mcp', `node ${TOOLS} ${log}`];
const isJudge = (request: SeenRequest) => /You judge whether/.test(request.messages[0]?.content ?? '');
const isUser = (request: SeenRequest) => request.messages.filter(({ role }) => role === 'user');

function sessions(): {
  session_id: string;
  messages: { role: string; content: string }[];
  metadata: Record<string, unknown>;
}[] {
  const projects = join(home, '.praisonai/sessions/projects');
  if (!existsSync(projects)) return [];
  return readdirSync(projects).flatMap((project) =>
    readdirSync(join(projects, project))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(projects, project, name), 'utf8'))),
  );
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 15_000, interval: 20 }).toBe(true);
}

async function kill(started: StartedCli): Promise<void> {
  started.process.kill('SIGKILL');
  await started.done;
}

describe('run', () => {
  it('streams the answer, keeps the session, and tells what it used', async () => {
    await serve(['It is done.']);
    const run = await cli('run', 'do', 'it');
    expect(run).toMatchObject({ code: 0, stdout: 'It is done.\n' });
    const [session] = sessions();
    expect(run.stderr).toBe(`[session ${session?.session_id} · gpt-4o-mini · 100 tokens in, 10 out]\n`);
    expect(session?.messages.map(({ content }) => content)).toEqual(['do it', 'It is done.']);
    expect(session?.metadata).toMatchObject({ workspace: directory, last_run: { status: 'finished' } });
  });

  it('takes a handoff from a pipe: the fresh agent’s first request holds the prompt', async () => {
    await serve(['First part.', 'Second part.']);
    await cli('run', 'Refactor the logging; never touch legacy/');
    const handoff = await cli('session', 'handoff');
    expect(handoff.stdout).toContain('Refactor the logging; never touch legacy/');
    const run = await start(['run', '--quiet'], { input: handoff.stdout }).done;
    expect(run).toEqual({ code: 0, stdout: 'Second part.\n', stderr: '' });
    expect(server.requests[1]?.messages.at(-1)).toEqual({ role: 'user', content: handoff.stdout.trim() });
    expect(sessions()).toHaveLength(2);
  });

  it('goes on with --continue, --session, in a --fork, and saves nothing with --no-save', async () => {
    await serve(() => 'ok');
    await cli('run', 'one', '--model', 'openai/m-1');
    await cli('run', '--continue', 'two');
    const id = sessions()[0]?.session_id ?? '';
    expect(server.requests[1]?.model).toBe('m-1');
    expect(isUser(server.requests[1]!)).toHaveLength(2);
    await cli('run', '--session', id.slice(0, 8), '--fork', 'three');
    expect(isUser(server.requests[2]!)).toHaveLength(3);
    expect(sessions()).toHaveLength(2);
    expect(sessions().find(({ session_id }) => session_id === id)?.messages).toHaveLength(4);
    const unsaved = await cli('run', '--no-save', 'four');
    expect(unsaved.stderr).toContain('[not saved · ');
    expect(sessions()).toHaveLength(2);
    expect((await cli('session', 'resume', id, 'five')).code).toBe(0);
    expect(isUser(server.requests.at(-1)!)).toHaveLength(3);
    const shown = await cli('session', 'resume', id);
    expect(shown.stdout).toContain('• user: five');
    expect(shown.stderr).toContain(`praisonai session resume ${id}`);
  });

  it('prints JSON', async () => {
    await serve(['ok']);
    const run = await cli('run', 'one', '--json');
    expect(JSON.parse(run.stdout)).toEqual({
      session_id: sessions()[0]?.session_id,
      model: 'gpt-4o-mini',
      text: 'ok',
      usage: { input_tokens: 100, output_tokens: 10, cached_tokens: 0, requests: 1 },
    });
    expect(run.stderr).toBe('');
  });

  it('uses the tools of an MCP server, and ends it', async () => {
    await serve([{ text: 'Noting.', calls: [{ name: 'note', input: { text: 'hi' } }] }, 'Noted.']);
    const run = await cli('run', 'note it', ...mcp());
    expect(run).toMatchObject({ code: 0, stdout: 'Noting.\n\nNoted.\n' });
    expect(run.stderr).toContain('→ note {"text":"hi"}\n← note hi\n');
    expect(readFileSync(log, 'utf8')).toBe('note: hi\n');
    expect(server.requests[0]?.tools).toEqual(['note', 'fail', 'hang']);
  });

  it.each([
    [['run'], 'There is nothing to do'],
    [['run', 'x', '--continue'], 'No session of this project was found.'],
    [['run', 'x', '--session', 'nope'], 'Session not found: nope'],
    [['run', 'x', '--continue', '--session', 'nope'], 'Either --continue or --session'],
    [['run', 'x', '--fork'], '--fork needs a session'],
    [['run', 'x', '--verify', 'true'], 'That option is for a goal'],
    [['run', 'x', '--goal', 'g', '--max-turns', '0'], 'It must be a whole number above 0'],
    [['run', 'x', '--model', 'groq/m'], 'GROQ_API_KEY is not set'],
    [['run', 'x', '--mcp', 'no-such-program-here'], 'The MCP server did not start'],
    [['workflow', 'run', 'nope'], 'Workflow not found: nope'],
    [['workflow', 'checkpoints', '--delete', 'nope'], 'There is no checkpoint nope'],
  ])('refuses %j, and creates nothing', async (words, message) => {
    await serve(() => 'ok');
    const run = await cli(...words);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(message);
    expect(server.requests).toEqual([]);
    expect(readdirSync(home).sort()).toEqual(['tools.log', 'work']);
  });

  it('says what to set when no model is configured', async () => {
    await serve([]);
    const run = await start(['run', 'x', '--json'], { variables: { OPENAI_BASE_URL: '' } }).done;
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'no-model' } });
    expect(run.stderr).toContain('Set OPENAI_API_KEY, or OPENAI_BASE_URL');
  });

  it('tells how to hand off when the service fails, keeps the prompt, and goes on later', async () => {
    await serve((_, index) =>
      index === 0 ? { status: 401, body: { error: { message: 'bad key' } } } : 'now',
    );
    const failed = await cli('run', 'important work');
    const id = sessions()[0]?.session_id;
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('The key for gpt-4o-mini was refused (401): bad key');
    expect(failed.stderr).toContain(`praisonai session handoff ${id}`);
    const handoff = await cli('session', 'handoff', id ?? '');
    expect(handoff.stdout).toContain('GOAL: important work');
    expect(handoff.stdout).toContain(
      'STATUS: stopped by an error of the model’s service (“The key for gpt-4o-mini was',
    );
    expect(await cli('run', '--continue')).toMatchObject({ code: 0, stdout: 'now\n' });
    expect(isUser(server.requests[1]!)).toHaveLength(1);
    const again = await cli('run', '--continue');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is nothing to do') });
  });

  it('stops on Ctrl-C with a session that goes on, and prints how to hand it off', async () => {
    await serve((_, index) => (index === 0 ? { text: 'Half an', breaks: 'silence' } : 'A whole answer.'));
    const started = start(['run', 'tell me']);
    await until(() => started.output().includes('Half an'));
    started.process.kill('SIGINT');
    const run = await started.done;
    const id = sessions()[0]?.session_id ?? '';
    expect(run.code).toBe(130);
    expect(run.stderr).toContain(
      `Stopped.\nThe session is kept. Hand it off: praisonai session handoff ${id}\n`,
    );
    expect(sessions()[0]?.metadata['last_run']).toMatchObject({ status: 'interrupted' });
    const handoff = await cli('session', 'handoff');
    expect(handoff.stdout).toContain(
      'STATUS: interrupted in the middle of the work; the agent’s last words: “Half an”',
    );
    expect(await cli('run', '--continue')).toMatchObject({ code: 0, stdout: 'A whole answer.\n' });
  });

  it('loses no more than a moment’s text when it is killed in the middle of an answer', async () => {
    await serve((_, index) => (index === 0 ? { text: 'Half an', breaks: 'silence' } : 'A whole answer.'));
    const started = start(['run', 'tell me']);
    await until(() => sessions()[0]?.metadata['partial_answer'] !== undefined);
    await kill(started);
    const handoff = await cli('session', 'handoff');
    expect(handoff.stdout).toContain(
      'STATUS: interrupted in the middle of the work; the agent’s last words: “Half an”',
    );
    expect(await cli('run', '--continue')).toMatchObject({ code: 0, stdout: 'A whole answer.\n' });
    expect(isUser(server.requests[1]!)).toHaveLength(1);
    expect(sessions()[0]?.metadata['partial_answer']).toBeUndefined();
  });

  it('stops a tool on Ctrl-C, and says that it may have run', async () => {
    await serve((_, index) =>
      index === 0 ? { calls: [{ name: 'hang', input: { text: 'deploy' } }] } : 'Checked.',
    );
    const started = start(['run', 'deploy', ...mcp()]);
    await until(() => readFileSync(log, 'utf8') !== '');
    started.process.kill('SIGINT');
    expect((await started.done).code).toBe(130);
    expect(sessions()[0]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      metadata: { outcome: 'interrupted' },
    });
    await cli('run', '--continue', ...mcp());
    expect(server.requests[1]?.messages.at(-1)?.content).toContain('may have taken effect');
    expect(readFileSync(log, 'utf8')).toBe('hang: deploy\n');
  });
});

describe('a goal loop that is killed', () => {
  const verdict = (word: string, reason: string) => JSON.stringify({ verdict: word, reason });
  const words = [
    ...['run', 'Fix the rounding', '--goal', 'Invoices are rounded once', '--outcome', 'one rounding'],
    ...['--verify', 'test -e fixed', '--constraint', 'never touch the ledger', '--max-turns', '9'],
  ];

  it('is handed off with goal and status, and goes on with nothing done twice', async () => {
    await serve((request) => {
      const last = request.messages.at(-1);
      if (isJudge(request)) return verdict('done', 'the file is there');
      if (last?.role === 'user' && last.content === 'Fix the rounding')
        return { text: 'First try.', calls: [{ name: 'note', input: { text: 'first' } }] };
      if (last?.role === 'tool' && last.content === 'note first') return 'I think it is fixed.';
      if (last?.role === 'user')
        return { text: 'Second try.', calls: [{ name: 'hang', input: { text: 'second' } }] };
      return 'Now it is fixed.';
    });
    const started = start([...words, ...mcp()]);
    await until(() => readFileSync(log, 'utf8').includes('hang: second'));
    await kill(started);

    const handoff = await cli('session', 'handoff', '--json');
    const { handoff: prompt, has_goal: hasGoal } = JSON.parse(handoff.stdout);
    expect(hasGoal).toBe(true);
    expect(prompt).toContain('GOAL: Invoices are rounded once\n');
    expect(prompt).toContain('DEFINITION OF DONE: one rounding (verify: test -e fixed)\n');
    expect(prompt).toContain('CONSTRAINTS (never violate): never touch the ledger\n');
    expect(prompt).toMatch(
      /STATUS: `test -e fixed` failed \(exit code 1\) \(goal active, 1 of 9 turns used\); interrupted/,
    );
    expect(prompt).toContain('LATEST REQUEST: Fix the rounding');
    expect(prompt).not.toContain('The goal is not reached yet');
    expect(prompt).toContain('UNFINISHED CALL: hang has no result on record');

    writeFileSync(join(directory, 'fixed'), '');
    const asked = server.requests.length;
    const run = await cli('run', '--continue', ...mcp());
    expect(run).toMatchObject({ code: 0, stdout: 'Now it is fixed.\n' });
    expect(readFileSync(log, 'utf8')).toBe('note: first\nhang: second\n');
    expect(server.requests.slice(asked).map(isJudge)).toEqual([false, true]);
    const [session] = sessions();
    expect(session?.messages.filter(({ content }) => content === 'Fix the rounding')).toHaveLength(1);
    expect(session?.metadata['goal_state']).toMatchObject({
      goal: 'Invoices are rounded once',
      status: 'done',
      turns_used: 2,
      max_turns: 9,
      last_verdict: 'done',
      last_reason: 'the file is there',
    });
  });

  it('says in the end that it paused: exit code 2, and how to go on', async () => {
    await serve((request) => (isJudge(request) ? verdict('continue', 'no proof') : 'Working.'));
    const run = await cli('run', 'go', '--goal', 'g', '--max-turns', '2');
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('Judge after turn 2 of 2: continue (no proof)');
    expect(run.stderr).toMatch(
      /Paused after 2 of 2 turns, not done: no proof\nGo on: praisonai run --session/,
    );
  });
});

describe('a workflow that is killed', () => {
  const step = (number: number, name: string) =>
    `## Step ${number}: ${name}\n\`\`\`action\n${name} it\n\`\`\`\n`;
  beforeEach(() => {
    mkdirSync(join(directory, '.praisonai/workflows'), { recursive: true });
    const text = `---\nname: notes\ndescription: Draft the notes\n---\n${step(1, 'Collect')}${step(2, 'Group')}${step(3, 'Write')}`;
    writeFileSync(join(directory, '.praisonai/workflows/notes.md'), text);
  });

  it('is handed off with its progress, and resumes with nothing done twice', async () => {
    await serve((request) => {
      const last = request.messages.at(-1);
      if (last?.role === 'tool') return last.content?.includes('No result') ? 'Grouped.' : 'Collected.';
      if (last?.content?.includes('Collect it'))
        return { calls: [{ name: 'note', input: { text: 'collect' } }] };
      if (last?.content?.includes('Group it')) return { calls: [{ name: 'hang', input: { text: 'group' } }] };
      return 'Written.';
    });
    const started = start(['workflow', 'run', 'notes', ...mcp()]);
    await until(() => readFileSync(log, 'utf8').includes('hang: group'));
    await kill(started);

    const prompt = (await cli('session', 'handoff')).stdout;
    expect(prompt).toContain('GOAL: Run the workflow notes: Draft the notes\n');
    expect(prompt).toContain('PROGRESS: 1 of 3 workflow steps done; last completed: Collect\n');
    expect(prompt).toContain('OPEN TASKS:\n  - Group\n  - Write\n');
    expect(prompt).toContain('STATUS: interrupted in the middle of the work');
    const listed = await cli('workflow', 'checkpoints');
    expect(listed.stdout).toMatch(/notes +notes +1 of 3 +Collect/);

    expect(await cli('workflow', 'run', 'notes', ...mcp())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Go on from it: --resume'),
    });
    const run = await cli('workflow', 'run', 'notes', '--resume', ...mcp());
    expect(run).toMatchObject({ code: 0, stdout: 'Grouped.\n\nWritten.\n' });
    expect(run.stderr).toContain('Step 3 of 3 done: Write');
    expect(readFileSync(log, 'utf8')).toBe('note: collect\nhang: group\n');
    expect(sessions()).toHaveLength(1);
    expect((await cli('session', 'handoff')).stdout).toContain(
      'PROGRESS: 3 of 3 workflow steps done; last completed: Write',
    );
    expect((await cli('workflow', 'checkpoints', '--delete', 'notes')).stdout).toBe(
      'Deleted the checkpoint notes.\n',
    );
    expect((await cli('workflow', 'checkpoints')).stdout).toBe('No checkpoints.\n');
  });
});

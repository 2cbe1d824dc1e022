import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ModelServer, type Reply, type Script, startModelServer } from '../model-server.ts';
import { startCli } from './start-cli.ts';

let home: string;
let directory: string;
let server: ModelServer;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-chat-'));
  directory = join(home, 'work');
  mkdirSync(directory);
});
afterEach(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const serve = async (script: Script | readonly (Reply | string)[]) => {
  server = await startModelServer(script);
};
const chat = (words: readonly string[] = [], input?: string) =>
  startCli(['chat', ...words], { home, directory, variables: { OPENAI_BASE_URL: server.url }, input });
const say = (...lines: string[]) => chat([], `${lines.join('\n')}\n`).done;

function sessions(): {
  session_id: string;
  messages: { content: string }[];
  metadata: Record<string, unknown>;
}[] {
  const projects = join(home, '.praisonai/sessions/projects');
  return readdirSync(projects).flatMap((project) =>
    readdirSync(join(projects, project))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(projects, project, name), 'utf8'))),
  );
}

it('answers message after message in one session, over several lines too', async () => {
  await serve(['One.', 'Two.', 'Three.']);
  const run = await say('first', 'second\\', 'goes on', '', '"""', 'third', '', 'with a gap', '"""');
  expect(run).toMatchObject({ code: 0, stdout: 'One.\nTwo.\nThree.\n' });
  const [session] = sessions();
  expect(session?.messages.map(({ content }) => content)).toEqual([
    'first',
    'One.',
    'second\ngoes on',
    'Two.',
    'third\n\nwith a gap',
    'Three.',
  ]);
  expect(run.stderr).toContain(`Hand it off: praisonai session handoff ${session?.session_id}\n`);
});

it('has commands, and tells of one that it has not', async () => {
  await serve(['One.', 'Other.']);
  const run = await say(
    '/help',
    '/handoff',
    'first',
    '/usage',
    '/recap',
    '/handoff',
    '/compact',
    '/nope',
    '/model openai/m-2',
    'again',
    '/exit',
    'never said',
  );
  expect(run.stdout).toContain('/goal [TEXT [--verify "COMMAND"] [--constraint "TEXT"]]\n      work until');
  expect(run.stderr).toContain('There is no session yet');
  expect(run.stdout).toContain('· gpt-4o-mini · 100 tokens in, 10 out]');
  expect(run.stdout).toContain('📌 Recap — where we were:\nRecent:\n• user: first\n• assistant: One.\n');
  expect(run.stdout).toMatch(/You are resuming an interrupted run\.[\s\S]*GOAL: first\n[\s\S]*WORKSPACE: /);
  expect(run.stderr).toContain('nothing was compacted');
  expect(run.stdout).toContain('There is no command /nope. /help lists them.');
  expect(run.stdout).toContain('Model: openai/m-2\nOther.\n');
  expect(server.requests.map(({ model }) => model)).toEqual(['gpt-4o-mini', 'm-2']);
});

it('works toward a goal', async () => {
  await serve((request) =>
    /You judge whether/.test(request.messages[0]?.content ?? '')
      ? '{"verdict": "done", "reason": "seen"}'
      : 'Did it.',
  );
  const run = await say(
    '/goal',
    '/goal make it so --verify "true" --constraint "no new packages"',
    '/goal',
    '/goal x --verify',
  );
  expect(run.stdout).toContain('No goal. Set one: /goal TEXT\n');
  expect(run.stderr).toContain('Judge after turn 1 of 20: done (seen)');
  expect(run.stdout).toContain('Goal: make it so\ndone (1 of 20 turns used): seen\n');
  expect(run.stderr).toContain('--verify needs a value');
  expect(sessions()[0]?.metadata['goal_state']).toMatchObject({
    goal: 'make it so',
    criteria: { verification: 'true', constraints: ['no new packages'] },
  });
});

it('goes on with other sessions', async () => {
  await serve(() => 'ok');
  await say('in the first session');
  const id = sessions()[0]?.session_id ?? '';
  const run = await say(
    '/resume',
    `/resume ${id.slice(0, 8)}`,
    'on with it',
    '/resume nope',
    '/new',
    'fresh',
  );
  expect(run.stdout).toContain(`${id}  just now  in the first session`);
  expect(run.stderr).toContain('Session not found: nope');
  expect(server.requests.map(({ messages }) => messages.length)).toEqual([2, 4, 2]);
  expect(sessions()).toHaveLength(2);
  await chat(['--continue'], 'and on\n').done;
  expect(server.requests.at(-1)?.messages).toHaveLength(4);
});

it('goes on after an error, and tells a script of it', async () => {
  await serve((_, index) => (index === 0 ? { status: 401 } : 'ok'));
  const run = await say('first', 'second');
  expect(run.stderr).toContain('The key for gpt-4o-mini was refused (401)');
  expect(run).toMatchObject({ code: 1, stdout: 'ok\n' });
});

it('stops an answer on Ctrl-C and keeps the session; leaves on the second one in a row', async () => {
  await serve((_, index) => (index === 0 ? { text: 'Half an', breaks: 'silence' } : 'A whole answer.'));
  const started = chat();
  started.process.stdin?.write('tell me\n');
  const until = (condition: () => boolean) =>
    expect.poll(condition, { timeout: 15_000, interval: 20 }).toBe(true);
  await until(() => started.output().includes('Half an'));
  started.process.kill('SIGINT');
  await until(() => started.errors().includes('Stopped. The session is kept'));
  started.process.stdin?.write('again\n');
  await until(() => started.errors().includes('tokens in'));
  started.process.kill('SIGINT');
  await until(() => started.errors().includes('Ctrl-C again'));
  started.process.kill('SIGINT');
  expect((await started.done).code).toBe(0);
  expect(sessions()[0]?.messages.map(({ content }) => content)).toEqual([
    'tell me',
    'Half an',
    'again',
    'A whole answer.',
  ]);
});

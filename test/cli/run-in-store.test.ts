import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSessionStore } from '../../src/stores/open-session-store.ts';
import type { SessionStore } from '../../src/stores/session-store.ts';
import { type ModelServer, startModelServer } from '../model-server.ts';
import { startCli } from './start-cli.ts';

let base: string;
let server: ModelServer;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'praisonai-run-store-'));
});
afterEach(async () => {
  await server?.close();
  rmSync(base, { recursive: true, force: true });
});

/** A machine: a home, and a clone of the one repository in a directory of its own. */
function machine(name: string) {
  const home = join(base, name);
  const directory = join(home, `work-${name}`);
  for (const part of ['objects', 'refs/heads']) mkdirSync(join(directory, '.git', part), { recursive: true });
  writeFileSync(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(directory, '.git/config'),
    '[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = https://git.example.com/acme/shop.git\n',
  );
  const start = (words: string[], variables: Record<string, string> = {}) =>
    startCli(words, { home, directory, variables: { OPENAI_BASE_URL: server.url, ...variables } });
  return { home, start, cli: (...words: string[]) => start(words).done };
}

describe.each(['sqlite', 'file'] as const)('a run whose session is kept in a store (%s)', (kind) => {
  it('goes on on another machine, and is handed off there', async () => {
    server = await startModelServer(() => 'It is done.');
    const [a, b] = [machine('a'), machine('b')];
    const store = `${kind}:${join(base, 'shared')}`;
    const first = await a.cli('run', 'fix the login test; never touch legacy/', '--store', store);
    expect(first).toMatchObject({ code: 0, stdout: 'It is done.\n' });
    expect(readdirSync(a.home)).not.toContain('.praisonai');
    const listed = JSON.parse((await b.cli('session', 'list', '--store', store, '--json')).stdout);
    expect(listed).toMatchObject([{ source: 'praisonai', title: 'fix the login test; never touch legacy/' }]);
    const second = await b.start(['run', '--continue', 'and one for logout', '--store'], {
      PRAISONAI_STORE: store,
    }).done;
    expect(second.code).toBe(0);
    const users = server.requests[1]?.messages.filter(({ role }) => role === 'user') ?? [];
    expect(users.map(({ content }) => content)).toEqual([
      'fix the login test; never touch legacy/',
      'and one for logout',
    ]);
    const handoff = await a.cli('session', 'handoff', '--store', store);
    expect(handoff.stdout).toContain('never touch legacy/');
    expect(handoff.stdout).toContain('LATEST REQUEST: and one for logout');
    expect(handoff.stdout).toContain(`session praisonai:${listed[0].session_id}`);
  });
});

it('a run that is killed in the middle of an answer left its words in the store', async () => {
  server = await startModelServer((_, index) =>
    index === 0 ? { text: 'Half an', breaks: 'silence' } : 'A whole answer.',
  );
  const [a, b] = [machine('a'), machine('b')];
  const address = `sqlite:${join(base, 's.db')}`;
  const started = a.start(['run', 'tell me', '--store', address]);
  const store = await openSessionStore({ kind: 'sqlite', path: join(base, 's.db') });
  await expect
    .poll(async () => partialAnswer(store), { timeout: 15_000, interval: 50 })
    .toMatchObject({ text: 'Half an' });
  await store.close();
  started.process.kill('SIGKILL');
  await started.done;
  const handoff = await b.cli('session', 'handoff', '--store', address);
  expect(handoff.stdout).toContain(
    'interrupted in the middle of the work; the agent’s last words: “Half an”',
  );
  expect(await b.cli('run', '--continue', '--store', address)).toMatchObject({ stdout: 'A whole answer.\n' });
  expect(server.requests[1]?.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
});

async function partialAnswer(store: SessionStore): Promise<unknown> {
  const [listed] = (await store.list({ limit: 1 })).sessions;
  const stored = listed && (await store.get(listed.key));
  return (stored?.document['metadata'] as { partial_answer?: unknown } | undefined)?.partial_answer;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeWithServer } from '../../src/stores/testing/describe-with-server.ts';
import { cartSession, TwoMachines } from './machine.ts';

const ID = '8a4f3d7b-3e8a-4c3f-8d81-6d4c3b9e0f44';
let machines: TwoMachines;
beforeAll(() => {
  machines = new TwoMachines();
  cartSession(machines.a, ID);
});
afterAll(() => machines.remove());
const run = (words: string[], variables: Record<string, string> = {}) =>
  machines.a.run(['session', ...words], undefined, variables);

describe('--store without an address', () => {
  test('is the variable’s, else the configuration’s, else an error with the way out', () => {
    const none = run(['push']);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toMatch(/No store is configured[\s\S]*--store file:DIR[\s\S]*PRAISONAI_STORE/);
    const asJson = JSON.parse(run(['handoff', '--json', '--store']).stdout);
    expect(asJson.error).toMatchObject({ code: 'no-store', hints: expect.any(Array) });

    const folder = join(machines.a.home, '.config/praisonai');
    mkdirSync(folder, { recursive: true });
    const [configured, named] = ['configured', 'named'].map((name) => join(machines.base, name));
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ store: `file:${configured}` }));
    expect(JSON.parse(run(['push', '--json']).stdout)).toMatchObject({
      store: `file:${configured}`,
      sessions: [{ status: 'new' }],
    });
    expect(run(['list', '--store']).stdout).toContain(ID);
    const variables = { PRAISONAI_STORE: `file:${named}` };
    expect(run(['list', '--store'], variables).stdout).not.toContain(ID);
    expect(JSON.parse(run(['push', '--json'], variables).stdout)).toMatchObject({
      store: `file:${named}`,
      sessions: [{ status: 'new' }],
    });
    expect(run(['handoff', ID, '--store'], variables).stdout).toBe(run(['handoff', ID]).stdout);
  });

  test('an id where the address is expected is told', () => {
    const { code, stdout, stderr } = run(['handoff', '--store', ID]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /Not a store: 8a4f3d7b.*postgres:\/\/USER@HOST\/DATABASE; a session's id stands before --store/,
    );
    const named = run(['handoff', '--store', `claude-code:${ID}`]);
    expect(named.stderr).toMatch(/Not a store: claude-code:8a4f3d7b.*a session's id stands before --store/);
  });

  test('without --store nothing looks at it, however dead it is', () => {
    for (const words of [['handoff'], ['list'], ['show', ID], ['search', 'discount']])
      expect(run(words, { PRAISONAI_STORE: 'postgres://u:hidden@127.0.0.1:1/db' })).toEqual(run(words));
  });
});

function pruned(address: () => string): void {
  const prune = (...words: string[]) => run(['prune', ...words, '--store', address()]);
  const ids = () =>
    JSON.parse(run(['list', '--all', '--json', '--store', address()]).stdout)
      .map((row: { session_id: string }) => row.session_id)
      .sort();
  const NAMES = ['old-1', 'old-2', 'old-3'];
  beforeEach(async () => {
    for (const [index, id] of NAMES.entries()) {
      const sessions = machines.a.sessions();
      if (sessions.find(id) !== undefined) continue;
      await sessions.create({ id, messages: [{ role: 'user', content: `Old work ${index}` }] });
    }
    run(['push', '--all', '--store', address()]);
  });

  test('counts, keeps the newest, and deletes only when told', () => {
    expect(ids()).toEqual([ID, ...NAMES]);
    expect(JSON.parse(prune('--older-than', '1d', '--dry-run', '--json').stdout)).toMatchObject({
      dry_run: true,
      sessions: 1,
    });
    expect(prune('--older-than', '0h', '--dry-run').stdout).toMatch(
      /^Would delete 4 sessions with \d+ messages\.\n$/,
    );
    expect(prune('--older-than', '0h', '--keep-last', '3', '--dry-run').stdout).toMatch(
      /^Would delete 1 session with/,
    );
    const unasked = prune('--older-than', '0h');
    expect(unasked).toMatchObject({ code: 1, stdout: '' });
    expect(unasked.stderr).toMatch(/Not deleted: 4 sessions.*-y/s);
    expect(ids()).toEqual([ID, ...NAMES]);
    expect(prune('--older-than', '0h', '--keep-last', '2', '-y').stdout).toMatch(/^Deleted 2 sessions with/);
    expect(ids()).toEqual(['old-2', 'old-3']);
    expect(prune('--older-than', '0h', '-y').stdout).toMatch(/^Deleted 2 sessions with/);
    expect(ids()).toEqual([]);
    expect(prune('--older-than', '0h', '-y').stdout).toMatch(/^Deleted 0 sessions/);
  });
}

describe('prune of a directory', () => pruned(() => `file:${join(machines.base, 'pruned')}`));
describe('prune of SQLite', () => pruned(() => `sqlite:${join(machines.base, 'pruned.db')}`));
describeWithServer('prune of PostgreSQL', {}, (server) => pruned(() => server().url()));

test('an age that is none', () => {
  for (const age of ['soon', '-1d', '1.5d', '']) {
    const { code, stderr } = run(['prune', '--older-than', age, '--store', 'file:none']);
    expect({ code, hint: stderr.includes('--older-than 90d') }).toEqual({ code: 1, hint: true });
  }
  expect(run(['prune'])).toMatchObject({ code: 1, stderr: expect.stringContaining('--older-than') });
});

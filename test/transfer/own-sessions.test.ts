import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWithServer } from '../../src/stores/testing/describe-with-server.ts';
import { type Machine, storedIn, TwoMachines, withoutWorkspace, workspaceOf } from './machine.ts';

/** PraisonAI's own sessions go to another machine, are continued there, and come back. */
const RUN = 'cart-run';
const KEY = { source: 'praisonai', id: RUN };
const asked = (content: string) => ({ role: 'user', content }) as const;
const WINDOW = 6;

/** Twelve messages, of which half are archived; a goal; a checkpoint that is a file in the workspace; a fork. */
async function prepare(machine: Machine): Promise<void> {
  const sessions = machine.sessions(WINDOW);
  const goal_state = {
    goal: 'The cart takes a discount',
    status: 'active',
    turns_used: 2,
    max_turns: 20,
    criteria: { outcome: 'Discounts are taken once', constraints: ['Never touch legacy/'] },
  };
  await sessions.create({ id: RUN, title: 'Cart', metadata: { goal_state, model: 'openai/m' } });
  for (let turn = 1; turn <= 6; turn++)
    await sessions.append(RUN, [
      asked(`Step ${turn} of the cart`),
      { role: 'assistant', content: `Did step ${turn}.` },
    ]);
  const folder = join(machine.clone.root, '.praisonai');
  mkdirSync(join(folder, 'checkpoints'), { recursive: true });
  mkdirSync(join(folder, 'workflows'), { recursive: true });
  writeFileSync(
    join(folder, 'checkpoints/release.json'),
    JSON.stringify({
      name: 'release',
      completed_steps: 2,
      total_steps: 5,
      last_step: 'wire the total',
      saved_at: Date.now() / 1000,
    }),
  );
  await sessions.fork(RUN, { id: 'cart-fork', title: 'Cart, another way' });
  await sessions.append('cart-fork', [asked('Try it with a table of rates')]);
  await sessions.create({
    id: 'in-workspace',
    metadata: {
      workspace: machine.clone.root,
      workflow_checkpoint: {
        name: 'w',
        completed_steps: 1,
        total_steps: 3,
        last_step: 'read',
        steps: ['read', 'write', 'check'],
      },
    },
    messages: [
      asked('Write the rates into src/cart.ts. Never touch legacy/.'),
      { role: 'assistant', content: 'Written.' },
    ],
  });
}

function thereAndBack(address: (base: string) => string): void {
  let machines: TwoMachines;
  let store: string;
  beforeAll(async () => {
    machines = new TwoMachines();
    store = address(machines.base);
    await prepare(machines.a);
  });
  afterAll(() => machines.remove());
  /** Every message of the session on a machine, the archived ones first. */
  const texts = (machine: Machine, id = RUN): string[] => {
    const path = machine.sessions().find(id);
    const { archived_messages, messages } = JSON.parse(readFileSync(path ?? '', 'utf8'));
    return [...archived_messages, ...messages]
      .filter(({ metadata }: { metadata: { compaction?: boolean } }) => metadata.compaction !== true)
      .map(({ content }: { content: string }) => content);
  };
  const steps = [1, 2, 3, 4, 5, 6].flatMap((turn) => [`Step ${turn} of the cart`, `Did step ${turn}.`]);

  test('handed off from the store, each gives the same bytes', () => {
    const { a, b } = machines;
    expect(texts(a)).toEqual(steps);
    const pushed = a.transfer('push', '--project', '--store', store);
    expect(pushed.map(({ session_id, status }) => `${session_id} ${status}`).sort()).toEqual([
      'cart-fork new',
      'cart-run new',
      'in-workspace new',
    ]);
    for (const id of [RUN, 'cart-fork', 'in-workspace']) {
      const here = a.out(['session', 'handoff', id]);
      const there = machines.apart(() => b.out(['session', 'handoff', id, '--store', store]));
      expect(withoutWorkspace(there)).toEqual(withoutWorkspace(here));
      if (id === 'in-workspace')
        expect(workspaceOf(there)).toContain(`WORKSPACE: ${b.clone.root}; recorded in`);
      else expect(here).toContain('PROGRESS: 2 of 5');
      if (id === RUN) expect(here).toContain('The cart takes a discount');
    }
  });

  test('without an id it is the newest root, not the fork', () => {
    const { b } = machines;
    const prompt = b.out(['session', 'handoff', '--store', store]);
    expect(prompt).toBe(b.out(['session', 'handoff', 'in-workspace', '--store', store]));
  });

  test('continued on the other machine, pushed back and pulled: no message is lost, none is there twice', async () => {
    const { a, b } = machines;
    expect(b.transfer('pull', '--project', '--store', store).map(({ status }) => status)).toEqual([
      'new',
      'new',
      'new',
    ]);
    expect(texts(b)).toEqual(steps);
    expect(b.out(['session', 'handoff', RUN])).toBe(a.out(['session', 'handoff', RUN]));
    await b
      .sessions(WINDOW)
      .append(RUN, [asked('Go on from the laptop'), { role: 'assistant', content: 'Went on.' }]);
    expect(b.transfer('push', RUN, '--store', store)).toMatchObject([
      { status: 'updated', sent: 2, replaced: 0 },
    ]);
    expect(a.transfer('push', RUN, '--store', store)).toMatchObject([{ status: 'behind', sent: 0 }]);
    expect(a.transfer('pull', RUN, '--store', store)).toMatchObject([
      { status: 'updated', sent: 2, replaced: 0 },
    ]);
    expect(texts(a)).toEqual([...steps, 'Go on from the laptop', 'Went on.']);
    expect(a.transfer('pull', RUN, '--store', store)).toMatchObject([{ status: 'unchanged' }]);
    await a.sessions(WINDOW).append(RUN, [asked('And back at the desk')]);
    expect(a.transfer('push', RUN, '--store', store)).toMatchObject([{ status: 'updated', sent: 1 }]);
    expect(b.transfer('pull', RUN, '--store', store)).toMatchObject([{ status: 'updated', sent: 1 }]);
    expect(texts(b)).toEqual(texts(a));
    expect(texts(b).slice(-3)).toEqual(['Go on from the laptop', 'Went on.', 'And back at the desk']);
  });

  test('continued on both, neither is overwritten unless it is told so', async () => {
    const { a, b } = machines;
    const common = texts(a);
    await a.sessions(WINDOW).append(RUN, [asked('Only at the desk')]);
    await b.sessions(WINDOW).append(RUN, [asked('Only on the laptop')]);
    a.out(['session', 'push', RUN, '--store', store]);
    for (const way of ['push', 'pull']) {
      const run = b.run(['session', way, RUN, '--store', store]);
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr).toMatch(/both sides have messages.*--force/s);
    }
    expect(texts(b)).toEqual([...common, 'Only on the laptop']);
    expect((await storedIn(store, KEY))?.messageCount).toBe(common.length + 1);
    expect(b.transfer('push', RUN, '--force', '--store', store)).toMatchObject([{ status: 'updated' }]);
    expect((await storedIn(store, KEY))?.messageCount).toBe(common.length + 1);
    expect(a.run(['session', 'pull', RUN, '--store', store]).code).toBe(1);
    expect(texts(a)).toEqual([...common, 'Only at the desk']);
    expect(a.transfer('pull', RUN, '--force', '--store', store)).toMatchObject([{ status: 'updated' }]);
    expect(texts(a)).toEqual([...common, 'Only on the laptop']);
  });
}

describe('through a directory', () => thereAndBack((base) => `file:${join(base, 'shared')}`));
describe('through SQLite', () => thereAndBack((base) => `sqlite:${join(base, 'shared.db')}`));
describeWithServer('through PostgreSQL', {}, (server) => thereAndBack(() => server().url()));

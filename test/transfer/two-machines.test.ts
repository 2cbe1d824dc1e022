import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWithServer } from '../../src/stores/testing/describe-with-server.ts';
import {
  type ClaudeSession,
  cartSession,
  storedIn,
  TwoMachines,
  withoutWorkspace,
  workspaceOf,
} from './machine.ts';

/** A session of Claude Code, recorded on one machine and taken up on another one that never saw its files. */
const ID = '5d1c0a4e-0b57-4f0c-9a5e-3a1f0e6b7c11';
const BELOW = '6e2d1b5f-1c68-4a1d-8b6f-4b2a1f7c8d22';
const NAME = `claude-code:${ID}`;
const KEY = { source: 'claude-code', id: ID };

function takenUpElsewhere(address: (base: string) => string): void {
  let machines: TwoMachines;
  let session: ClaudeSession;
  let store: string;
  beforeAll(() => {
    machines = new TwoMachines();
    session = cartSession(machines.a, ID);
    store = address(machines.base);
  });
  afterAll(() => machines.remove());
  /** The prompts of both machines: the same but for the place. */
  const sameBytes = (name: string, place: string, recorded: string) => {
    const { a, b } = machines;
    const here = a.out(['session', 'handoff', name]);
    const there = machines.apart(() => b.out(['session', 'handoff', name, '--store', store]));
    expect(withoutWorkspace(there)).toEqual(withoutWorkspace(here));
    expect(workspaceOf(here)).toContain(`WORKSPACE: ${recorded} (`);
    expect(workspaceOf(there)).toContain(`WORKSPACE: ${place} (branch main); recorded in ${recorded}, which`);
    return there;
  };

  test('the first push brings all of it, and the other machine hands it off', () => {
    const { a, b } = machines;
    expect(a.transfer('push', '--store', store)).toMatchObject([
      { session_id: ID, source: 'claude-code', status: 'new', replaced: 0 },
    ]);
    const prompt = sameBytes(NAME, b.clone.root, a.clone.root);
    for (const part of [
      'discount field',
      'Never touch legacy/',
      'src/cart.ts*',
      'expected 90 to be 100',
      NAME,
    ])
      expect(prompt).toContain(part);
    expect(machines.apart(() => b.out(['session', 'handoff', '--store', store]))).toBe(prompt);
  });

  test('an agent is started in the clone that stands for the recorded directory', () => {
    const { b } = machines;
    const words = ['session', 'handoff', NAME, '--store', store, '--to', 'claude-code', '--print-command'];
    expect(machines.apart(() => b.out(words))).toMatch(new RegExp(`^cd '?${b.clone.root}'? && claude `));
  });

  test('later ones bring what is new, and nothing when nothing is', async () => {
    const { a, b } = machines;
    const before = await storedIn(store, KEY);
    session.user('And round to cents.').says({ type: 'text', text: 'Rounding now.' }).save();
    const [pushed] = a.transfer('push', NAME, '--store', store);
    const after = await storedIn(store, KEY);
    const added = (after?.messageCount ?? 0) - (before?.messageCount ?? 0);
    // The request, the answer, and that a turn ended before.
    expect(added).toBe(3);
    expect(pushed).toMatchObject({ status: 'updated', sent: added, replaced: 0 });
    expect(a.transfer('push', NAME, '--store', store)).toMatchObject([{ status: 'unchanged', sent: 0 }]);
    // Also where the file looks new.
    utimesSync(session.path, new Date(), new Date());
    expect(a.transfer('push', NAME, '--store', store)).toMatchObject([{ status: 'unchanged', sent: 0 }]);
    expect((await storedIn(store, KEY))?.version).toBe(after?.version);
    expect(sameBytes(NAME, b.clone.root, a.clone.root)).toContain('round to cents');
  });

  test('a rewind takes messages back', () => {
    const { a, b } = machines;
    session.rewindTo(session.uuids.at(-3)).user('No rounding: show three digits.').save();
    const [pushed] = a.transfer('push', NAME, '--store', store);
    expect(pushed).toMatchObject({ status: 'updated', replaced: expect.any(Number) });
    expect(pushed?.['replaced']).toBeGreaterThan(0);
    const prompt = sameBytes(NAME, b.clone.root, a.clone.root);
    expect(prompt).toContain('three digits');
    expect(prompt).not.toContain('round to cents');
  });

  test('one of a sub-directory goes on in that directory', () => {
    const { a, b } = machines;
    const below = join(a.clone.root, 'packages/mail');
    cartSession(a, BELOW, below);
    a.out(['session', 'push', BELOW, '--store', store]);
    sameBytes(`claude-code:${BELOW}`, join(b.clone.root, 'packages/mail'), below);
  });

  test('it is listed as one of this project', () => {
    const { b } = machines;
    const list = (directory: string, ...more: string[]) =>
      JSON.parse(b.out(['session', 'list', '--store', store, '--json', ...more], directory)).map(
        ({ session_id }: { session_id: string }) => session_id,
      );
    expect(list(b.clone.root).sort()).toEqual([ID, BELOW]);
    expect(list(join(b.clone.root, 'packages/mail')).sort()).toEqual([ID, BELOW]);
    expect(list(b.home)).toEqual([]);
    expect(list(b.home, '--all').sort()).toEqual([ID, BELOW]);
    const outside = b.run(['session', 'handoff', '--store', store], b.home);
    expect(outside).toMatchObject({ code: 1, stdout: '' });
    expect(outside.stderr).toMatch(/No session of this project.*session push/s);
    expect(b.out(['session', 'search', 'three', 'digits', '--store', store])).toContain(ID);
    expect(b.out(['session', 'show', NAME, '--store', store])).toContain('three digits');
  });

  test('pulled, it is there without the store', () => {
    const { a, b } = machines;
    const shared = b.out(['session', 'handoff', NAME, '--store', store]);
    expect(b.transfer('pull', NAME, '--store', store)).toMatchObject([{ session_id: ID, status: 'new' }]);
    expect(b.out(['session', 'handoff', NAME])).toBe(shared);
    expect(b.out(['session', 'list'])).toMatch(new RegExp(`claude-code.*${ID}`));
    expect(b.transfer('pull', NAME, '--store', store)).toMatchObject([{ status: 'unchanged', sent: 0 }]);
    expect(a.transfer('pull', NAME, '--store', store)).toMatchObject([{ status: 'here', sent: 0 }]);
    expect(a.out(['session', 'pull', NAME, '--store', store])).toContain('this machine has the original');
    // The pulled copy goes back as what it is: nothing new.
    expect(b.transfer('push', NAME, '--store', store)).toMatchObject([{ status: 'unchanged', sent: 0 }]);
  });

  test('what another machine holds is not overwritten by an old copy', () => {
    const { a, b } = machines;
    session.user('One more thing: print the rebate.').save();
    a.out(['session', 'push', NAME, '--store', store]);
    expect(b.transfer('push', NAME, '--store', store)).toMatchObject([{ status: 'behind', sent: 0 }]);
    expect(b.transfer('pull', NAME, '--store', store)).toMatchObject([{ status: 'updated', sent: 1 }]);
    expect(b.out(['session', 'handoff', NAME])).toContain('print the rebate');
  });
}

describe('through a directory', () => takenUpElsewhere((base) => `file:${join(base, 'shared')}`));
describe('through SQLite', () => takenUpElsewhere((base) => `sqlite:${join(base, 'shared.db')}`));
describeWithServer('through PostgreSQL', {}, (server) => takenUpElsewhere(() => server().url()));

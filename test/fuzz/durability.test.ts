import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePrivateFile } from '../../src/private-file.ts';
import { JsonSessionStore } from '../../src/stores/json/json-session-store.ts';
import { type LockingMode, lockingMode } from '../../src/stores/locking/file-lock.ts';
import { isStoreError } from '../../src/stores/store-error.ts';
import { type FailurePlan, injectFailure } from './failing-calls.ts';
import { fastFolder } from './fast-folder.ts';

/**
 * Every write is done once for each file-system call that it makes, and that call fails: what is on the disk then is what
 * was there before or what was to be there, never a third thing, and the error says which.
 */

let base = '';
beforeEach(() => {
  base = fastFolder('praisonai-durability-');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Place {
  store: JsonSessionStore;
  directory: string;
  former: string;
}

interface Scenario {
  name: string;
  prepare(place: Place): void | Promise<void>;
  write(place: Place): Promise<unknown>;
}

const message = (content: string) => ({ role: 'user', content }) as const;
const SESSION = JSON.stringify({
  session_id: 's',
  messages: [{ role: 'user', content: 'before' }],
  kept: [1.0],
});
const BROKEN = '{"session_id": "s", "messages": [{"role": "us';

const put = (directory: string, content: string) => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 's.json'), content);
};

const SCENARIOS: readonly Scenario[] = [
  { name: 'create', prepare: () => undefined, write: ({ store }) => store.create({ id: 's', title: 'new' }) },
  {
    name: 'append',
    prepare: ({ directory }) => put(directory, SESSION),
    write: ({ store }) => store.append('s', [message('after')]),
  },
  {
    name: 'append to a broken file',
    prepare: ({ directory }) => put(directory, BROKEN),
    write: ({ store }) => store.append('s', [message('after')]),
  },
  {
    name: 'append to a session of a former directory',
    prepare: ({ former }) => put(former, SESSION),
    write: ({ store }) => store.append('s', [message('after')]),
  },
  {
    name: 'rename',
    prepare: ({ directory }) => put(directory, SESSION),
    write: ({ store }) => store.rename('s', 'new'),
  },
  {
    name: 'fork',
    prepare: ({ directory }) => put(directory, SESSION),
    write: ({ store }) => store.fork('s', { id: 'child' }),
  },
  { name: 'import', prepare: () => undefined, write: ({ store }) => store.import(SESSION, 's') },
  {
    name: 'delete',
    prepare({ directory, former }) {
      put(directory, SESSION);
      put(former, SESSION.replace('before', 'earlier'));
    },
    write: ({ store }) => store.delete('s'),
  },
];

const KINDS: readonly Pick<FailurePlan, 'code' | 'mode'>[] = [
  { code: 'ENOSPC', mode: 'half' },
  { code: 'EIO', mode: 'refused' },
  { code: 'EMFILE', mode: 'refused' },
  { code: 'EIO', mode: 'done' },
];

const modes: readonly LockingMode[] =
  lockingMode() === 'flock' ? ['flock', 'lock-directory'] : ['lock-directory'];

/** More calls than any write makes. */
const MOST_CALLS = 80;

function placeAt(name: string, locking: LockingMode): Place {
  const root = join(base, name);
  mkdirSync(root);
  const [directory, former] = [join(root, 'sessions'), join(root, 'former')];
  const store = new JsonSessionStore({
    ...{ directory, formerDirectories: [former], locking, platform: 'linux', lockTimeoutMs: 2000 },
    now: () => Date.UTC(2026, 10, 30),
  });
  return { store, directory, former };
}

/**
 * What a reader sees: sessions (a newer directory's hides an older one's) and what was set aside, as text; neither locks
 * nor the temporary files that a kill would leave.
 */
function stateOf({ directory, former }: Place): string {
  const seen = new Map<string, string>();
  for (const folder of [directory, former])
    for (const name of statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [])
      if (/\.json(?:\.corrupt-[\d-]+)?$/.test(name) && !seen.has(name))
        seen.set(name, readFileSync(join(folder, name), 'utf8'));
  return [...seen]
    .sort()
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

describe.each(modes)('with %s', (locking) => {
  describe.each(SCENARIOS)('$name', ({ prepare, write }) => {
    // The way of locking makes a difference to few calls: the second one is not tried with each kind.
    const kinds = locking === modes[0] ? KINDS : KINDS.slice(0, 1);
    it.each(kinds)('keeps the old or the new state when any call fails: $code, $mode', async (kind) => {
      const whole = placeAt('whole', locking);
      await prepare(whole);
      await write(whole);
      const after = stateOf(whole);
      let calls = 0;
      for (let failAt = 1; failAt <= MOST_CALLS; failAt += 1) {
        const place = placeAt(String(failAt), locking);
        await prepare(place);
        const before = stateOf(place);
        const injected = injectFailure({ directory: join(base, String(failAt)), failAt, ...kind });
        const error = await write(place).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        injected.restore();
        const failed = injected.failed();
        if (failed === undefined) {
          calls = failAt - 1;
          expect(error).toBeUndefined();
          break;
        }
        const state = stateOf(place);
        const where = `call ${failAt} (${failed}) of ${injected.calls.join(' ')}`;
        if (error === undefined) expect(state, where).toBe(after);
        else expectTold(error, { state, before, after, place, where });
        expect(leftovers(place), where).toEqual([]);
        // Nothing is blocked for the next one.
        await place.store.append('next', [message('x')]);
      }
      expect(calls).toBeGreaterThan(3);
    });
  });
});

interface Outcome {
  state: string;
  before: string;
  after: string;
  place: Place;
  where: string;
}

function expectTold(error: unknown, { state, before, after, place, where }: Outcome): void {
  if (!isStoreError(error)) throw new Error(`no StoreError at ${where}`, { cause: error });
  const { failure } = error;
  expect(error.message, where).toContain(dirname(place.directory));
  if (failure.code === 'not-flushed') expect(state, where).toBe(after);
  else if (failure.code === 'parent-not-updated') {
    // The child is whole; the parent, which names it last of all, is as it was or names it.
    expect(state, where).toContain(before.split('\n').find((line) => line.startsWith('s.json')) ?? '?');
    expect(state, where).toContain('child.json: {');
  } else {
    expect(['write-failed', 'session-unreadable'], where).toContain(failure.code);
    expect(state, where).toBe(before);
  }
}

/** Temporary files; the call that fails may have been the one that removes them. */
function leftovers({ directory }: Place): string[] {
  const names = statSync(directory, { throwIfNoEntry: false }) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith('.tmp'));
}

describe('a file that is written on request', () => {
  it.each(KINDS)('is the old or the new one: $code, $mode', async (kind) => {
    for (let failAt = 1; failAt <= MOST_CALLS; failAt += 1) {
      const path = join(base, `${failAt}.md`);
      writeFileSync(path, 'old', { mode: 0o600 });
      const injected = injectFailure({ directory: base, failAt, ...kind });
      const error = await writePrivateFile(path, 'new').catch((reason: unknown) => reason);
      injected.restore();
      if (injected.failed() === undefined) return;
      const content = readFileSync(path, 'utf8');
      if (error === undefined) expect(content).toBe('new');
      else {
        const isDone = (error as Error).message.startsWith('The change of');
        expect((error as Error).message).toContain(path);
        expect(content).toBe(isDone ? 'new' : 'old');
      }
    }
    expect.unreachable('there are fewer calls');
  });
});

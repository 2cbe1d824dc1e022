import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JsonSessionStore } from '../json/json-session-store.ts';
import { lockingMode, withFileLock } from './file-lock.ts';
import { tryFlock } from './flock.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(directory, 's.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const append = (store: JsonSessionStore, content: string) => store.append('s', [{ role: 'user', content }]);
const withFlock = lockingMode() === 'flock';
const modes = withFlock ? (['flock', 'lock-directory'] as const) : (['lock-directory'] as const);

describe.each(modes)('%s', (mode) => {
  test('one holder at a time, in the order of asking, released after a failure', async () => {
    const events: string[] = [];
    const work = (name: string, fails = false) =>
      withFileLock(path, { timeoutMs: 5_000, mode }, async () => {
        events.push(`${name} in`);
        await sleep(5);
        events.push(`${name} out`);
        if (fails) throw new Error(name);
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });
});

describe('lock directories', () => {
  const store = (lockTimeoutMs: number) =>
    new JsonSessionStore({ directory, lockTimeoutMs, locking: 'lock-directory' });

  test('a held one is waited for, then the error says what to remove', async () => {
    mkdirSync(`${path}.lock.d`);
    const error = await append(store(50), 'x').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'session-locked', failure: { stale: 'removable' } });
    expect((error as Error).message).toContain(`remove ${path}.lock.d if no praisonai process is running`);
    expect(readdirSync(directory)).toEqual(['s.json.lock.d']);
  });

  test('one of a killed process is taken over', async () => {
    mkdirSync(`${path}.lock.d`);
    utimesSync(`${path}.lock.d`, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    await append(store(1_000), 'x');
    expect(readdirSync(directory)).toEqual(['s.json']);
  });
});

describe('one attempt at flock', () => {
  const attempt = (flockSync: () => void) => tryFlock(`${path}.lock`, { flockSync });

  test('a lock file that was deleted between opening and locking is no lock', async () => {
    expect(await attempt(() => unlinkSync(`${path}.lock`))).toBe('held');
  });

  test.each([
    ['EAGAIN', 'held'],
    ['ENOLCK', 'unsupported'],
    ['EOPNOTSUPP', 'unsupported'],
  ])('%s: %s', async (code, expected) => {
    const refuse = () => {
      throw Object.assign(new Error(code), { code });
    };
    expect(await attempt(refuse)).toBe(expected);
  });
});

const pythonMissing = spawnSync('python3', ['-c', 'import fcntl']).status !== 0;

/** Reads, changes and writes a session as Python does it: under `flock` on the lock file, replaced by a rename. */
const PYTHON = `
import fcntl, json, os, sys, tempfile, time
command, path = sys.argv[1], sys.argv[2]
def lock():
    while True:
        handle = open(path + '.lock', 'w')
        try:
            fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
        except OSError:
            handle.close()
            time.sleep(0.005)
if command == 'hold':
    handle = lock(); print('held', flush=True); time.sleep(float(sys.argv[3]))
elif command == 'try':
    handle = open(path + '.lock', 'w')
    try:
        fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB); print('free')
    except BlockingIOError:
        print('held')
elif command == 'append':
    for index in range(int(sys.argv[3])):
        handle = lock()
        with open(path, encoding='utf-8') as file: data = json.load(file)
        data['messages'].append({'role': 'user', 'content': 'python %d' % index, 'timestamp': time.time(), 'metadata': {}})
        with tempfile.NamedTemporaryFile('w', encoding='utf-8', dir=os.path.dirname(path), delete=False) as file:
            json.dump(data, file, indent=2, ensure_ascii=False)
        os.replace(file.name, path)
        handle.close()
`;

function python(...arguments_: string[]) {
  return spawn('python3', ['-c', PYTHON, ...arguments_], { stdio: ['ignore', 'pipe', 'inherit'] });
}

// Skipped without python3 (with fcntl) or without fs-ext: there is nothing to interlock.
describe.skipIf(pythonMissing || !withFlock)('with a Python process', () => {
  test('we wait for Python', async () => {
    const holder = python('hold', path, '0.3');
    await once(holder.stdout, 'data');
    const started = performance.now();
    await append(new JsonSessionStore({ directory }), 'x');
    expect(performance.now() - started).toBeGreaterThan(150);
    expect(existsSync(path)).toBe(true);
  });

  test('we give up with the way out, and write nothing', async () => {
    const holder = python('hold', path, '30');
    await once(holder.stdout, 'data');
    const store = new JsonSessionStore({ directory, lockTimeoutMs: 60 });
    const error = await append(store, 'x').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'session-locked', failure: { stale: 'never' } });
    expect((error as Error).message).toContain(
      `end the process that holds ${path}.lock: the lock goes with it`,
    );
    expect(existsSync(path)).toBe(false);
    holder.kill('SIGKILL');
    await once(holder, 'close');
    await append(store, 'x');
    expect(existsSync(path)).toBe(true);
  });

  test('Python waits for us', async () => {
    const attempt = () =>
      spawnSync('python3', ['-c', PYTHON, 'try', path], { encoding: 'utf8' }).stdout.trim();
    await withFileLock(path, { timeoutMs: 1_000 }, async () => expect(attempt()).toBe('held'));
    expect(attempt()).toBe('free');
  });

  test('both append to one session at once: nothing is lost', async () => {
    const store = new JsonSessionStore({
      directory,
      lockTimeoutMs: 30_000,
      retention: { policy: 'keep-all', activeWindow: 0 },
    });
    await append(store, 'first');
    const other = python('append', path, '40');
    const done = once(other, 'close');
    for (let index = 0; index < 40; index++) await append(store, `ours ${index}`);
    await done;
    const { messages } = JSON.parse(readFileSync(path, 'utf8')) as { messages: { content: string }[] };
    const contents = messages.map(({ content }) => content);
    for (const writer of ['ours', 'python'])
      expect(contents.filter((content) => content.startsWith(writer))).toEqual(
        Array.from({ length: 40 }, (_, index) => `${writer} ${index}`),
      );
    expect(contents).toHaveLength(81);
  });
});

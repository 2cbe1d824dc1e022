import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockingMode } from '../locking/file-lock.ts';
import { buildWorker, type WorkerProgram } from '../testing/start-worker.ts';
import { JsonSessionStore } from './json-session-store.ts';

/** `STORE_FULL=1` runs what was measured once: 8 writers of 200 messages, 200 kills. */
const FULL = process.env['STORE_FULL'] === '1';
const WRITERS = FULL ? 8 : 4;
const EACH = FULL ? 200 : 40;
const KILLS = FULL ? 200 : 12;

let program: WorkerProgram;
let directory = '';
beforeAll(async () => {
  program = await buildWorker();
}, 60_000);
afterAll(() => program.remove());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'processes-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = () => join(directory, 's.json');
interface Stored {
  messages: { content: string; metadata: { compacted_count?: number } }[];
  archived_messages: { content: string }[];
}
const read = (): Stored => JSON.parse(readFileSync(file(), 'utf8'));

async function finished(worker: ReturnType<WorkerProgram['start']>): Promise<string> {
  worker.stdout.setEncoding('utf8');
  let output = '';
  worker.stdout.on('data', (text: string) => {
    output += text;
  });
  await once(worker, 'close');
  return output;
}

const modes =
  lockingMode() === 'flock' ? (['flock', 'lock-directory'] as const) : (['lock-directory'] as const);

describe.each(modes)('with %s', (locking) => {
  test(
    `${WRITERS} processes append ${EACH} messages each: none is lost, none is there twice`,
    async () => {
      const labels = Array.from({ length: WRITERS }, (_, index) => `writer${index}`);
      const workers = labels.map((label) =>
        program.start('append', directory, 's', String(EACH), label, locking),
      );
      await Promise.all(workers.map(finished));
      expect(workers.map(({ exitCode }) => exitCode)).toEqual(labels.map(() => 0));
      const { messages, archived_messages: archived } = read();
      const contents = [...archived, ...messages.slice(1)].map(({ content }) => content);
      const expected = labels.flatMap((label) =>
        Array.from({ length: EACH }, (_, index) => `${label} ${index}`),
      );
      expect([...contents].sort()).toEqual([...expected].sort());
      // Each writer's own messages are in its order.
      for (const label of labels) {
        const own = contents.filter((content) => content.startsWith(`${label} `));
        expect(own).toEqual(expected.filter((content) => content.startsWith(`${label} `)));
      }
      expect(messages[0]?.metadata.compacted_count).toBe(WRITERS * EACH - 100);
      expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
    FULL ? 300_000 : 60_000,
  );
});

test(
  `${KILLS} kills in the middle of writing leave the old session or the new one, and the next writer goes on`,
  async () => {
    const seen = { leftovers: 0, unreported: 0 };
    for (let round = 0; round < KILLS; round++) {
      const label = `round${round}`;
      const worker = program.start('grow', directory, 's', '0', label);
      const output = finished(worker);
      // From before the first write to after some of them.
      while (round % 4 !== 0 && !hasMessageOf(label)) await sleep(1);
      await sleep(Math.random() * 40 + (round % 4 === 0 ? 60 : 0));
      worker.kill('SIGKILL');
      const reported = (await output).trim().split('\n').filter(Boolean);
      const written = existsSync(file()) ? contentsOf(label) : [];
      // All that was reported is there; of the write that was cut, everything or nothing.
      expect(written.slice(0, reported.length)).toEqual(reported);
      expect(written.length - reported.length).toBeLessThanOrEqual(1);
      seen.unreported += written.length - reported.length;
      seen.leftovers = readdirSync(directory).filter((name) => name.endsWith('.tmp')).length;
      if (round % 10 === 9) rmSync(file());
    }
    if (FULL) process.stdout.write(`kills: ${JSON.stringify(seen)}\n`);
    await new JsonSessionStore({ directory }).append('s', [{ role: 'user', content: 'after' }]);
    expect(read().messages.at(-1)?.content).toBe('after');
  },
  FULL ? 300_000 : 60_000,
);

function contentsOf(label: string): string[] {
  const { messages, archived_messages: archived } = read();
  const own = [...archived, ...messages].filter(({ content }) => content.startsWith(`${label} `));
  return own.map(({ content }) => content.slice(0, content.indexOf(' x')));
}

function hasMessageOf(label: string): boolean {
  return existsSync(file()) && readFileSync(file()).includes(label);
}

test('temporary files of killed writers go once they are an hour old', async () => {
  const old = join(directory, `.praisonai-${'0'.repeat(24)}.tmp`);
  const young = join(directory, `.praisonai-${'1'.repeat(24)}.tmp`);
  const foreign = join(directory, 'tmpabc.tmp');
  for (const path of [old, young, foreign]) writeFileSync(path, '');
  const { utimesSync } = await import('node:fs');
  for (const path of [old, foreign]) utimesSync(path, new Date(0), new Date(0));
  await new JsonSessionStore({ directory }).append('s', [{ role: 'user', content: 'q' }]);
  expect([old, young, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(statSync(file()).isFile()).toBe(true);
});

import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWritable } from '../../../test/writable-database.ts';
import type { SessionStore } from '../session-store.ts';
import { buildWorker, type WorkerProgram } from '../testing/start-worker.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

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
  directory = mkdtempSync(join(tmpdir(), 'sqlite-processes-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = () => join(directory, 'made', 'sessions.db');
const start = (command: string, session: string, count: number, label: string) =>
  program.start(command, `sqlite:${file()}`, session, String(count), label);

async function finished(worker: ReturnType<WorkerProgram['start']>): Promise<string[]> {
  worker.stdout.setEncoding('utf8');
  let output = '';
  worker.stdout.on('data', (text: string) => {
    output += text;
  });
  await once(worker, 'close');
  return output.split('\n').filter(Boolean);
}

/** What each message begins with: its writer and its number. */
async function contents(store: SessionStore, id: string): Promise<string[]> {
  const all: string[] = [];
  for await (const batch of store.messages({ source: 'claude-code', id }))
    all.push(...batch.map(({ content }) => content.split(' ').slice(0, 2).join(' ')));
  return all;
}

function checkIntegrity(): void {
  const database = openWritable(file());
  try {
    expect(
      database
        .prepare('PRAGMA integrity_check')
        .all()
        .map(({ integrity_check: result }) => result),
    ).toEqual(['ok']);
    expect(
      database
        .prepare('SELECT count(*) AS n FROM messages LEFT JOIN sessions ON pk = session_pk WHERE pk IS NULL')
        .all()[0]?.['n'],
    ).toBe(0);
  } finally {
    database.close();
  }
}

test(
  `${WRITERS} processes make the database and append ${EACH} messages each to one session: none is lost, none is there twice`,
  async () => {
    const labels = Array.from({ length: WRITERS }, (_, index) => `writer${index}`);
    const workers = labels.map((label) => start('append', 's', EACH, label));
    await Promise.all(workers.map(finished));
    expect(workers.map(({ exitCode }) => exitCode)).toEqual(labels.map(() => 0));
    const store = await openSqliteStore(file());
    const all = await contents(store, 's');
    expect((await store.get({ source: 'claude-code', id: 's' }))?.messageCount).toBe(WRITERS * EACH);
    await store.close();
    expect(all).toHaveLength(WRITERS * EACH);
    for (const label of labels)
      expect(all.filter((content) => content.startsWith(`${label} `))).toEqual(
        Array.from({ length: EACH }, (_, index) => `${label} ${index}`),
      );
    checkIntegrity();
    expect(readdirSync(join(directory, 'made'))).toEqual(['sessions.db']);
  },
  FULL ? 300_000 : 60_000,
);

test(
  `${KILLS} kills in the middle of writing: what was acknowledged is there, once, and the next writer goes on`,
  async () => {
    const seen = { acknowledged: 0, unreported: 0, beforeTheFirst: 0 };
    for (let round = 0; round < KILLS; round++) {
      const label = `round${round}`;
      const worker = start('grow', label, 0, label);
      const output = finished(worker);
      // From before the database is there to after some writes and checkpoints.
      if (round % 4 === 0) await sleep(60 + Math.random() * 200);
      else await Promise.race([once(worker.stdout, 'data').then(() => sleep(Math.random() * 120)), output]);
      worker.kill('SIGKILL');
      const reported = await output;
      const store = await openSqliteStore(file());
      const written = await contents(store, label);
      const session = await store.get({ source: 'claude-code', id: label });
      await store.close();
      expect(written).toEqual(Array.from({ length: written.length }, (_, index) => `${label} ${index}`));
      expect(written.slice(0, reported.length)).toEqual(reported);
      expect(written.length - reported.length).toBeLessThanOrEqual(1);
      expect(session?.messageCount ?? 0).toBe(written.length);
      checkIntegrity();
      seen.acknowledged += reported.length;
      seen.unreported += written.length - reported.length;
      seen.beforeTheFirst += written.length === 0 ? 1 : 0;
      if (round % 8 === 7) rmSync(join(directory, 'made'), { recursive: true });
    }
    if (FULL) process.stdout.write(`kills: ${JSON.stringify(seen)}\n`);
    expect(seen.acknowledged).toBeGreaterThan(0);
    const [last] = await finished(start('append', 's', 1, 'after'));
    expect(last).toBe('after 0');
  },
  FULL ? 300_000 : 60_000,
);

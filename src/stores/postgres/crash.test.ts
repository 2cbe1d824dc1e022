import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWithServer } from '../testing/describe-with-server.ts';
import { head, messagesOf } from '../testing/session-store-contract.ts';
import { buildWorker, type WorkerProgram } from '../testing/start-worker.ts';
import { openPostgresStore } from './postgres-store.ts';

/** As servers are run: every acknowledged change is on the disk. */
const DURABLE = { fsync: 'on', full_page_writes: 'on' };

describeWithServer('killed in the middle of writes', { settings: DURABLE }, (server) => {
  let program: WorkerProgram;
  let database: string;
  beforeAll(async () => {
    program = await buildWorker('postgres-worker.ts');
    database = await server().createDatabase();
  }, 60_000);
  afterAll(() => program?.remove());

  const create = async (id: string): Promise<void> => {
    const store = await openPostgresStore(server().url(database));
    await store.write({ source: 'codex', id }, { head: head() }, null);
    await store.close();
  };
  /** A writer, and the numbers of the writes that were acknowledged to it. */
  const writer = (id: string, label: string) => {
    const child = program.start(server().url(database), id, label);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const lines = () => printed.split('\n').slice(0, -1);
    return {
      child,
      acknowledged: () => lines().filter((line) => /^\d+$/.test(line)),
      failures: () => lines().filter((line) => line.includes('failed')),
    };
  };
  const stored = async (id: string): Promise<string[]> => {
    const store = await openPostgresStore(server().url(database));
    const key = { source: 'codex', id };
    const contents = (await messagesOf(store, key)).map(({ content }) => content);
    expect((await store.get(key))?.messageCount).toBe(contents.length);
    await store.close();
    return contents;
  };
  /** Every change whole and in order, none twice, and all that were acknowledged. */
  const expectWhole = (contents: string[], label: string, acknowledged: string[]): void => {
    const mine = contents.filter((content) => content.startsWith(`${label} `));
    const indexes = mine
      .filter((content) => content.endsWith(' a'))
      .map((content) => content.split(' ')[1] ?? '');
    expect(mine).toEqual(
      indexes.flatMap((index) => ['a', 'b', 'c'].map((part) => `${label} ${index} ${part}`)),
    );
    expect(new Set(indexes).size).toBe(indexes.length);
    expect(indexes).toEqual(expect.arrayContaining(acknowledged));
  };

  test('clients: what was acknowledged is there, nothing half, and others go on', async () => {
    await create('clients');
    for (const label of ['one', 'two', 'three']) {
      const { child, acknowledged } = writer('clients', label);
      await expect.poll(() => acknowledged().length, { timeout: 20_000 }).toBeGreaterThan(15);
      child.kill('SIGKILL');
      await once(child, 'close');
      expectWhole(await stored('clients'), label, acknowledged());
    }
  }, 60_000);

  test('the server, twice: what was acknowledged is there, nothing twice, and writers go on by themselves', async () => {
    await create('server');
    const writers = ['one', 'two'].map((label) => ({ label, ...writer('server', label) }));
    const progress = async () => {
      const before = writers.map(({ acknowledged }) => acknowledged().length);
      for (const [index, { acknowledged }] of writers.entries())
        await expect
          .poll(() => acknowledged().length, { timeout: 20_000 })
          .toBeGreaterThan((before[index] ?? 0) + 10);
    };
    for (let round = 0; round < 2; round++) {
      await progress();
      await server().end('KILL');
      await wait(100);
      await server().start();
    }
    await progress();
    for (const { child } of writers) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const contents = await stored('server');
    for (const { label, acknowledged, failures } of writers) {
      expectWhole(contents, label, acknowledged());
      expect(failures().length).toBeGreaterThan(0);
      expect(failures().join('\n')).toMatch(/Cannot reach the store/);
    }
  }, 120_000);
});

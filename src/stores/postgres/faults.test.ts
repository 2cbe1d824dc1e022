import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionStore } from '../session-store.ts';
import { describeWithServer } from '../testing/describe-with-server.ts';
import { head, messagesOf, user } from '../testing/session-store-contract.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';
import { openPostgresStore } from './postgres-store.ts';

const key = { source: 'codex', id: 'one' };
const SHORT = { connectTimeoutMs: 500, statementTimeoutMs: 1_000 };

describe('no server', () => {
  test('nothing listens', async () => {
    await expect(openPostgresStore('postgres://u@127.0.0.1:1/db')).rejects.toMatchObject({
      code: 'store-unreachable',
      message:
        'Cannot reach the store postgres://u@127.0.0.1:1/db: nothing listens at 127.0.0.1:1; is the server running?',
    });
    await expect(openPostgresStore('postgres://u@localhost:1/db')).rejects.toMatchObject({
      code: 'store-unreachable',
    });
    await expect(openPostgresStore('postgres://u@localhost/db?host=/nowhere')).rejects.toMatchObject({
      message: expect.stringContaining('nothing listens at /nowhere/.s.PGSQL.5432'),
    });
  });

  test('a host that nobody knows', async () => {
    await expect(openPostgresStore('postgres://u@no-such-host.invalid/db')).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('the host name no-such-host.invalid is not known here'),
    });
  });

  describe('something else listens', () => {
    const sockets = new Set<Socket>();
    const listen = async (answer: (socket: Socket) => void) => {
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined));
        answer(socket);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return { server, port: (server.address() as AddressInfo).port };
    };

    test.each(['disable', 'prefer', 'require'])('and never answers, sslmode=%s', async (mode) => {
      const { server, port } = await listen(() => undefined);
      const url = `postgres://u:hidden@127.0.0.1:${port}/db?sslmode=${mode}`;
      await expect(openPostgresStore(url, SHORT)).rejects.toMatchObject({
        code: 'store-unreachable',
        message: expect.stringContaining('gave no answer within 0.5 s'),
      });
      for (const socket of sockets) socket.destroy();
      server.close();
    });

    test.each(['disable', 'prefer'])('and speaks another language, sslmode=%s', async (mode) => {
      const { server, port } = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      const opened = openPostgresStore(`postgres://u@127.0.0.1:${port}/db?sslmode=${mode}`, SHORT);
      await expect(opened).rejects.toMatchObject({ code: 'store-unreachable' });
      server.close();
    });
  });
});

const ACCESS = `
local all locked scram-sha-256
local all banned reject
local all all trust
`;

describeWithServer('a server that refuses', { access: ACCESS }, (server) => {
  const setting = async (role: string, name: string, value: string) => {
    await server().query(`CREATE ROLE ${role} LOGIN SUPERUSER`);
    await server().query(`ALTER ROLE ${role} SET ${name} = ${value}`);
  };

  test('a wrong password, which no part of the error shows', async () => {
    await server().query(`CREATE ROLE locked LOGIN PASSWORD 'right'`);
    const url = server().url('postgres', 'locked:Top%2FSecret');
    const error = await openPostgresStore(url).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'store-refused', message: expect.stringContaining('PGPASSWORD') });
    const shown = `${inspect(error, { depth: 20, showHidden: true })}${(error as Error).stack}${JSON.stringify(error)}`;
    expect(shown).not.toMatch(/Top|Secret/);
    expect(shown).toContain('password authentication failed');
  });

  test('no password where one is wanted', async () => {
    await expect(openPostgresStore(server().url('postgres', 'locked'))).rejects.toMatchObject({
      code: 'store-refused',
      message: expect.stringContaining('it asks for the password of locked'),
    });
  });

  test('a user that may not connect', async () => {
    await server().query('CREATE ROLE banned LOGIN');
    await expect(openPostgresStore(server().url('postgres', 'banned'))).rejects.toMatchObject({
      code: 'store-refused',
      message: expect.stringContaining('pg_hba.conf'),
    });
  });

  test('TLS, which it has not', async () => {
    const proxy = await TcpProxy.open(server().socketPath);
    const { port } = proxy;
    for (const mode of ['require', 'verify-full', 'no-verify'])
      await expect(
        openPostgresStore(proxy.url('postgres', 'postgres', `sslmode=${mode}`)),
      ).rejects.toMatchObject({
        code: 'store-unreachable',
        message: expect.stringContaining('the server has no TLS, which sslmode asks for'),
      });
    for (const parameters of ['', 'sslmode=prefer', 'sslmode=allow', 'sslmode=disable']) {
      const store = await openPostgresStore(`postgres://postgres@127.0.0.1:${port}/postgres?${parameters}`);
      await store.close();
    }
    await proxy.close();
  });

  test('too many connections: refused after a while, let in when one ends', async () => {
    const database = await server().createDatabase();
    await server().query('CREATE ROLE crowded LOGIN CONNECTION LIMIT 1');
    await server().query(`GRANT CREATE ON DATABASE ${database} TO crowded`);
    const url = server().url(database, 'crowded');
    const first = await openPostgresStore(url);
    await expect(openPostgresStore(url, SHORT)).rejects.toMatchObject({
      code: 'store-refused',
      message: expect.stringMatching(/too many connections.*max_connections/),
    });
    const second = openPostgresStore(url, { connectTimeoutMs: 20_000 });
    await first.close();
    await (await second).close();
  });

  test('read-only', async () => {
    const writable = await openPostgresStore(server().url());
    await writable.write(key, { head: head(), messages: [user('a')] }, null);
    await setting('reader', 'default_transaction_read_only', 'on');
    const store = await openPostgresStore(server().url('postgres', 'reader'));
    expect(await messagesOf(store, key)).toEqual([user('a')]);
    for (const call of [() => store.write(key, { messages: [user('b')] }), () => store.delete(key)])
      await expect(call()).rejects.toMatchObject({
        code: 'store-refused',
        message: expect.stringContaining('connect to the primary server'),
      });
    expect(await messagesOf(writable, key)).toEqual([user('a')]);
    await store.close();
    await writable.delete(key);
    await writable.close();
  });

  test('no room: nothing of the change is there', async () => {
    const database = await server().createDatabase();
    const store = await openPostgresStore(server().url(database));
    await store.write(key, { head: head(), messages: [user('a')] }, null);
    // What a full disk gives, at the third message of a change.
    await server().query(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.position >= 3 THEN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
        END IF; RETURN NEW; END $$`,
      [],
      database,
    );
    await server().query(
      `CREATE TRIGGER full_disk BEFORE INSERT ON praisonai.messages FOR EACH ROW EXECUTE FUNCTION full_disk()`,
      [],
      database,
    );
    const before = await store.get(key);
    await expect(
      store.write(key, { head: head({ title: 'New' }), messages: ['b', 'c', 'd'].map(user) }),
    ).rejects.toMatchObject({
      code: 'store-refused',
      message: expect.stringContaining('nothing was written'),
    });
    expect(await store.get(key)).toEqual(before);
    expect(await messagesOf(store, key)).toEqual([user('a')]);
    await store.close();
  });

  test('a lock that somebody holds', async () => {
    const store = await openPostgresStore(server().url(), SHORT);
    await store.write(key, { head: head() }, null);
    const holding = server().query(
      'DO $$ BEGIN PERFORM 1 FROM praisonai.sessions FOR UPDATE; PERFORM pg_sleep(3); END $$',
    );
    await expect
      .poll(() => server().query(`SELECT 1 FROM pg_locks WHERE mode = 'RowShareLock' AND granted`))
      .not.toEqual([]);
    await expect(store.write(key, { messages: [user('a')] })).rejects.toMatchObject({ code: 'store-busy' });
    await holding;
    await store.write(key, { messages: [user('b')] });
    expect(await messagesOf(store, key)).toEqual([user('b')]);
    await store.close();
  });
});

const HALF_DONE = `SELECT state FROM pg_stat_activity
  WHERE datname = $1 AND state = 'idle in transaction' AND query LIKE '%write_session%'`;

describeWithServer('a bad network', {}, (server) => {
  let proxy: TcpProxy;
  let store: SessionStore;
  let database: string;
  beforeEach(async () => {
    database = await server().createDatabase();
    proxy = await TcpProxy.open(server().socketPath);
    store = await openPostgresStore(proxy.url(database), SHORT);
    await store.write(key, { head: head(), messages: [user('a')] }, null);
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });
  const stored = async (): Promise<string[]> => {
    const direct = await openPostgresStore(server().url(database));
    const contents = (await messagesOf(direct, key)).map(({ content }) => content);
    await direct.close();
    return contents;
  };

  test('slow: everything works', async () => {
    proxy.delayMs = 60;
    await store.write(key, { messages: [user('b')] });
    expect((await messagesOf(store, key)).map(({ content }) => content)).toEqual(['a', 'b']);
  });

  test('too slow, and then silent: an error within the limit', async () => {
    proxy.fault = 'silence';
    await expect(store.get(key)).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('no answer within 1.5 s'),
    });
    await expect(store.write(key, { messages: [user('b')] })).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('gave no answer within 0.5 s'),
    });
    proxy.fault = undefined;
    expect(await stored()).toEqual(['a']);
    expect(await store.get(key)).toMatchObject({ messageCount: 1 });
  });

  test('silent after a change was sent: the error says that it may have been made', async () => {
    const writing = store.write(key, { messages: [user('b')] });
    proxy.fault = 'silence';
    await expect(writing).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('may have been made: read the session again'),
    });
  });

  test('cut in the middle of a change: nothing of it is there', async () => {
    proxy.fault = 'cut-request';
    const messages = Array.from({ length: 50 }, (_, index) => user(`b${index}`));
    await expect(store.write(key, { messages })).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('the connection broke'),
    });
    expect(await stored()).toEqual(['a']);
    await store.write(key, { messages: [user('c')] });
    expect(await stored()).toEqual(['a', 'c']);
  });

  test('cut before the answer: the change is there, and an expected version keeps it from being made twice', async () => {
    const version = (await store.get(key))?.version;
    proxy.fault = 'cut-answer';
    await expect(store.write(key, { messages: [user('b')] }, version)).rejects.toMatchObject({
      message: expect.stringContaining('may have been made'),
    });
    expect(await stored()).toEqual(['a', 'b']);
    await expect(store.write(key, { messages: [user('b')] }, version)).rejects.toMatchObject({
      code: 'session-changed',
    });
    expect(await stored()).toEqual(['a', 'b']);
  });

  test('cut in the middle of a long transaction: nothing of it is there', async () => {
    const messages = Array.from({ length: 4_500 }, (_, index) => user(`b${index}`));
    proxy.delayMs = 100;
    const writing = store.write(key, { messages });
    await expect
      .poll(() => server().query(HALF_DONE, [database]))
      .toEqual([{ state: 'idle in transaction' }]);
    proxy.fault = 'cut-request';
    await expect(writing).rejects.toMatchObject({ code: 'store-unreachable' });
    expect(proxy.fault).toBeUndefined();
    expect(await stored()).toEqual(['a']);
  });

  test('a reader goes on over a new connection', async () => {
    proxy.fault = 'cut-answer';
    expect(await store.get(key)).toMatchObject({ messageCount: 1 });
    proxy.fault = 'cut-request';
    expect((await store.list({ limit: 5 })).sessions).toHaveLength(1);
  });

  test('an idle connection that the server ends disturbs nobody', async () => {
    await server().query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [
      database,
    ]);
    // Within a second, the change and the news of the end may cross on their way.
    await wait(1_100);
    await store.write(key, { messages: [user('b')] });
    expect(await stored()).toEqual(['a', 'b']);
  });

  test('a hundred writers and a pool of four', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => store.write(key, { messages: [user(`n${index}`)] })),
    );
    expect(new Set(await stored()).size).toBe(101);
    const connections = await server().query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [database]);
    expect(connections.length).toBeLessThanOrEqual(4);
  });
});

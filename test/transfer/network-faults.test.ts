import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWithServer } from '../../src/stores/testing/describe-with-server.ts';
import { TcpProxy } from '../../src/stores/testing/tcp-proxy.ts';
import type { CliRun } from '../cli/run-cli.ts';
import { type StartedCli, startCli } from '../cli/start-cli.ts';
import { storedIn, TwoMachines } from './machine.ts';

/** What a person sees when the store cannot be reached, and that the next push goes on where one was broken off. */
const PASSWORD = 'Rk4mVu82xYqe';
const LONG = 'long-run';
/** Three writes: of 500, 500 and 300 messages. */
const MESSAGES = 1_300;

describeWithServer(
  'a push',
  { access: 'local all locked scram-sha-256\nlocal all all trust\n' },
  (server) => {
    let machines: TwoMachines;
    let proxy: TcpProxy;
    beforeAll(async () => {
      machines = new TwoMachines();
      proxy = await TcpProxy.open(server().socketPath);
      const messages = Array.from({ length: MESSAGES }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Message ${index}`,
      }));
      await machines.a.sessions(0).create({ id: LONG, messages });
    });
    afterAll(async () => {
      await proxy.close();
      machines.remove();
    });
    const start = (words: string[], variables: Record<string, string> = {}): StartedCli => {
      const { home, clone, variables: own } = machines.a;
      return startCli(['session', ...words], {
        home,
        directory: clone.root,
        variables: { ...own, ...variables },
      });
    };
    const push = (address: string, ...words: string[]) => start(['push', LONG, '--store', address, ...words]);

    /** Each fails with a message that says what to do, as text and as JSON. */
    const refusals: Record<string, [() => Promise<string>, code: string, message: RegExp]> = {
      'nothing listens': [
        async () => `postgres://u:${PASSWORD}@127.0.0.1:1/db`,
        'store-unreachable',
        /^Cannot reach the store postgres:\/\/u@127\.0\.0\.1:1\/db: nothing listens at 127\.0\.0\.1:1; is the server running\?/,
      ],
      'an unknown host': [
        async () => `postgres://u:${PASSWORD}@no-such-host.invalid/db`,
        'store-unreachable',
        /the host name no-such-host\.invalid is not known here; check its spelling/,
      ],
      'something that never answers': [
        async () => `postgres://u:${PASSWORD}@127.0.0.1:${await blackHole()}/db?sslmode=disable`,
        'store-unreachable',
        /gave no answer within \d+ s; .*does the network let it through\?/,
      ],
      'a wrong password': [
        async () => {
          await server().query(
            `DO $$ BEGIN CREATE ROLE locked LOGIN PASSWORD 'right'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
          );
          return server().url('postgres', `locked:${PASSWORD}`);
        },
        'store-refused',
        /password authentication failed.*PGPASSWORD, else ~\/\.pgpass/,
      ],
      'a server without TLS': [
        async () => proxy.url('postgres', `postgres:${PASSWORD}`, 'sslmode=require'),
        'store-unreachable',
        /the server has no TLS, which sslmode asks for; turn it on there/,
      ],
      'no such database': [
        async () => server().url('nowhere', `postgres:${PASSWORD}`),
        'store-refused',
        /database "nowhere" does not exist; create it: createdb nowhere/,
      ],
      'a newer schema': [
        async () => {
          const database = await server().createDatabase();
          await push(server().url(database)).done;
          await server().query('INSERT INTO praisonai.schema_migrations (version) VALUES (99)', [], database);
          return server().url(database, `postgres:${PASSWORD}`);
        },
        'store-newer',
        /has schema version 99, this praisonai knows \d+: update praisonai on this machine/,
      ],
    };

    let holes: Socket[] = [];
    async function blackHole(): Promise<number> {
      const listening = createServer((socket) => holes.push(socket.on('error', () => undefined)));
      listening.listen(0, '127.0.0.1').unref();
      await once(listening, 'listening');
      return (listening.address() as AddressInfo).port;
    }
    afterAll(() => {
      for (const socket of holes) socket.destroy();
      holes = [];
    });

    const silent = ({ stdout, stderr }: CliRun) => expect(stdout + stderr).not.toContain(PASSWORD);

    test.each(Object.entries(refusals))('%s', async (_name, [address, code, message]) => {
      const url = await address();
      const [plain, json, handoff] = await Promise.all([
        push(url).done,
        push(url, '--json').done,
        start(['handoff', LONG, '--store'], { PRAISONAI_STORE: url }).done,
      ]);
      for (const run of [plain, handoff]) {
        expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
        silent(run);
      }
      expect(json.code).toBe(1);
      expect(JSON.parse(json.stdout).error).toMatchObject({ code, message: expect.stringMatching(message) });
      silent(json);
    });

    /** The second write waits until it is told to go on; `stored` messages are there by then. */
    const slowSecondWrite = async (database: string) => {
      const url = server().url(database);
      await (await import('../../src/stores/postgres/postgres-store.ts'))
        .openPostgresStore(url)
        .then((store) => store.close());
      const run = (text: string) => server().query(text, [], database);
      await run(
        `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$`,
      );
      await run(
        'CREATE TRIGGER slow BEFORE INSERT ON praisonai.messages FOR EACH ROW WHEN (NEW.position = 700) EXECUTE FUNCTION slow()',
      );
    };
    const inMiddle = (database: string) =>
      expect
        .poll(
          () =>
            server().query(`SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event = 'PgSleep'`, [
              database,
            ]),
          { timeout: 20_000 },
        )
        .not.toEqual([]);

    const faults: Record<string, (run: StartedCli) => Promise<boolean>> = {
      'whose connection is cut': async () => {
        await proxy.close();
        proxy = await TcpProxy.open(server().socketPath);
        return true;
      },
      'whose server is killed': async () => {
        await server().end('KILL');
        await server().start();
        return true;
      },
      'that is killed itself': async ({ process }) => {
        process.kill('SIGKILL');
        return false;
      },
    };

    test.each(Object.entries(faults))('%s goes on with the next one', async (_name, fault) => {
      const database = await server().createDatabase();
      await slowSecondWrite(database);
      const broken = push(proxy.url(database, `postgres:${PASSWORD}`));
      await inMiddle(database);
      const isTold = await fault(broken);
      const run = await broken.done;
      silent(run);
      if (isTold) {
        expect(run.code).toBe(1);
        expect(run.stderr).toMatch(
          /^Cannot reach the store postgres:\/\/postgres@127\.0\.0\.1:\d+\/.*(?:connection).*may have been made/s,
        );
      }
      // What the broken one left behind must not hold up the next.
      await server().query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [
        database,
      ]);
      await server().query('DROP TRIGGER slow ON praisonai.messages', [], database);
      const key = { source: 'praisonai', id: LONG };
      const before = (await storedIn(server().url(database), key))?.messageCount ?? 0;
      expect(before).toBe(500);
      const again = await push(server().url(database), '--json').done;
      expect(JSON.parse(again.stdout).sessions).toMatchObject([
        { status: 'updated', messages: MESSAGES, sent: MESSAGES - before, replaced: 0 },
      ]);
      const rows = await server().query(
        'SELECT count(*)::int AS all, count(DISTINCT position)::int AS different FROM praisonai.messages',
        [],
        database,
      );
      expect(rows).toEqual([{ all: MESSAGES, different: MESSAGES }]);
      const last = await push(server().url(database), '--json').done;
      expect(JSON.parse(last.stdout).sessions).toMatchObject([{ status: 'unchanged' }]);
    });
  },
);

test('without a server at all, this machine’s sessions are as near as ever', () => {
  const machines = new TwoMachines();
  const dead = { PRAISONAI_STORE: `postgres://u:${PASSWORD}@127.0.0.1:1/db` };
  for (const words of [['list'], ['handoff'], ['doctor']].map((words) =>
    words[0] === 'doctor' ? words : ['session', ...words],
  )) {
    const run = machines.a.run(words, undefined, dead);
    expect(run.stdout + run.stderr).not.toContain(PASSWORD);
    if (words[0] === 'session') expect(run).toEqual(machines.a.run(words));
  }
  machines.remove();
});

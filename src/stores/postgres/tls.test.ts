import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedServer } from '../testing/embedded-server.ts';
import { postgresBinaries } from '../testing/postgres-binaries.ts';
import { openPostgresStore } from './postgres-store.ts';

const binaries = postgresBinaries();
const openssl = spawnSync('openssl', ['version']).status === 0;
const reason =
  'reason' in binaries ? binaries.reason : openssl ? undefined : 'no openssl to make a certificate with';
const ACCESS =
  'local all all trust\nhostssl all secret 127.0.0.1/32 scram-sha-256\nhostssl all all 127.0.0.1/32 trust\n';

describe.skipIf(reason !== undefined)(
  `TLS with a real server${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    let server: EmbeddedServer;
    let port: number;
    const directory = mkdtempSync(join(tmpdir(), 'certificates-'));
    const certificate = join(directory, 'server.crt');
    beforeAll(async () => {
      if ('reason' in binaries) throw new Error(binaries.reason);
      const made = spawnSync('openssl', [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
        ...['-keyout', join(directory, 'server.key'), '-out', certificate],
      ]);
      if (made.status !== 0) throw new Error(made.stderr.toString());
      server = new EmbeddedServer(binaries, { access: ACCESS });
      server.initialise();
      port = await freePort();
      const text = (name: string) => `'${server.file(name, readFileSync(join(directory, name), 'utf8'))}'`;
      server.configure({
        listen_addresses: `'127.0.0.1'`,
        port: String(port),
        ssl: 'on',
        ssl_cert_file: text('server.crt'),
        ssl_key_file: text('server.key'),
      });
      server.port = port;
      await server.start();
      await server.query(`CREATE ROLE secret LOGIN SUPERUSER PASSWORD 'open sesame'`);
    }, 60_000);
    afterAll(async () => {
      await server?.remove();
      rmSync(directory, { recursive: true, force: true });
    });
    const open = (parameters: string, user = 'postgres', host = 'localhost') =>
      openPostgresStore(`postgres://${user}@${host}:${port}/postgres?${parameters}`);

    test.each(['', 'sslmode=prefer', 'sslmode=require', 'sslmode=no-verify'])(
      'encrypted, unchecked: %s',
      async (mode) => {
        const store = await open(`${mode}&application_name=tested`);
        const [row] = await server.query(
          `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tested'`,
        );
        expect(row).toEqual({ ssl: true });
        await store.close();
        await expect
          .poll(() => server.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'tested'`))
          .toEqual([]);
      },
    );

    test('checked', async () => {
      for (const mode of ['require', 'verify-ca', 'verify-full'])
        await (await open(`sslmode=${mode}&sslrootcert=${certificate}`)).close();
      // The certificate is of localhost.
      await (await open(`sslmode=verify-ca&sslrootcert=${certificate}`, 'postgres', '127.0.0.1')).close();
      await expect(
        open(`sslmode=verify-full&sslrootcert=${certificate}`, 'postgres', '127.0.0.1'),
      ).rejects.toMatchObject({
        code: 'store-unreachable',
        message: expect.stringMatching(/TLS failed: .*127\.0\.0\.1/),
      });
      await expect(open('sslmode=verify-full')).rejects.toMatchObject({
        code: 'store-unreachable',
        message: expect.stringMatching(/TLS failed: .*self.signed.*sslrootcert=FILE/),
      });
    });

    test('a server that wants TLS says so', async () => {
      await expect(open('sslmode=disable')).rejects.toMatchObject({
        code: 'store-refused',
        message: expect.stringContaining('try sslmode=require'),
      });
    });

    test('a password, from the URL and from a file, and nothing on stderr', async () => {
      const passwords = join(directory, 'pgpass');
      writeFileSync(passwords, `*:${port}:*:secret:open sesame\n`, { mode: 0o600 });
      const warnings: unknown[] = [];
      const listen = (warning: Error) => warnings.push(warning.message);
      process.on('warning', listen);
      await (await open('sslmode=require', 'secret:open%20sesame')).close();
      process.env['PGPASSFILE'] = passwords;
      try {
        await (await open('sslmode=require', 'secret')).close();
      } finally {
        delete process.env['PGPASSFILE'];
      }
      await new Promise((resolve) => setImmediate(resolve));
      process.off('warning', listen);
      expect(warnings).toEqual([]);
    });
  },
);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

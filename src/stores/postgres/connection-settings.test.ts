import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { connectionSettings } from './connection-settings.ts';
import { passwordFile, passwordFrom } from './password-file.ts';

const home = mkdtempSync(join(tmpdir(), 'home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const settings = (url: string, environment: NodeJS.ProcessEnv = {}) =>
  connectionSettings(url, environment, home);
const client = (url: string, environment?: NodeJS.ProcessEnv) => settings(url, environment).client;

describe('the address of a server', () => {
  test('the URL, with escapes', () => {
    expect(client('postgres://ann%40x:p%3Aw@db.example:6000/my%20base?application_name=me')).toMatchObject({
      user: 'ann@x',
      password: 'p:w',
      host: 'db.example',
      port: 6000,
      database: 'my base',
      application_name: 'me',
    });
    expect(client('postgres://u@[::1]/d').host).toBe('::1');
    expect(client('postgres://u@h/d?host=/run/postgresql').host).toBe('/run/postgresql');
    expect(client('postgres://%2Frun%2Fpostgresql/d').host).toBe('/run/postgresql');
  });

  test('what the URL leaves out comes from the environment', () => {
    const environment = { PGHOST: 'h', PGPORT: '7', PGUSER: 'u', PGDATABASE: 'd', PGPASSWORD: 'p' };
    const expected = { host: 'h', port: 7, user: 'u', database: 'd', password: 'p' };
    expect(client('postgres://', environment)).toMatchObject(expected);
    expect(client('postgres://me@here:8/mine', environment)).toMatchObject({
      host: 'here',
      port: 8,
      user: 'me',
      database: 'mine',
    });
    expect(client('postgres://me@here').database).toBe('me');
  });

  test.each([
    ['postgres://u@h/d?sslmod=require', /the parameter "sslmod" is not known; known are .*sslmode/],
    ['postgres://u@h/d?sslmode=on', /sslmode=on is not known; use one of disable, .*verify-full/],
    ['postgres://u@h/d?sslmode=verify-ca', /verify-ca needs sslrootcert/],
    ['postgres://u@h/d?sslmode=require&sslrootcert=/none', /sslrootcert \/none cannot be read \(ENOENT\)/],
    ['postgres://u@h/d?sslmode=require&sslcert=/none', /sslcert and sslkey belong together/],
    ['postgres://u@h1,h2/d', /several hosts/],
    ['postgres://u@h/d?port=0', /0 is no port/],
    ['postgres://u:secret%@h/d', /a % in it/],
  ])('%s is refused with the way out', (url, reason) => {
    expect(() => settings(url)).toThrowError(
      expect.objectContaining({ code: 'invalid-store', message: expect.stringMatching(reason) }),
    );
    expect(() => settings(url)).not.toThrowError(/secret/);
  });

  test('the place shows no password', () => {
    expect(settings('postgres://u:secret@h/d?sslpassword=hidden').place).toBe(
      'postgres://u@h/d?sslpassword=…',
    );
  });
});

describe('TLS', () => {
  const tls = (query: string, environment?: NodeJS.ProcessEnv) =>
    settings(`postgres://u@h/d${query}`, environment).tls;
  const authority = join(home, 'authority.crt');
  writeFileSync(authority, 'AUTHORITY');

  test('as libpq takes sslmode', () => {
    expect(tls('?sslmode=disable')).toEqual({ options: false, optional: false });
    expect(tls('')).toMatchObject({ options: { rejectUnauthorized: false }, optional: true });
    expect(tls('', { PGSSLMODE: 'require' })).toMatchObject({
      options: { rejectUnauthorized: false },
      optional: false,
    });
    expect(tls(`?sslmode=require&sslrootcert=${authority}`).options).toMatchObject({
      rejectUnauthorized: true,
      ca: 'AUTHORITY',
    });
    expect(tls(`?sslmode=verify-ca&sslrootcert=${authority}`).options).toHaveProperty('checkServerIdentity');
    const full = tls('?sslmode=verify-full').options;
    expect(full).toEqual({ rejectUnauthorized: true });
    expect(tls('?sslmode=verify-full&sslrootcert=system').options).toEqual({ rejectUnauthorized: true });
    expect(tls('?sslmode=no-verify').options).toMatchObject({ rejectUnauthorized: false });
  });

  test('none over a Unix socket', () => {
    expect(tls('?host=/run/postgresql&sslmode=require')).toEqual({ options: false, optional: false });
  });
});

describe('the password file', () => {
  const wanted = { host: 'db', port: 5432, database: 'd', user: 'u' };
  const file = (content: string, mode = 0o600): string => {
    const path = join(home, `pgpass-${Math.random()}`);
    writeFileSync(path, content, { mode });
    return path;
  };

  test('the first line that fits', async () => {
    expect(
      await passwordFrom(file('# db:5432:d:u:no\nother:*:*:*:no\ndb:*:d:*:yes\n*:*:*:*:late\n'), wanted),
    ).toBe('yes');
    expect(await passwordFrom(file('db:5432:d:u:a\\:b\\\\c\r\n'), wanted)).toBe('a:b\\c');
    expect(await passwordFrom(file('db:5433:d:u:no\n'), wanted)).toBeUndefined();
    expect(await passwordFrom(file('localhost:*:*:*:local\n'), { ...wanted, host: '/run' })).toBe('local');
    expect(await passwordFrom(file('a\\:b:*:*:*:yes\n'), { ...wanted, host: 'a:b' })).toBe('yes');
  });

  test('one that others can read is not used, as libpq does not', async () => {
    expect(await passwordFrom(file('*:*:*:*:open\n', 0o644), wanted)).toBeUndefined();
    expect(await passwordFrom(join(home, 'none'), wanted)).toBeUndefined();
  });

  test('where it is', () => {
    expect(passwordFile({}, '/home/a', 'linux')).toBe('/home/a/.pgpass');
    expect(passwordFile({ PGPASSFILE: '/x' }, '/home/a', 'linux')).toBe('/x');
  });

  test('is asked only when the URL and the environment have none', async () => {
    const path = file('*:*:*:*:from-file\n');
    const { client: found, secrets } = settings('postgres://u@h/d', { PGPASSFILE: path });
    expect(await (found.password as () => Promise<string>)()).toBe('from-file');
    expect(secrets).toEqual(['from-file']);
    expect(client('postgres://u@h/d', { PGPASSFILE: path, PGPASSWORD: 'env' }).password).toBe('env');
  });
});

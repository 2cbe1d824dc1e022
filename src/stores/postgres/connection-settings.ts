import { homedir, userInfo } from 'node:os';
import type { ClientConfig } from 'pg';
import { shown } from '../store-address.ts';
import { StoreError } from '../store-error.ts';
import { passwordFile, passwordFrom } from './password-file.ts';
import { TLS_MODES, type TlsMode, type TlsSettings, TlsSettingsError, tlsSettings } from './tls.ts';

export interface ConnectionSettings {
  /** Without TLS and time limits. */
  client: ClientConfig & { host: string; port: number; database: string; user: string };
  tls: TlsSettings;
  /** For messages: the URL without password. */
  place: string;
  /** Never to be shown. */
  secrets: string[];
}

/** Parameters of the URL that are understood. Any other is refused: a misspelt `sslmode` must not mean none. */
const PARAMETERS = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslpassword',
  'application_name',
  'options',
];

/**
 * The URL, and what it leaves out from libpq's environment variables and password file.
 * @throws StoreError `invalid-store`
 */
export function connectionSettings(
  url: string,
  environment: NodeJS.ProcessEnv = process.env,
  home = homedir(),
): ConnectionSettings {
  const refuse = (reason: string): never => {
    throw new StoreError({ code: 'invalid-store', address: shown(url), reason });
  };
  const { parsed, decode } = parts(url, refuse);
  const { searchParams } = parsed;
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    refuse(`the parameter ${JSON.stringify(unknown)} is not known; known are ${PARAMETERS.join(', ')}`);
  const given = (name: string, variable?: string, part?: string): string | undefined =>
    [searchParams.get(name), part, variable === undefined ? '' : environment[variable]].find(
      (value) => value !== null && value !== undefined && value !== '',
    ) ?? undefined;

  const host = given('host', 'PGHOST', decode(parsed.hostname).replace(/^\[(.+)\]$/, '$1')) ?? 'localhost';
  if (host.includes(',')) refuse('several hosts are not supported: name one');
  const portText = given('port', 'PGPORT', parsed.port) ?? '5432';
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) refuse(`${portText} is no port`);
  const user = given('user', 'PGUSER', decode(parsed.username)) ?? userInfo().username;
  const database = given('dbname', 'PGDATABASE', decode(parsed.pathname.slice(1))) ?? user;
  const password = given('password', 'PGPASSWORD', decode(parsed.password));
  const file = passwordFile(environment, home);
  const keyPassword = given('sslpassword');
  const secrets = [password, keyPassword].filter((secret) => secret !== undefined);
  const client = {
    host,
    port,
    user,
    database,
    // A function, also because the driver's own look-up in the password file warns on stderr.
    password:
      password ??
      (async () => {
        const found = await passwordFrom(file, { host, port, user, database });
        if (found !== undefined) secrets.push(found);
        return found ?? '';
      }),
    application_name: given('application_name', 'PGAPPNAME') ?? 'praisonai',
    options: given('options', 'PGOPTIONS') ?? '',
  };
  return {
    client,
    tls: host.startsWith('/') ? { options: false, optional: false } : tlsOf(given, keyPassword, home, refuse),
    place: shown(url),
    secrets,
  };
}

function parts(url: string, refuse: (reason: string) => never) {
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return refuse('a % in it is not followed by two hexadecimal digits; a % itself is written %25');
    }
  };
  if (!URL.canParse(url))
    return refuse('it is no URL; signs such as @ : / # in a password are written %40 %3A %2F %23');
  return { parsed: new URL(url), decode };
}

function tlsOf(
  given: (name: string, variable?: string) => string | undefined,
  keyPassword: string | undefined,
  home: string,
  refuse: (reason: string) => never,
): TlsSettings {
  const mode = given('sslmode', 'PGSSLMODE') ?? 'prefer';
  if (!(TLS_MODES as readonly string[]).includes(mode))
    refuse(`sslmode=${mode} is not known; use one of ${TLS_MODES.join(', ')}`);
  const files = {
    rootCertificate: given('sslrootcert', 'PGSSLROOTCERT'),
    certificate: given('sslcert', 'PGSSLCERT'),
    key: given('sslkey', 'PGSSLKEY'),
    keyPassword,
  };
  try {
    return tlsSettings(mode as TlsMode, files, home);
  } catch (error) {
    if (error instanceof TlsSettingsError) return refuse(error.message);
    throw error;
  }
}

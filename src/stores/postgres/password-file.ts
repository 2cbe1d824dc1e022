import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface PasswordWanted {
  host: string;
  port: number;
  database: string;
  user: string;
}

/** Where libpq looks for passwords. */
export function passwordFile(
  environment: NodeJS.ProcessEnv,
  home: string,
  platform = process.platform,
): string {
  const named = environment['PGPASSFILE'];
  if (named !== undefined && named !== '') return named;
  return platform === 'win32'
    ? join(environment['APPDATA'] ?? home, 'postgresql', 'pgpass.conf')
    : join(home, '.pgpass');
}

/**
 * The password of the first line that fits: `host:port:database:user:password`, `*` for any, `\:` and `\\` for the signs
 * themselves (PostgreSQL's documentation, "The Password File"). Like libpq, a file that others may read is not used.
 */
export async function passwordFrom(file: string, wanted: PasswordWanted): Promise<string | undefined> {
  let text: string;
  try {
    if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) return undefined;
    text = await readFile(file, 'utf8');
  } catch {
    // No file, or none that we may read: the server will say that a password is missing.
    return undefined;
  }
  // libpq writes `localhost` for its usual Unix socket.
  const hosts = ['*', wanted.host, ...(wanted.host.startsWith('/') ? ['localhost'] : [])];
  const values = [String(wanted.port), wanted.database, wanted.user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields =
      line.match(/(?:^|:)((?:\\.|[^:\\])*)/g)?.map((field, index) => unescaped(field, index)) ?? [];
    if (fields.length < 5) continue;
    const [host = '', ...others] = fields;
    if (!hosts.includes(host)) continue;
    if (values.every((value, index) => others[index] === '*' || others[index] === value))
      return fields.slice(4).join(':');
  }
  return undefined;
}

function unescaped(field: string, index: number): string {
  return (index === 0 ? field : field.slice(1)).replace(/\\(.)/g, '$1');
}

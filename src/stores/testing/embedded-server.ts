import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresBinaries } from './postgres-binaries.ts';

export interface ServerOptions {
  /** Lines of postgresql.conf. By default nothing is flushed to the disk: fast, and lost with the machine. */
  settings?: Record<string, string>;
  /** pg_hba.conf. Default: everybody is let in. */
  access?: string;
}

const SETTINGS = {
  listen_addresses: "''",
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '60',
  timezone: "'UTC'",
  log_timezone: "'UTC'",
};

/**
 * Runs the server. A line on its input is the signal to end it with; the end of its input means that the test process is
 * gone, however it ended: then the server goes too, and its files.
 */
const GUARD = `
base=$1; shift
"$@" & server=$!
trap : INT TERM HUP
if read -r signal; then kill -"$signal" "$server"; wait "$server"
else kill -QUIT "$server"; wait "$server"; cd /; rm -rf "$base"; fi`;

/** One real PostgreSQL with its own files and a Unix socket; no port is taken. */
export class EmbeddedServer {
  readonly directory: string;
  /** Names the Unix socket; a TCP port too where `listen_addresses` is set. */
  port = 5432;
  private readonly binaries: PostgresBinaries;
  private readonly options: ServerOptions;
  private guard: ChildProcess | undefined;
  private databases = 0;
  /** Length of the log when the server was started last. */
  private logStart = 0;

  constructor(binaries: PostgresBinaries, options: ServerOptions) {
    this.binaries = binaries;
    this.options = options;
    this.directory = mkdtempSync(join(tmpdir(), 'postgres-'));
    chmodSync(this.directory, 0o755);
    this.own(this.directory);
  }

  /** For a proxy to connect to. */
  get socketPath(): string {
    return join(this.directory, `.s.PGSQL.${this.port}`);
  }

  url(database = 'postgres', user = 'postgres'): string {
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(this.directory)}`;
  }

  private get data(): string {
    return join(this.directory, 'data');
  }

  private own(path: string): void {
    const { identity } = this.binaries;
    if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
  }

  /** Writes a file that the server may read, and gives its path. */
  file(name: string, content: string): string {
    const path = join(this.directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    this.own(path);
    return path;
  }

  initialise(): void {
    mkdirSync(this.data, { mode: 0o700 });
    this.own(this.data);
    const arguments_ = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync'];
    const { status, stderr } = spawnSync(this.binaries.initdb, ['-D', this.data, ...arguments_], {
      ...this.binaries.identity,
      cwd: this.directory,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    this.configure(this.options.settings ?? {});
    if (this.options.access !== undefined) writeFileSync(join(this.data, 'pg_hba.conf'), this.options.access);
  }

  /** Takes effect with the next start. */
  configure(settings: Record<string, string>): void {
    const all = { ...SETTINGS, unix_socket_directories: `'${this.directory}'`, ...settings };
    const text = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`);
    writeFileSync(join(this.data, 'postgresql.conf'), text.join(''));
  }

  async start(): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      this.spawnServer();
      const failure = await this.answers(deadline);
      if (failure === undefined) return;
      // After SIGKILL, the old server's children may hold its memory for a moment.
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${failure}\n${this.log()}`);
      await wait(100);
    }
  }

  private spawnServer(): void {
    const log = openSync(join(this.directory, 'log'), 'a');
    this.logStart = this.log().length;
    const guard = spawn(
      'sh',
      ['-c', GUARD, 'guard', this.directory, this.binaries.postgres, '-D', this.data],
      {
        ...this.binaries.identity,
        cwd: this.directory,
        env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
        stdio: ['pipe', log, log],
        // A key press that interrupts the tests must not reach the guard before it has cleaned up.
        detached: true,
      },
    );
    guard.on('error', () => undefined);
    guard.stdin?.on('error', () => undefined);
    guard.unref();
    this.guard = guard;
    closeSync(log);
  }

  private async answers(deadline: number): Promise<string | undefined> {
    for (;;) {
      try {
        await this.query('SELECT 1');
        return undefined;
      } catch (error) {
        if (Date.now() > deadline) return String(error);
        if (/FATAL:.*(?:lock file|shared memory)/.test(this.log().slice(this.logStart))) {
          await this.end('KILL');
          return String(error);
        }
        await wait(20);
      }
    }
  }

  /** Everything that the server wrote to its log. */
  log(): string {
    return readFileSync(join(this.directory, 'log'), 'utf8');
  }

  /** Ends the server: `INT` in order, `KILL` as a crash would. Its files stay. */
  async end(signal: 'INT' | 'KILL'): Promise<void> {
    const { guard } = this;
    this.guard = undefined;
    if (guard === undefined || guard.exitCode !== null) return;
    const ended = once(guard, 'exit');
    guard.ref();
    guard.stdin?.end(`${signal}\n`);
    await ended;
  }

  async remove(): Promise<void> {
    await this.end('KILL');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 20 });
  }

  /** One query as the superuser. */
  async query(
    text: string,
    values: unknown[] = [],
    database = 'postgres',
  ): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ host: this.directory, port: this.port, user: 'postgres', database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** An empty database of its own for a test. */
  async createDatabase(): Promise<string> {
    const name = `test_${++this.databases}`;
    await this.query(`CREATE DATABASE ${name}`);
    return name;
  }
}

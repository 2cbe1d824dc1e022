import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient, PoolConfig, QueryConfig } from 'pg';
import { StoreError } from '../store-error.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import {
  asStoreError,
  type FailureContext,
  isConnectionLost,
  isNotYet,
  isPassing,
  isServerError,
  isTimedOut,
} from './failures.ts';

export interface Limits {
  /** For a new connection, with all its retries. */
  connectTimeoutMs: number;
  /** For one statement; half of it for a lock. */
  statementTimeoutMs: number;
  maxConnections: number;
}

export type Work<Result> = (client: PoolClient) => Promise<Result>;

/** A connection that was idle for longer is tried before a change is sent over it: it may have died unseen. */
const TRUSTED_IDLE_MS = 1_000;
const MOST_RETRIES = 10;

/** A small pool that turns whatever fails into a `StoreError`. */
export class Connections {
  readonly settings: ConnectionSettings;
  private readonly limits: Limits;
  private readonly makePool: (config: PoolConfig) => Pool;
  private pool: Pool;
  private readonly lastUsed = new WeakMap<PoolClient, number>();
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private closed = false;

  constructor(makePool: (config: PoolConfig) => Pool, settings: ConnectionSettings, limits: Limits) {
    this.makePool = makePool;
    this.settings = settings;
    this.limits = limits;
    this.free = limits.maxConnections;
    this.pool = this.newPool(settings.tls.options);
  }

  private newPool(ssl: ConnectionSettings['tls']['options']): Pool {
    const { connectTimeoutMs, statementTimeoutMs, maxConnections } = this.limits;
    const pool = this.makePool({
      ...this.settings.client,
      ssl,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      lock_timeout: this.context(false).lockTimeoutMs,
      // A client that hangs in the middle of a long write must not hold its locks for ever.
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      // The server's own limit comes first, unless it or the network hangs.
      query_timeout: statementTimeoutMs + connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      allowExitOnIdle: true,
    });
    // A connection that breaks while nobody uses it is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  /** What may be repeated: once more after a broken connection. */
  read<Result>(work: Work<Result>): Promise<Result> {
    return this.run(work, false);
  }

  /** What changes something: repeated only when it is certain that nothing was done. */
  change<Result>(work: Work<Result>): Promise<Result> {
    return this.run(work, true);
  }

  private async run<Result>(work: Work<Result>, changes: boolean): Promise<Result> {
    await this.enter();
    try {
      for (let attempt = 1; ; attempt++) {
        const client = await this.connect(changes);
        try {
          const result = await work(client);
          this.lastUsed.set(client, Date.now());
          client.release();
          return result;
        } catch (error) {
          // After a change that the server refused, or that we did, the connection is still good.
          client.release(!isServerError(error) && !(error instanceof StoreError));
          const again = isPassing(error)
            ? attempt < MOST_RETRIES
            : !changes && attempt === 1 && isConnectionLost(error) && !isTimedOut(error);
          if (!again) throw asStoreError(error, this.context(changes && isConnectionLost(error)));
          if (isPassing(error)) await wait(Math.random() * 20 * attempt);
        }
      }
    } finally {
      this.leave();
    }
  }

  /** Waits for a place in the pool here, not in the pool: its time limit is that of connecting. */
  private async enter(): Promise<void> {
    if (this.closed) throw this.unusable('it was closed');
    if (this.free > 0) {
      this.free--;
      return;
    }
    const { statementTimeoutMs } = this.limits;
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(
          new StoreError({ code: 'store-busy', place: this.settings.place, waitedMs: statementTimeoutMs }),
        );
      }, statementTimeoutMs);
      this.waiting.push(enter);
    });
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }

  private async connect(changes: boolean): Promise<PoolClient> {
    const deadline = Date.now() + this.limits.connectTimeoutMs;
    for (let pause = 50; ; pause = Math.min(2 * pause, 500)) {
      try {
        const client = await this.pool.connect();
        if (!changes || (await this.alive(client))) return client;
      } catch (error) {
        if (this.closed) throw this.unusable('it was closed');
        if (this.withoutTls(error)) continue;
        if (!isNotYet(error) || Date.now() + pause > deadline) throw asStoreError(error, this.context(false));
        await wait(pause);
      }
    }
  }

  private async alive(client: PoolClient): Promise<boolean> {
    const used = this.lastUsed.get(client);
    if (used === undefined || Date.now() - used < TRUSTED_IDLE_MS) return true;
    try {
      await client.query({ text: 'SELECT 1', query_timeout: this.limits.connectTimeoutMs } as QueryConfig);
      return true;
    } catch {
      // Another connection is made: if there is no server any more, that one says so.
      client.release(true);
      return false;
    }
  }

  /** `sslmode=prefer` and a server without TLS: from now on without. */
  private withoutTls(error: unknown): boolean {
    const refused = error instanceof Error && error.message.includes('does not support SSL');
    if (!refused || !this.settings.tls.optional) return false;
    this.settings.tls.optional = false;
    void this.pool.end();
    this.pool = this.newPool(false);
    return true;
  }

  unusable(reason: string): StoreError {
    return new StoreError({ code: 'store-unusable', place: this.settings.place, reason });
  }

  private context(sent: boolean): FailureContext {
    const { client, place, secrets } = this.settings;
    const { connectTimeoutMs, statementTimeoutMs } = this.limits;
    const lockTimeoutMs = Math.ceil(statementTimeoutMs / 2);
    return { ...client, place, secrets, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs, sent };
  }

  /** What is still running is left to finish. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    void this.pool.end();
  }
}

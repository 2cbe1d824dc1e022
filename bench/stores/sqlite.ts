import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteDriver } from '../../src/sqlite/driver.ts';
import { openSessionStore } from '../../src/stores/open-session-store.ts';
import { openOurDatabase } from '../../src/stores/sqlite/our-database.ts';
import { hasSearch } from '../../src/stores/sqlite/search-index.ts';
import { writeSession } from '../../src/stores/sqlite/write-session.ts';
import { diskRoom } from './disk-room.ts';
import { type Counts, madeSession } from './made-session.ts';
import type { BenchSubject } from './subject.ts';

/** One transaction's log is as large as what it writes. */
const SESSIONS_AT_ONCE = 20_000;

/** A file of its own. Undefined, with the reason on stderr, without a driver. */
export async function sqliteSubject(): Promise<BenchSubject | undefined> {
  const choice = sqliteDriver();
  if ('problem' in choice) {
    process.stderr.write(`No SQLite: ${choice.problem}\n`);
    return undefined;
  }
  const directory = mkdtempSync(join(tmpdir(), 'bench-sqlite-'));
  const path = join(directory, 'sessions.db');
  return {
    name: 'SQLite',
    open: () => openSessionStore({ kind: 'sqlite', path }),
    writers: { processes: 8, address: `sqlite:${path}` },
    async fill(counts) {
      await (await openSessionStore({ kind: 'sqlite', path })).close();
      await fillSqlite(path, counts);
    },
    remarks: async () => [await diskRoom(directory)],
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** By the store's own function for one change, many in a transaction. */
export async function fillSqlite(path: string, counts: Counts): Promise<void> {
  const choice = sqliteDriver();
  if ('problem' in choice) throw new Error(choice.problem);
  const database = await openOurDatabase(choice.driver, path, 10_000);
  const searches = hasSearch(database);
  for (let first = 1; first <= counts.sessions; first += SESSIONS_AT_ONCE)
    await database.write(() => {
      const end = Math.min(counts.sessions, first + SESSIONS_AT_ONCE - 1);
      for (let n = first; n <= end; n++) {
        const { key, ...change } = madeSession(n, counts);
        writeSession(database, key, change, { expected: null, now: Date.now(), searches });
      }
    });
  database.close();
}

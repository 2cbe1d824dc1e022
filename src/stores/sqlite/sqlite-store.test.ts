import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { testSessionStore } from '../testing/session-store-contract.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-store-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

testSessionStore('SQLite', () => ({ open: () => openSqliteStore(join(directory, 'made', 'sessions.db')) }));

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteDriver } from '../../sqlite/driver.ts';
import { writeCursor } from '../page-cursor.ts';
import type { ListQuery } from '../session-store.ts';
import type { SqliteDatabase } from './database.ts';
import { BY_PK_SQL, filterSql, listingSql, PREFIX_OF_SOURCE_SQL, PREFIX_SQL } from './listing.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { openOurDatabase } from './our-database.ts';
import { FOUND_SQL, hasSearch, sortedSql } from './search-index.ts';

let directory = '';
let database: SqliteDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-plans-'));
  const path = join(directory, 'sessions.db');
  await (await openSqliteStore(path)).close();
  const choice = sqliteDriver();
  if ('problem' in choice) throw new Error(choice.problem);
  database = await openOurDatabase(choice.driver, path, 1_000);
});
afterAll(() => {
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The steps of a query's plan, one line each. */
function plan(sql: string, parameters: readonly unknown[]): string[] {
  return database.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => String(detail));
}

const after = writeCursor({ activeAt: 5, source: 'pi', id: 'x' });

test.each<[string, Omit<ListQuery, 'limit'>, string]>([
  [
    'the newest of a project',
    { projects: ['p', 'former', 'global'], rootsOnly: true },
    'sessions_by_project (project=? AND is_root=?',
  ],
  [
    'a page of a project',
    { projects: ['p'], after },
    'sessions_by_project (project=? AND is_root=? AND active_at<?',
  ],
  [
    'a page of a project and a source',
    { projects: ['p'], source: 'pi', after },
    'sessions_by_project (project=? AND is_root=? AND active_at<?',
  ],
  ['a page of all', {}, 'sessions_by_activity (is_root=?'],
  ['a later page of all', { rootsOnly: true, after }, 'sessions_by_activity (is_root=? AND active_at<?'],
  [
    'a page of a source',
    { source: 'pi', after },
    'sessions_by_source (source=? AND is_root=? AND active_at<?',
  ],
  [
    'many projects',
    { projects: Array.from({ length: 50 }, (_, index) => `p${index}`) },
    'sessions_by_activity (is_root=?',
  ],
])('%s: from one covering index, nothing sorted', (_name, query, index) => {
  const { sql = '', parameters = [] } = listingSql({ limit: 20, ...query }) ?? {};
  const steps = plan(`${sql} LIMIT ?`, [...parameters, 21]);
  const ofSessions = steps.filter((step) => / sessions\b/.test(step));
  expect(ofSessions.length).toBeGreaterThan(0);
  for (const step of ofSessions) expect(step).toContain(`SEARCH sessions USING COVERING INDEX ${index}`);
  expect(steps.join('\n')).not.toMatch(/TEMP B-TREE|SCAN sessions|messages|documents/);
});

test('a prefix: from one covering index, nothing sorted', () => {
  const index = 'SEARCH sessions USING COVERING INDEX sessions_by_id (id>? AND id<?)';
  expect(plan(PREFIX_SQL, ['a', 'b', 5])).toEqual([index]);
  expect(plan(PREFIX_OF_SOURCE_SQL, ['a', 'b', 'pi', 5])).toEqual([index]);
});

test('what is shown: by its key, without documents', () => {
  expect(plan(BY_PK_SQL, [1])).toEqual(['SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)']);
});

test('a search: the index of words, then sessions by their key; only what was found is sorted', (context) => {
  if (!hasSearch(database)) return context.skip('no FTS5');
  const { sql, parameters } = filterSql({ limit: 5, rootsOnly: true, projects: ['p'], source: 'pi', after });
  expect(plan(FOUND_SQL, ['text : ("a" *)'])).toEqual([
    expect.stringMatching(/^SCAN search VIRTUAL TABLE INDEX \d+:M/),
  ]);
  const steps = plan(sortedSql(sql), ['[1]', ...parameters, 6]);
  expect(steps[0]).toMatch(/^SCAN json_each VIRTUAL TABLE INDEX/);
  expect(steps[1]).toBe('SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)');
  expect(steps.join('\n')).not.toMatch(/SCAN sessions|messages|documents/);
  return undefined;
});

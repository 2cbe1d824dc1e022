import type { PoolClient } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { describeWithServer } from '../testing/describe-with-server.ts';
import { scans } from '../testing/explain.ts';
import { fillStatements } from '../testing/fill-postgres.ts';
import { listStatement, prefixStatement, type Statement } from './listings.ts';
import { openPostgresStore } from './postgres-store.ts';
import { searchStatements } from './search.ts';
import { readStatistics } from './word-statistics.ts';

/** More than 2,000 have the commonest words: both ways of searching are gone. */
const SESSIONS = 8_000;

describeWithServer('plans of PostgreSQL', { settings: { autovacuum: 'off' } }, (server) => {
  let database: string;
  beforeAll(async () => {
    database = await server().createDatabase();
    await (await openPostgresStore(server().url(database))).close();
    for (const statement of fillStatements({ sessions: SESSIONS, messagesEach: 4, projects: 40 }))
      await server().query(statement, [], database);
  }, 60_000);
  const plan = (statement: Statement | undefined) =>
    scans(server(), statement ?? { text: '', values: [] }, database);
  const projects = ['p0000003', 'p0000010', 'global'];

  test.each([
    ['newest of a project', listStatement({ projects: ['p0000003'], rootsOnly: true, limit: 1 })],
    ['newest of a project with former ids', listStatement({ projects, rootsOnly: true, limit: 1 })],
    ['page of projects', listStatement({ projects, limit: 50 })],
    ['page of everything', listStatement({ limit: 50 })],
    ['page of all roots', listStatement({ limit: 50, rootsOnly: true })],
    ['prefix', prefixStatement('ab', 20)],
    ['prefix of a source', prefixStatement('a', 20, 'codex')],
  ])('%s: the index alone, and little of it', async (_, statement) => {
    const nodes = await plan(statement);
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
    const [node] = nodes;
    expect(node).toMatchObject({ 'Relation Name': 'sessions', 'Heap Fetches': 0 });
    expect(node?.['Actual Rows']).toBeGreaterThan(0);
    // Rows per loop: as many as a page, not as many as a project has.
    expect(node?.['Actual Rows']).toBeLessThanOrEqual(51);
  });

  test('the next page begins in the index', async () => {
    const store = await openPostgresStore(server().url(database));
    const { next = '' } = await store.list({ limit: 50 });
    await store.close();
    const nodes = await plan(listStatement({ limit: 50, after: next }));
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
    expect(nodes[0]?.['Actual Rows']).toBeLessThanOrEqual(51);
  });

  test('sessions of a rare source, without reading those of others', async () => {
    const nodes = await plan(listStatement({ source: 'pi', limit: 20 }));
    // An index scan, or for some versions of the statistics a bitmap of the same index.
    const indexes = nodes.map((node) => node['Index Name']).filter((name) => name !== undefined);
    expect(indexes).toEqual(['sessions_by_source']);
    for (const node of nodes) {
      expect(node['Node Type']).not.toBe('Seq Scan');
      expect(node['Actual Rows']).toBeLessThanOrEqual(21);
    }
  });

  test.each([
    ['a rare word', ['w31062']],
    ['a common word', ['parser']],
    ['two words of a project', ['pars', 'w3']],
  ])('search for %s: indexes, no table from end to end', async (_, words) => {
    const statements = searchStatements(words, { projects, limit: 20 });
    for (const [statement, index] of [
      [statements?.statement(500), 'session_words_pkey'],
      [statements?.statement('walk'), 'session_words_pkey'],
      [statements?.statement('index'), 'session_words_words'],
    ] as const) {
      const nodes = await plan(statement);
      expect(nodes.map((node) => node['Index Name'])).toContain(index);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(nodes.map((node) => node['Relation Name'])).not.toContain('messages');
    }
  });

  test.each<[string, string[], { projects?: string[]; source?: string }, string[]]>([
    ['a rare word', ['w31062'], {}, ['index']],
    ['a common word', ['parser'], {}, ['newest', 'index']],
    ['two common words', ['pars', 'timeout'], {}, ['newest', 'index']],
    ['a word that every session has', ['fix'], {}, ['newest', 'index']],
    ['the first letter of rare words', ['w3'], {}, ['newest', 'index']],
    ['a rare word of a project', ['w31062'], { projects }, ['index']],
    ['a rare word of a rare source', ['w31062'], { source: 'pi' }, ['index']],
    ['common words of a rare source', ['fix', 'the', 'make'], { source: 'pi' }, ['newest', 'walk']],
  ])('%s: the way is chosen by the statistics', async (_, words, where, ways) => {
    const statements = searchStatements(words, { ...where, limit: 5 });
    const query = async (text: string) => ({ rows: await server().query(text, [], database) });
    const steps = statements?.steps(await readStatistics({ query } as unknown as PoolClient)) ?? [];
    expect(steps.map((step) => (typeof step === 'number' ? 'newest' : step))).toEqual(ways);
  });

  test('common and rare words are found alike, page by page', async () => {
    const store = await openPostgresStore(server().url(database));
    const where = { rootsOnly: true, source: 'codex' };
    for (const word of ['fix', 'parser', 'w31']) {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.search([word], {
          limit: 3,
          ...(after === undefined ? {} : { after }),
          ...where,
        });
        found.push(...page.sessions.map(({ key }) => key.id));
        after = page.next;
      } while (after !== undefined);
      const rows = await server().query(
        `SELECT id FROM praisonai.sessions JOIN praisonai.session_words ON session_pk = pk
         WHERE is_root AND source = 'codex'
           AND EXISTS (SELECT 1 FROM unnest(tsvector_to_array(words)) w WHERE starts_with(w, $1))
         ORDER BY active_at DESC, source, id`,
        [word],
        database,
      );
      expect(found.length).toBeGreaterThan(1);
      expect(found).toEqual(rows.map(({ id }) => id));
    }
    await store.close();
  });

  test('what the statements find is what the store writes', async () => {
    const store = await openPostgresStore(server().url(database));
    expect((await store.list({ projects, limit: 50 })).sessions).toHaveLength(50);
    expect((await store.search(['pars'], { projects, limit: 5 })).sessions).toHaveLength(5);
    await store.close();
  });
});

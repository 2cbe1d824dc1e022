import { listStatement, prefixStatement, type Statement } from '../../src/stores/postgres/listings.ts';
import { openPostgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { searchStatements } from '../../src/stores/postgres/search.ts';
import { EmbeddedServer } from '../../src/stores/testing/embedded-server.ts';
import { fillStatements } from '../../src/stores/testing/fill-postgres.ts';
import { postgresBinaries } from '../../src/stores/testing/postgres-binaries.ts';
import type { BenchSubject } from './subject.ts';

/** As a small server is set up: every acknowledged change is on the disk. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
};

/** A server of its own. Undefined, with the reason on stderr, where none can run. */
export async function postgresSubject(): Promise<BenchSubject | undefined> {
  const binaries = postgresBinaries();
  if ('reason' in binaries) {
    process.stderr.write(`No PostgreSQL: ${binaries.reason}\n`);
    return undefined;
  }
  const server = new EmbeddedServer(binaries, { settings: SETTINGS });
  server.initialise();
  await server.start();
  let projects: string[] = [];
  return {
    name: 'PostgreSQL',
    open: (maxConnections) =>
      openPostgresStore(server.url(), { maxConnections, statementTimeoutMs: 120_000 }),
    writers: 'connections',
    async fill(counts) {
      await (await openPostgresStore(server.url())).close();
      for (const statement of fillStatements(counts)) await step(server, statement);
      await server.query('CHECKPOINT');
      projects = ['p0000001', 'p0000003', 'global'];
    },
    remarks: async () => [...(await sizes(server)), ...(await plans(server, projects))],
    remove: () => server.remove(),
  };
}

async function step(server: EmbeddedServer, statement: string): Promise<void> {
  const began = performance.now();
  // Without the checks of foreign keys, as a restore does it.
  const text = statement.startsWith('INSERT')
    ? `SET session_replication_role = replica; ${statement}`
    : statement;
  await server.query(text);
  const seconds = (performance.now() - began) / 1000;
  if (seconds > 5)
    process.stderr.write(`${seconds.toFixed(0)} s: ${statement.slice(0, 60).replace(/\s+/g, ' ')} …\n`);
}

async function sizes(server: EmbeddedServer): Promise<string[]> {
  const rows = await server.query(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid) AS total, pg_indexes_size(c.oid) AS indexes,
      c.reltuples::bigint AS rows FROM pg_class c
    WHERE c.relnamespace = 'praisonai'::regnamespace AND c.relkind = 'r' AND c.reltuples > 100 ORDER BY total DESC`,
  );
  return rows.map(({ name, total, indexes, rows: count }) => {
    const megabytes = (bytes: unknown) => `${(Number(bytes) / 1e6).toFixed(0)} MB`;
    return `${name}: about ${count} rows, ${megabytes(total)}, of which indexes ${megabytes(indexes)}`;
  });
}

async function plans(server: EmbeddedServer, projects: string[]): Promise<string[]> {
  const inProjects = searchStatements(['parser'], { projects, limit: 20 });
  const inAll = searchStatements(['pars', 'timeout'], { limit: 20 });
  const statements: Record<string, Statement | undefined> = {
    'newest session of a project': listStatement({ projects, rootsOnly: true, limit: 1 }),
    'list page of projects, 50': listStatement({ projects, limit: 50 }),
    'list page of all, 50': listStatement({ limit: 50 }),
    'resolve a prefix of 8': prefixStatement('abcdef01', 5),
    'search a word in projects, all sessions of them': inProjects?.statement('walk'),
    'search two common words in all, the newest 2,000': inAll?.statement(2_000),
    'search two common words in all, by the index': inAll?.statement('index'),
  };
  const lines: string[] = [];
  for (const [name, statement] of Object.entries(statements)) {
    if (statement === undefined) continue;
    const rows = await server.query(`EXPLAIN (ANALYZE, BUFFERS) ${statement.text}`, statement.values);
    lines.push('', `${name}:`, ...rows.map((row) => `  ${row['QUERY PLAN']}`));
  }
  return lines;
}

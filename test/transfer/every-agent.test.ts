import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionCatalog } from '../../src/sessions/catalog.ts';
import { handOffSession } from '../../src/sessions/hand-off.ts';
import { sources } from '../../src/sources/registry.ts';
import type { Environment } from '../../src/sources/source.ts';
import { openSessionStore } from '../../src/stores/open-session-store.ts';
import type { SessionStore } from '../../src/stores/session-store.ts';
import { parseStoreAddress } from '../../src/stores/store-address.ts';
import { describeWithServer } from '../../src/stores/testing/describe-with-server.ts';
import { pushSession } from '../../src/transfer/push.ts';
import { StoreCatalog } from '../../src/transfer/store-catalog.ts';
import { buildDatabases } from '../build-databases.ts';

/** Whatever agent wrote a session: handed off from a store, it gives the bytes that it gives on its own machine. */
const FIXTURES = resolve(import.meta.dirname, '../fixtures/sources');
const OPTIONS = { redact: 'default', now: 1_796_000_000_000, version: 'praisonai test' } as const;

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'every-agent-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const cases = sources.flatMap(({ name }) =>
  readdirSync(join(FIXTURES, name)).map((fixture) => [name, fixture] as const),
);

/** The home of a fixture, made once. */
const homes = new Map<string, Environment>();
function environmentOf(source: string, fixture: string): Environment {
  const folder = join(FIXTURES, source, fixture);
  const home = join(base, source, fixture);
  const known = homes.get(home);
  if (known !== undefined) return known;
  cpSync(join(folder, 'home'), home, { recursive: true });
  buildDatabases(home);
  const { variables = {} } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
  const named = Object.entries(variables as Record<string, string>).map(([name, value]) => [
    name,
    value.replace('{home}', home),
  ]);
  const environment = {
    home,
    variables: Object.fromEntries(named),
    platform: 'linux',
    directory: home,
  } as const;
  homes.set(home, environment);
  return environment;
}

/** One fixture of each agent: what a store gives back does not depend on who wrote it. */
const oneOfEach = cases.filter(([source], index) => cases.findIndex(([name]) => name === source) === index);

function sameBytesFromStore(address: () => string, some = cases): void {
  let store: SessionStore;
  beforeAll(async () => {
    store = await openSessionStore(parseStoreAddress(address(), { home: base, directory: base }));
  });
  afterAll(() => store.close());

  test.each(some)('%s: %s', async (source, fixture) => {
    const environment = environmentOf(source, fixture);
    const here = new SessionCatalog(environment);
    const entries = here.entries(source);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      const { key } = await pushSession(here, entry, store, OPTIONS);
      const there = new StoreCatalog(environment, store);
      const found = await there.resolve(`${key.source}:${key.id}`);
      const local = await handOffSession(here.sourceOf(entry), entry, environment);
      const shared = await handOffSession(there.sourceOf(found), found, environment);
      expect(shared.prompt).toBe(local.prompt);
      // Pushed again it is all there: nothing travels, also where everything is read anew.
      const again = await pushSession(here, entry, store, { ...OPTIONS, version: 'another praisonai' });
      expect(again).toMatchObject({ status: 'unchanged', sent: 0 });
    }
  });
}

describe('a directory', () => sameBytesFromStore(() => `file:${join(base, 'shared')}`));
describe('SQLite', () => sameBytesFromStore(() => `sqlite:${join(base, 'shared.db')}`));
describeWithServer('PostgreSQL', {}, (server) => sameBytesFromStore(() => server().url(), oneOfEach));

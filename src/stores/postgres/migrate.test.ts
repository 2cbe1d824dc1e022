import { expect, test } from 'vitest';
import { describeWithServer } from '../testing/describe-with-server.ts';
import { head, user } from '../testing/session-store-contract.ts';
import { openPostgresStore } from './postgres-store.ts';
import { MIGRATIONS, SCHEMA } from './schema.ts';

const key = { source: 'codex', id: 'one' };

describeWithServer('the schema in PostgreSQL', {}, (server) => {
  const tables = async (database: string) =>
    (
      await server().query(
        'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1',
        [SCHEMA],
        database,
      )
    ).map(({ name }) => name);

  test.each([2, 10])('%d clients that start at once on an empty database', async (count) => {
    const database = await server().createDatabase();
    const stores = await Promise.all(
      Array.from({ length: count }, () => openPostgresStore(server().url(database))),
    );
    await Promise.all(
      stores.map((store, index) => store.write({ ...key, id: `s${index}` }, { head: head() }, null)),
    );
    expect((await stores[0]?.list({ limit: 20 }))?.sessions).toHaveLength(count);
    await Promise.all(stores.map((store) => store.close()));
    const versions = await server().query(
      `SELECT version FROM ${SCHEMA}.schema_migrations ORDER BY 1`,
      [],
      database,
    );
    expect(versions).toEqual(MIGRATIONS.map((_, index) => ({ version: index + 1 })));
  });

  test('an interrupted migration leaves nothing', async () => {
    const database = await server().createDatabase();
    await server().query(`CREATE SCHEMA ${SCHEMA}`, [], database);
    // Stands where the last step wants to make its function.
    await server().query(`CREATE VIEW ${SCHEMA}.messages AS SELECT 1`, [], database);
    await expect(openPostgresStore(server().url(database))).rejects.toMatchObject({ code: 'store-refused' });
    expect(await tables(database)).toEqual(['messages']);
  });

  test('made by a newer program: refused, and nothing touched', async () => {
    const database = await server().createDatabase();
    await (await openPostgresStore(server().url(database))).close();
    await server().query(`INSERT INTO ${SCHEMA}.schema_migrations (version) VALUES (99)`, [], database);
    const failure = openPostgresStore(server().url(database));
    await expect(failure).rejects.toMatchObject({
      code: 'store-newer',
      failure: { version: 99, known: MIGRATIONS.length },
    });
    expect(await tables(database)).toContain('sessions');
  });

  test('a role without rights is told which to ask for, and works with them', async () => {
    const database = await server().createDatabase();
    await server().query('CREATE ROLE "agent ""x""" LOGIN');
    const url = server().url(database, encodeURIComponent('agent "x"'));
    const refused = await openPostgresStore(url).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'store-refused' });
    const { message } = refused as Error;
    expect(message).toContain(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA} AUTHORIZATION "agent ""x"""`);
    expect(await tables(database)).toEqual([]);

    await (await openPostgresStore(server().url(database))).close();
    await expect(openPostgresStore(url)).rejects.toMatchObject({
      code: 'store-refused',
      message: expect.stringContaining('GRANT USAGE ON SCHEMA'),
    });
    // The message's own statements.
    const grants = message.match(/GRANT [^;]*/g) ?? [];
    expect(grants).toHaveLength(2);
    for (const grant of grants) await server().query(grant, [], database);
    const store = await openPostgresStore(url);
    await store.write(key, { head: head(), messages: [user('hello')] }, null);
    await store.write(key, { keep: 0, head: head({ title: 'New' }) });
    expect(await store.search?.(['new'], { limit: 1 })).toMatchObject({ sessions: [{ key }] });
    expect(await store.delete(key)).toBe(true);
    await store.close();
  });

  test('the way out for a role that may own the schema', async () => {
    const database = await server().createDatabase();
    await server().query('CREATE ROLE owner_of_it LOGIN');
    await server().query(`CREATE SCHEMA ${SCHEMA} AUTHORIZATION owner_of_it`, [], database);
    const store = await openPostgresStore(server().url(database, 'owner_of_it'));
    await store.write(key, { head: head() }, null);
    await store.close();
  });

  test('tables of others with the same names are left alone', async () => {
    const database = await server().createDatabase();
    await server().query('CREATE TABLE sessions (theirs int)', [], database);
    await server().query('CREATE TABLE schema_migrations (version text)', [], database);
    const store = await openPostgresStore(server().url(database));
    await store.write(key, { head: head() }, null);
    await store.close();
    expect(await server().query('SELECT * FROM sessions', [], database)).toEqual([]);
  });

  test('a database that does not exist', async () => {
    await expect(openPostgresStore(server().url('nowhere'))).rejects.toMatchObject({
      code: 'store-refused',
      message: expect.stringMatching(/"nowhere" does not exist; create it: createdb nowhere/),
    });
  });

  test('a database that cannot hold every sign', async () => {
    await server().query(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    await expect(openPostgresStore(server().url('latin'))).rejects.toMatchObject({
      code: 'store-unusable',
      message: expect.stringContaining('createdb -E UTF8'),
    });
    expect(await tables('latin')).toEqual([]);
  });

  test('tables that were changed or dropped under us', async () => {
    const database = await server().createDatabase();
    const store = await openPostgresStore(server().url(database));
    await server().query(`DROP SCHEMA ${SCHEMA} CASCADE`, [], database);
    const calls = [
      () => store.get(key),
      () => store.list({ limit: 1 }),
      () => store.write(key, { head: head() }, null),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'store-unusable' });
    await store.close();
  });
});

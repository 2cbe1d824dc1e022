import { beforeAll } from 'vitest';
import { describeWithServer } from '../testing/describe-with-server.ts';
import { testSessionStore } from '../testing/session-store-contract.ts';
import { openPostgresStore } from './postgres-store.ts';

describeWithServer('PostgreSQL', {}, (server) => {
  let database: string;
  beforeAll(async () => {
    database = await server().createDatabase();
  });
  testSessionStore('PostgreSQL', () => ({ open: () => openPostgresStore(server().url(database)) }));
});

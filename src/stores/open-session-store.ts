import { JsonDocuments } from './json/json-documents.ts';
import type { SessionStore } from './session-store.ts';
import type { StoreAddress } from './store-address.ts';

/** Opens a store, and makes it where it does not exist yet. A database's driver is loaded only here. @throws StoreError */
export async function openSessionStore(address: StoreAddress): Promise<SessionStore> {
  switch (address.kind) {
    case 'file':
      return new JsonDocuments(address.directory);
    case 'sqlite':
      return (await import('./sqlite/open-sqlite-store.ts')).openSqliteStore(address.path);
    case 'postgres':
      return (await import('./postgres/postgres-store.ts')).openPostgresStore(address.url);
    default:
      return address satisfies never;
  }
}

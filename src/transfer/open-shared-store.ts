import { existsSync } from 'node:fs';
import { PraisonError } from '../errors.ts';
import { openSessionStore } from '../stores/open-session-store.ts';
import type { SessionStore } from '../stores/session-store.ts';
import { parseStoreAddress, type StoreAddress } from '../stores/store-address.ts';
import { receivedStore } from './received-store.ts';

/** Only what writes makes a file or a directory that is not there: a slip of the pen is no new store. */
export type MissingStore = 'create' | 'must-exist';

/** A store that others write too, by its address. @throws PraisonError `no-store`, and StoreError */
export async function openSharedStore(
  address: string,
  place: { home: string; directory: string },
  missing: MissingStore,
): Promise<SessionStore> {
  const parsed = parseStoreAddress(address, place);
  if (missing === 'must-exist') mustExist(parsed);
  return receivedStore(await openSessionStore(parsed));
}

function mustExist(address: StoreAddress): void {
  if (address.kind === 'postgres') return;
  const path = address.kind === 'file' ? address.directory : address.path;
  if (existsSync(path)) return;
  throw new PraisonError('no-store', `There is no store ${address.kind}:${path}.`, {
    hints: ["'praisonai session push --store ADDRESS' makes one."],
    facts: { store: `${address.kind}:${path}` },
  });
}

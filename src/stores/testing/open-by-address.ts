import type { SessionStore } from '../session-store.ts';
import { parseStoreAddress } from '../store-address.ts';

/** A store that several processes can write, by its address. Each kind is loaded when it is asked for. */
export async function openByAddress(text: string): Promise<SessionStore> {
  const address = parseStoreAddress(text, { home: '/', directory: '/' });
  switch (address.kind) {
    case 'sqlite': {
      const { openSqliteStore } = await import('../sqlite/open-sqlite-store.ts');
      return await openSqliteStore(address.path, { busyTimeoutMs: 60_000 });
    }
    default:
      throw new Error(`No test opens this kind of store yet: ${address.kind}`);
  }
}

import { afterAll, beforeAll, describe, test } from 'vitest';
import type { SessionStore } from '../session-store.ts';
import { contractContext, type StoreUnderTest } from './contract-context.ts';
import { testListings } from './contract-listings.ts';
import { testOneSession } from './contract-one-session.ts';
import { testSearch } from './contract-search.ts';
import { testWriters } from './contract-writers.ts';

export type { StoreUnderTest } from './contract-context.ts';
export { head, messagesOf, user } from './contract-data.ts';

/** What every store promises. `subject` is set up by the caller before the suite's own `beforeAll`. */
export function testSessionStore(name: string, subject: () => StoreUnderTest): void {
  describe(`${name} as a session store`, () => {
    let store: SessionStore;
    const suite = contractContext(() => store, subject);
    beforeAll(async () => {
      store = await subject().open();
    }, 60_000);
    afterAll(() => store.close());

    testOneSession(suite);
    testWriters(suite);
    testListings(suite);
    testSearch(suite);

    test('closing twice is no error', async () => {
      const other = await subject().open();
      await other.close();
      await other.close();
    });
  });
}

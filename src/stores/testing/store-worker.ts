/**
 * A process of its own for the tests of several writers: `node store-worker.js <command> <store> <session> …`.
 * Prints one line per finished write, so that a test knows what must be on the disk. The store is a directory of session
 * files, or an address as `sqlite:FILE`.
 */

import { JsonSessionStore } from '../json/json-session-store.ts';
import type { LockingMode } from '../locking/file-lock.ts';
import type { SessionStore } from '../session-store.ts';
import { isStoreError } from '../store-error.ts';
import { head, user } from './contract-data.ts';
import { openByAddress } from './open-by-address.ts';

const [command, place = '', session = '', count = '1', label = '', locking = ''] = process.argv.slice(2);
const append = /^[a-z]+:/.test(place) ? appendTo(await openByAddress(place)) : appendToFiles();

if (command === 'append') {
  for (let index = 0; index < Number(count); index++) {
    await append(`${label} ${index}`);
    process.stdout.write(`${label} ${index}\n`);
  }
} else if (command === 'grow') {
  // Big messages: a kill has something to fall into.
  for (let index = 0; ; index++) {
    await append(`${label} ${index} ${'x'.repeat(300_000)}`);
    process.stdout.write(`${label} ${index}\n`);
  }
} else throw new Error(`Unknown command: ${command}`);

function appendToFiles(): (content: string) => Promise<unknown> {
  const store = new JsonSessionStore({
    directory: place,
    lockTimeoutMs: 60_000,
    ...(locking === '' ? {} : { locking: locking as LockingMode }),
  });
  return (content) => store.append(session, [{ role: 'user', content }]);
}

function appendTo(store: SessionStore): (content: string) => Promise<void> {
  const key = { source: 'claude-code', id: session };
  return async (content) => {
    const messages = [user(content)];
    try {
      await store.write(key, { messages });
    } catch (error) {
      if (!isStoreError(error, 'session-not-found')) throw error;
      await store.write(key, { head: head(), messages }, null).catch(async (refused: unknown) => {
        // Another writer made it meanwhile.
        if (!isStoreError(refused, 'session-exists') && !isStoreError(refused, 'session-changed'))
          throw refused;
        await store.write(key, { messages });
      });
    }
  };
}

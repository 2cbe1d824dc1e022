/**
 * A process of its own for the tests of several writers: `node store-worker.js <command> <directory> <session> …`.
 * Prints one line per finished write, so that a test knows what must be on the disk.
 */

import { JsonSessionStore } from '../json/json-session-store.ts';
import type { LockingMode } from '../locking/file-lock.ts';

const [command, directory = '', session = '', count = '1', label = '', locking = ''] = process.argv.slice(2);
const store = new JsonSessionStore({
  directory,
  lockTimeoutMs: 60_000,
  ...(locking === '' ? {} : { locking: locking as LockingMode }),
});

if (command === 'append') {
  for (let index = 0; index < Number(count); index++) {
    await store.append(session, [{ role: 'user', content: `${label} ${index}` }]);
    process.stdout.write(`${label} ${index}\n`);
  }
} else if (command === 'grow') {
  // Big messages: a kill has something to fall into.
  for (let index = 0; ; index++) {
    await store.append(session, [{ role: 'user', content: `${label} ${index} ${'x'.repeat(300_000)}` }]);
    process.stdout.write(`${label} ${index}\n`);
  }
} else throw new Error(`Unknown command: ${command}`);

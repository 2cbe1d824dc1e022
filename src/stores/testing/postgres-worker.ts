/**
 * A process of its own that writes into a PostgreSQL store until it is killed: `node postgres-worker.js <url> <session>
 * <label>`. Each write has three messages. Prints one line per write that was acknowledged.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import { isStoreError } from '../store-error.ts';

const [url = '', id = '', label = ''] = process.argv.slice(2);
const store = await openPostgresStore(url);
const key = { source: 'codex', id };
for (let index = 0; ; index++) {
  const messages = ['a', 'b', 'c'].map((part) => ({
    role: 'user' as const,
    content: `${label} ${index} ${part}`,
    metadata: { filling: 'x'.repeat(20_000) },
  }));
  try {
    await store.write(key, { messages });
    process.stdout.write(`${index}\n`);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    process.stdout.write(`${index} failed: ${error.message}\n`);
    await wait(20);
  }
}

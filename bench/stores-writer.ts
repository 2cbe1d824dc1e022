/**
 * One of several processes that append to a store at once; started by `npm run bench:stores`. Says that it is ready, waits
 * for a message, and answers with the milliseconds of each call.
 */

import { once } from 'node:events';
import { openSessionStore } from '../src/stores/open-session-store.ts';
import { parseStoreAddress } from '../src/stores/store-address.ts';
import { timesOf } from './stores/latency.ts';
import { addedMessage } from './stores/operations.ts';
import type { WriterTask } from './stores/writer-processes.ts';

const { address, keys, calls, withinMs } = JSON.parse(process.argv[2] ?? '{}') as WriterTask;
const store = await openSessionStore(parseStoreAddress(address, { home: '/', directory: '/' }));
const begin = once(process, 'message');
process.send?.('ready');
await begin;
const times = await timesOf({ calls, together: keys.length, withinMs }, (index) =>
  store.write(keys[index % keys.length]!, { messages: [addedMessage(index)] }),
);
await store.close();
process.send?.(times, () => process.disconnect());

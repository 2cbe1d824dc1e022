import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SessionKey } from '../../src/stores/session-store.ts';
import { type Latency, summary } from './latency.ts';

/** What a writer process is to do. Its calls run side by side, one for each key. */
export interface WriterTask {
  address: string;
  keys: SessionKey[];
  calls: number;
  withinMs: number;
}

/** Appends by several processes that open the store, wait for each other, and begin at once. */
export async function appendByProcesses(
  { processes, address }: { processes: number; address: string },
  keys: readonly SessionKey[],
  { calls, withinMs }: { calls: number; withinMs: number },
): Promise<Latency> {
  const writers = Array.from({ length: processes }, (_, writer) => {
    const own = keys.filter((_key, index) => index % processes === writer);
    const task: WriterTask = { address, keys: own, calls: Math.ceil(calls / processes), withinMs };
    // Beside the built benchmark.
    return fork(fileURLToPath(new URL('./stores-writer.js', import.meta.url)), [JSON.stringify(task)]);
  });
  try {
    await Promise.all(writers.map(answer));
    const began = performance.now();
    const times = Promise.all(writers.map(answer));
    for (const writer of writers) writer.send('begin');
    return summary((await times).flat() as number[], performance.now() - began);
  } finally {
    for (const writer of writers) writer.kill();
  }
}

async function answer(writer: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(writer, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`A writer ended with ${code}.`);
  });
  exit.catch(() => undefined);
  try {
    return await Promise.race([once(writer, 'message').then(([message]) => message as unknown), exit]);
  } finally {
    ended.abort();
  }
}

import type { MessageRecord } from '../../src/model/session-record.ts';
import type { SessionKey, SessionStore } from '../../src/stores/session-store.ts';
import { type Latency, latencyOf } from './latency.ts';
import { type BenchSubject, projectsFor, sampleKeys } from './subject.ts';

const SIDE_BY_SIDE = 32;

const message = (index: number): MessageRecord => ({
  role: index % 10 === 0 ? 'user' : 'assistant',
  content: `Message ${index}. ${'Some words of an answer. '.repeat(30)}`,
  metadata: {},
});

export interface Measured extends Latency {
  operation: string;
}

/** Every operation of a store that has `sessions` sessions. */
export async function* measureStore(
  subject: BenchSubject,
  sessions: number,
  calls: number,
): AsyncGenerator<Measured> {
  const store = await subject.open(SIDE_BY_SIDE);
  const keys = await sampleKeys(store, 1_000);
  const key = (index: number): SessionKey => keys[(index * 7919) % keys.length]!;
  const project = (index: number): string =>
    `p${String((index * 31) % projectsFor(sessions)).padStart(7, '0')}`;
  const reads: [string, (index: number) => Promise<unknown>][] = [
    ['read a session with its messages', (index) => readWhole(store, key(index))],
    [
      'newest session of a project',
      (index) =>
        store.list({ projects: [project(index), `former-${index}`, 'global'], rootsOnly: true, limit: 1 }),
    ],
    ['list page of a project, 50', (index) => store.list({ projects: [project(index)], limit: 50 })],
    ['list page of all, 50', () => store.list({ limit: 50 })],
    ['resolve a prefix of 8', (index) => store.withPrefix(key(index).id.slice(0, 8), 5)],
  ];
  if (store.search !== undefined) reads.push(...searches(store, project));
  for (const [operation, call] of reads) {
    for (let index = 0; index < 20; index++) await call(index);
    yield { operation, ...(await latencyOf(calls, 1, call)) };
  }
  const append = (to: SessionKey, index: number) => store.write(to, { messages: [message(index)] });
  yield {
    operation: 'append a message',
    ...(await latencyOf(calls, 1, (index) => append(key(index), index))),
  };
  yield {
    operation: `append, ${SIDE_BY_SIDE} writers, sessions of their own`,
    ...(await latencyOf(4 * calls, SIDE_BY_SIDE, (index) => append(key(index % 997), index))),
  };
  yield {
    operation: `append, ${SIDE_BY_SIDE} writers, one session`,
    ...(await latencyOf(2 * calls, SIDE_BY_SIDE, (index) => append(key(0), index))),
  };
  await store.close();
}

function searches(
  store: SessionStore,
  project: (index: number) => string,
): [string, (index: number) => Promise<unknown>][] {
  const find = (words: string[], projects?: string[]) =>
    store.search?.(words, projects === undefined ? { limit: 20 } : { projects, limit: 20 }) ??
    Promise.resolve();
  return [
    ['search a word in a project', (index) => find(['parser'], [project(index)])],
    ['search a rare word in all', (index) => find([`w${10_000 + ((index * 101) % 40_000)}`])],
    ['search two common words in all', () => find(['pars', 'timeout'])],
  ];
}

async function readWhole(store: SessionStore, key: SessionKey): Promise<void> {
  await store.get(key);
  for await (const batch of store.messages(key)) if (batch.length === 0) throw new Error('An empty batch.');
}

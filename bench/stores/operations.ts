import type { MessageRecord } from '../../src/model/session-record.ts';
import type { SessionKey, SessionStore } from '../../src/stores/session-store.ts';
import { type Latency, latencyOf } from './latency.ts';
import { type Counts, madeKey, projectName, rareWord } from './made-session.ts';
import type { BenchSubject } from './subject.ts';
import { appendByProcesses } from './writer-processes.ts';

export const WRITERS = 32;

export interface Measured extends Latency {
  operation: string;
}

interface Calls {
  calls: number;
  withinMs: number;
}

type Call = (index: number) => Promise<unknown>;

export const addedMessage = (index: number): MessageRecord => ({
  role: index % 10 === 0 ? 'user' : 'assistant',
  content: `Message ${index}. ${'Some words of an answer. '.repeat(30)}`,
  metadata: {},
});

/** Every operation of a store that is filled; each ends after `calls`, or when its time is over. */
export async function* measureStore(
  subject: BenchSubject,
  counts: Counts,
  amount: Calls,
): AsyncGenerator<Measured> {
  const store = await subject.open(WRITERS);
  const key = (index: number): SessionKey => madeKey(1 + ((index * 7919) % counts.sessions));
  const project = (index: number): string => projectName((index * 31) % counts.projects);
  for (const [operation, call] of [...reads(store, key, project), ...searches(store, project, counts)]) {
    await latencyOf({ calls: 20, together: 1, withinMs: amount.withinMs / 10, atLeast: 1 }, call);
    yield { operation, ...(await latencyOf({ ...amount, together: 1 }, call)) };
  }
  const append = (to: SessionKey, index: number) => store.write(to, { messages: [addedMessage(index)] });
  yield {
    operation: 'append a message',
    ...(await latencyOf({ ...amount, together: 1 }, (index) => append(key(index), index))),
  };
  const own = Array.from({ length: WRITERS }, (_, writer) => key(writer));
  const one = own.map(() => key(0));
  for (const [keys, whose] of [
    [own, 'sessions of their own'],
    [one, 'one session'],
  ] as const) {
    const calls = { ...amount, calls: 4 * amount.calls };
    const measured =
      subject.writers === 'connections'
        ? await latencyOf({ ...calls, together: WRITERS }, (index) => append(keys[index % WRITERS]!, index))
        : await appendByProcesses(subject.writers, keys, calls);
    yield { operation: `append, ${WRITERS} writers, ${whose}`, ...measured };
  }
  await store.close();
}

function reads(
  store: SessionStore,
  key: (index: number) => SessionKey,
  project: (index: number) => string,
): [string, Call][] {
  return [
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
}

/** Every session has two of ten common words in its title, and one of the two in its requests: three are never together. */
function searches(
  store: SessionStore,
  project: (index: number) => string,
  { sessions }: Counts,
): [string, Call][] {
  const find = (words: string[], projects?: string[]) =>
    store.search?.(words, projects === undefined ? { limit: 20 } : { projects, limit: 20 }) ??
    Promise.reject(new Error('This store cannot search.'));
  const rare = (index: number) => rareWord(1 + ((index * 7919) % sessions));
  return [
    ['search a project: a rare word', (index) => find([rare(index)], [project(index)])],
    ['search a project: a common word', (index) => find(['parser'], [project(index)])],
    ['search a project: two common words', (index) => find(['pars', 'timeout'], [project(index)])],
    ['search all: a rare word', (index) => find([rare(index)])],
    ['search all: a common word', () => find(['parser'])],
    ['search all: two common words', () => find(['pars', 'timeout'])],
    ['search all: three, never together', () => find(['parser', 'timeout', 'index'])],
  ];
}

async function readWhole(store: SessionStore, key: SessionKey): Promise<void> {
  if ((await store.get(key)) === undefined) throw new Error(`No session ${key.id}.`);
  for await (const batch of store.messages(key)) if (batch.length === 0) throw new Error('An empty batch.');
}

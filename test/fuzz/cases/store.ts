import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import { JsonSessionStore } from '../../../src/stores/json/json-session-store.ts';
import { listSessions } from '../../../src/stores/json/list-sessions.ts';
import { isStoreError } from '../../../src/stores/store-error.ts';
import { Faults } from '../check-session.ts';
import { damage, replaceFile } from '../mutations/bytes.ts';
import { mutateDocument } from '../mutations/documents.ts';
import { hostileText } from '../mutations/values.ts';
import { writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, homeOf } from './case.ts';
import { spring, TRAPS } from './tree.ts';

/** What a person or an agent does with a session; each may fail, none may lose anything. */
const OPERATIONS: readonly ((store: JsonSessionStore, id: string, random: Random) => unknown)[] = [
  (store, id, random) => store.append(id, [{ role: 'user', content: hostileText(random) }]),
  (store, id) => store.append(id, [{ role: 'user', content: 'after' }]),
  (store, id, random) => store.rename(id, hostileText(random)),
  (store, id) => store.updateMetadata(id, { goal_state: { goal: 'x' }, model: null, ['__proto__']: 'x' }),
  (store, id) => store.addUsage(id, { inputTokens: 1, outputTokens: 2, cost: 0.1 }),
  (store, id) => store.setLastCompaction(id, { summary: 'so far' }),
  (store, id, random) => store.fork(id, { id: 'child', ...(random.chance(0.5) ? { atMessage: 1 } : {}) }),
  (store, id) => store.import(store.export(id), 'imported'),
  (store, id) => store.create({ id: 'spawned', parentId: id }),
];

/** The store reads and writes sessions that something damaged: nothing is overwritten that could not be read. */
export async function storeCase({ seeds, folder, random }: CaseInput): Promise<CaseResult> {
  const seed = random.pick(seeds);
  const file = random.pick(seed.files);
  const kind = random.integer(0, 9);
  const mutated =
    kind < 7
      ? mutateDocument(file.bytes, random)
      : { bytes: kind < 9 ? damage(file.bytes, random) : replaceFile(file.bytes, random), records: 1 };
  const home = homeOf(folder);
  writeHome(home, [{ path: file.path, bytes: mutated.bytes }]);
  const path = join(home, file.path);
  if (random.chance(0.1))
    spring(random.pick(Object.keys(TRAPS)), random.chance(0.3) ? `${path}.lock` : path, random);
  const store = new JsonSessionStore({
    ...{ directory: dirname(path), platform: 'linux', lockTimeoutMs: 1000 },
    now: () => Date.UTC(2026, 10, 30),
    retention: { policy: 'compact', activeWindow: random.pick([2, 100]) },
  });
  const faults = new Faults();
  checkListing(store, path, faults);
  const id = checkLoad(store, path, faults);
  await checkChange(store, id, random, { path, faults });
  checkListing(store, path, faults);
  checkLoad(store, path, faults);
  return { faults: faults.found, records: mutated.records };
}

/** Every session file is in the listing, or among the unreadable ones. */
function checkListing(store: JsonSessionStore, path: string, faults: Faults): void {
  const listing = faults.attempt('store-list', () => listSessions([store]));
  if (!listing || !lstatSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const isListed = listing.sessions.some((session) => session.path === path);
  if (isListed === listing.unreadable.includes(path))
    faults.add('store-list', 'neither listed nor unreadable, or both');
}

/** The session's own id where it has one, else the file's name. */
function checkLoad(store: JsonSessionStore, path: string, faults: Faults): string {
  const name = basename(path, '.json');
  try {
    return store.load(name)?.id ?? name;
  } catch (error) {
    checkError(error, path, faults);
    return name;
  }
}

async function checkChange(
  store: JsonSessionStore,
  id: string,
  random: Random,
  { path, faults }: { path: string; faults: Faults },
): Promise<void> {
  const before = contentOf(path);
  const error = await attempted(() => random.pick(OPERATIONS)(store, id, random));
  if (error !== undefined) checkError(error, path, faults);
  const after = contentOf(path);
  const asides = namesIn(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.corrupt-`))
    .map((name) => readFileSync(join(dirname(path), name)));
  const isKept =
    before === undefined || after?.equals(before) || asides.some((aside) => aside.equals(before));
  if (!isKept && after) faults.add('store-lost', lostOf(String(before), String(after)));
  if (!isKept && !after) faults.add('store-lost', 'the file is gone');
  if (error !== undefined && before && !after?.equals(before))
    faults.add('store-lost', 'an error, and another content');
  if (error !== undefined && asides.length > 0) faults.add('store-aside', 'an error, and a file set aside');
  for (const name of namesIn(dirname(path)))
    if (name.endsWith('.tmp')) faults.add('store-left', 'a temporary file is left');
}

/** An error says what is wrong with which file. */
function checkError(error: unknown, path: string, faults: Faults): void {
  if (!isStoreError(error)) {
    const { name, message, stack } = error as Error;
    faults.add(
      'store-error',
      `${name}: ${message.replaceAll(path, 'PATH')} ${(stack ?? '').split('\n')[1]?.trim()}`,
    );
    return;
  }
  const names = [
    'path' in error.failure ? error.failure.path : '',
    'id' in error.failure ? error.failure.id : '',
  ];
  const isNamed = names.some((name) => name !== '') || error.code === 'invalid-import';
  if (!isNamed) faults.add('store-error', `${error.code} names no file and no session`);
}

async function attempted(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? new Error('nothing was thrown');
  }
}

function contentOf(path: string): Buffer | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}

const namesIn = (directory: string): string[] =>
  lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(directory) : [];

/** Fields that a change may set anew. */
const SET = new Set([
  'session_id',
  'updated_at',
  'messages',
  'archived_messages',
  'metadata',
  'last_compaction',
  'title',
  '__proto__',
]);
const ADDED = new Set([
  'children_ids',
  'snapshots',
  'parent_id',
  'forked_from_message_id',
  'is_shared',
  'agent_id',
  'agent_name',
  'user_id',
  'model',
  'total_tokens',
  'cost',
  'llm',
  'token_count',
  'source',
  'reasoning_effort',
]);

/** What of a readable session is not in the one that replaced it. */
function lostOf(before: string, after: string): string | undefined {
  const [old, now] = [parsed(before), parsed(after)];
  if (old === undefined) return 'what could not be read was overwritten';
  if (now === undefined) return 'what was written cannot be read';
  for (const [key, value] of Object.entries(old)) {
    if (SET.has(key) || ADDED.has(key)) continue;
    if (textOf(now[key]) !== textOf(value)) return `the field ${key} has another value`;
  }
  const kept = new Set([...listOf(now['messages']), ...listOf(now['archived_messages'])].map(textOf));
  for (const message of [...listOf(old['messages']), ...listOf(old['archived_messages'])])
    if (!isSummary(message) && !kept.has(textOf(message)))
      return `a message is gone: ${textOf(message).slice(0, 80)}`;
  return undefined;
}

/** A summary of the archive is made anew. */
function isSummary(message: unknown): boolean {
  return /"compaction":true/.test(textOf(message));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Half a surrogate pair is written as U+FFFD: Python could not write the session again. */
function textOf(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? '').replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\ufffd');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'too deep to be compared';
  }
}

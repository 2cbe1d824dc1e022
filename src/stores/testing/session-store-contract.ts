import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessageRecord } from '../../model/session-record.ts';
import { mapTexts } from '../../text/map-texts.ts';
import type { ListQuery, SessionHead, SessionKey, SessionStore } from '../session-store.ts';

export interface StoreUnderTest {
  /** Another connection to the one store of this suite, as another process would have. Closed by the suite. */
  open(): Promise<SessionStore>;
  /** Ids that differ in signs which a file name cannot hold share one file: such a second session is refused. */
  sharesFileNames?: boolean;
}

const START = Date.UTC(2026, 10, 30, 7);

export const user = (content: string): MessageRecord => ({ role: 'user', content, metadata: {} });

export function head(changes: Partial<SessionHead['description']> = {}, project = 'p0000001'): SessionHead {
  const updatedAt = changes.updatedAt ?? START;
  return {
    project,
    description: { updatedAt, ...changes },
    document: {
      session_id: 'any',
      created_at: '2026-11-30T07:00:00.000000+00:00',
      updated_at: new Date(updatedAt).toISOString().replace('Z', '000+00:00'),
      agent_name: null,
      metadata: { goal_state: { goal: 'Ship it' }, weight: 0.5 },
    },
  };
}

export async function messagesOf(
  store: SessionStore,
  key: SessionKey,
  from?: number,
): Promise<MessageRecord[]> {
  const all: MessageRecord[] = [];
  for await (const batch of store.messages(key, from)) all.push(...batch);
  return all;
}

/** Half a surrogate pair cannot be kept where a text is UTF-8. */
const wellFormed = (messages: MessageRecord[]): MessageRecord[] =>
  mapTexts(messages, (text) => text.replace(/\p{Surrogate}/gu, '\ufffd'));

const contents = async (store: SessionStore, key: SessionKey): Promise<string[]> =>
  (await messagesOf(store, key)).map(({ content }) => content);

/** What every store promises. `subject` is set up by the caller before the suite's own `beforeAll`. */
export function testSessionStore(name: string, subject: () => StoreUnderTest): void {
  describe(`${name} as a session store`, () => {
    let store: SessionStore;
    let counter = 0;
    /** Each test has sessions and a project of its own: the store is shared, as in life. */
    const newKey = (source = 'claude-code'): SessionKey => ({ source, id: `session-${++counter}` });
    const newProject = (): string => `p${String(++counter).padStart(7, '0')}`;
    beforeAll(async () => {
      store = await subject().open();
    }, 60_000);
    afterAll(() => store.close());

    const stored = async (key: SessionKey) => {
      const found = await store.get(key);
      if (found === undefined) throw new Error(`not stored: ${key.id}`);
      return found;
    };

    describe('one session', () => {
      test('what is not there', async () => {
        const key = newKey();
        expect(await store.get(key)).toBeUndefined();
        expect(await messagesOf(store, key)).toEqual([]);
        expect(await store.delete(key)).toBe(false);
        await expect(store.write(key, { messages: [user('a')] })).rejects.toMatchObject({
          code: 'session-not-found',
        });
        await expect(store.write(key, { head: head() }, 'any')).rejects.toMatchObject({
          code: 'session-changed',
        });
        expect(await store.get(key)).toBeUndefined();
      });

      test.each(['claude-code', 'praisonai'])('head and messages come back, of %s', async (source) => {
        const key = newKey(source);
        const given = head({ title: 'Plan', directory: '/home/a/shop', branch: 'main', parentId: 'p-1' });
        given.document['unknown_field'] = { kept: [1, 2.5, null, true] };
        const version = await store.write(key, { head: given, messages: [user('a'), user('b')] }, null);
        const found = await stored(key);
        expect(found).toMatchObject({
          key,
          version,
          project: given.project,
          messageCount: 2,
          activeAt: START,
        });
        expect(found.description).toMatchObject(given.description);
        expect(found.document).toMatchObject({ ...given.document, session_id: expect.anything() });
        expect(await contents(store, key)).toEqual(['a', 'b']);
      });

      test('a message keeps every field and sign', async () => {
        const text = fc.string({ unit: 'binary', maxLength: 60 });
        const message = fc.record({
          role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
          content: fc.oneof(
            text,
            fc.constantFrom('\u0000', '\ud800', "'; DROP TABLE sessions; --", 'ü🚀\u2028'),
          ),
          timestamp: fc.integer({ min: 0, max: 4_000_000_000 }),
          metadata: fc.dictionary(fc.constantFrom('a', 'event', 'x y'), fc.jsonValue({ maxDepth: 2 })),
        });
        await fc.assert(
          fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
            const key = newKey();
            const given = JSON.parse(JSON.stringify(messages)) as MessageRecord[];
            await store.write(key, { head: head(), messages: given }, null);
            expect(wellFormed(await messagesOf(store, key))).toEqual(wellFormed(given));
            await store.delete(key);
          }),
          { numRuns: 25 },
        );
      }, 60_000);

      test('messages alone leave the head, a head alone leaves the messages', async () => {
        const key = newKey();
        await store.write(key, { head: head({ title: 'One' }), messages: [user('a')] }, null);
        await store.write(key, { messages: [user('b')] });
        expect((await stored(key)).description.title).toBe('One');
        await store.write(key, { head: head({ title: 'Two' }) });
        expect(await stored(key)).toMatchObject({ description: { title: 'Two' }, messageCount: 2 });
        expect(await contents(store, key)).toEqual(['a', 'b']);
      });

      test('keep takes back what follows', async () => {
        const key = newKey();
        await store.write(key, { head: head(), messages: ['a', 'b', 'c'].map(user) }, null);
        await store.write(key, { keep: 1, messages: [user('d')] });
        expect(await contents(store, key)).toEqual(['a', 'd']);
        await store.write(key, { keep: 9 });
        expect(await contents(store, key)).toEqual(['a', 'd']);
        await store.write(key, { keep: 0 });
        expect(await stored(key)).toMatchObject({ messageCount: 0 });
        expect(await contents(store, key)).toEqual([]);
      });

      test('thousands of messages come in batches, from any place', async () => {
        const key = newKey();
        const texts = Array.from({ length: 2_500 }, (_, index) => `message ${index}`);
        await store.write(key, { head: head(), messages: texts.map(user) }, null);
        const sizes: number[] = [];
        for await (const batch of store.messages(key)) sizes.push(batch.length);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_500);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
        expect((await messagesOf(store, key, 2_498)).map(({ content }) => content)).toEqual(
          texts.slice(2_498),
        );
        expect(await messagesOf(store, key, 2_500)).toEqual([]);
      }, 30_000);

      test('deleted with its messages', async () => {
        const key = newKey();
        await store.write(key, { head: head(), messages: [user('a')] }, null);
        expect(await store.delete(key)).toBe(true);
        expect(await store.delete(key)).toBe(false);
        await store.write(key, { head: head(), messages: [user('new')] }, null);
        expect(await contents(store, key)).toEqual(['new']);
      });

      test('the same id of two agents is two sessions', async () => {
        const [one, other] = [newKey('codex'), { source: 'claude-code', id: `session-${counter}` }];
        await store.write(one, { head: head(), messages: [user('a')] }, null);
        await store.write(other, { head: head(), messages: [user('b')] }, null);
        await store.delete(one);
        expect(await contents(store, other)).toEqual(['b']);
      });

      test.each(['../../etc/passwd', 'a/b', 'it\'s %_ "quoted"', 'ü🚀', 'con', 'x'.repeat(150)])(
        'an id is data: %s',
        async (id) => {
          const key = { source: 'codex', id: `${id}${++counter}` };
          await store.write(key, { head: head(), messages: [user('a')] }, null);
          expect((await stored(key)).key).toEqual(key);
          expect((await store.withPrefix(key.id, 2)).map((found) => found.key)).toEqual([key]);
          expect(await store.delete(key)).toBe(true);
        },
      );
    });

    describe('several writers', () => {
      test('what a version, or none, was expected to be decides', async () => {
        const key = newKey();
        const first = await store.write(key, { head: head({ title: 'One' }) }, null);
        await expect(store.write(key, { head: head() }, null)).rejects.toMatchObject({
          code: expect.stringMatching(/^session-(?:exists|changed)$/),
        });
        const second = await store.write(key, { head: head({ title: 'Two' }) }, first);
        expect(second).not.toBe(first);
        await expect(
          store.write(key, { head: head({ title: 'Lost' }), messages: [user('x')] }, first),
        ).rejects.toMatchObject({ code: 'session-changed' });
        expect(await stored(key)).toMatchObject({
          version: second,
          messageCount: 0,
          description: { title: 'Two' },
        });
        await store.write(key, { messages: [user('a')] });
        await expect(store.write(key, { keep: 0 }, second)).rejects.toMatchObject({
          code: 'session-changed',
        });
      });

      test('two connections add to one session: no message is lost, each keeps its order', async () => {
        const key = newKey();
        await store.write(key, { head: head() }, null);
        const other = await subject().open();
        const add = async (through: SessionStore, label: string) => {
          for (let index = 0; index < 20; index++)
            await through.write(key, { messages: [user(`${label} ${index}`)] });
        };
        await Promise.all([add(store, 'a'), add(other, 'b'), add(other, 'c')]);
        await other.close();
        const all = await contents(store, key);
        expect(all).toHaveLength(60);
        for (const label of ['a', 'b', 'c'])
          expect(all.filter((text) => text.startsWith(label))).toEqual(
            Array.from({ length: 20 }, (_, index) => `${label} ${index}`),
          );
        expect((await stored(key)).messageCount).toBe(60);
      }, 60_000);

      test('changes of a head that are tried again lose nothing', async () => {
        const key = newKey();
        await store.write(key, { head: head({ totalTokens: 0 }) }, null);
        const other = await subject().open();
        const addOne = async (through: SessionStore): Promise<void> => {
          const found = await through.get(key);
          if (found === undefined) throw new Error('not stored');
          const { version, description, document, project } = found;
          const totalTokens = (description.totalTokens ?? 0) + 1;
          try {
            await through.write(
              key,
              { head: { project, document, description: { ...description, totalTokens } } },
              version,
            );
          } catch (error) {
            if ((error as { code?: string }).code !== 'session-changed') throw error;
            await addOne(through);
          }
        };
        await Promise.all(Array.from({ length: 10 }, (_, index) => addOne(index % 2 === 0 ? store : other)));
        await other.close();
        expect((await stored(key)).description.totalTokens).toBe(10);
      }, 60_000);
    });

    describe('listings', () => {
      const place = async (project: string, count: number, at: (index: number) => number) => {
        const keys: SessionKey[] = [];
        for (let index = 0; index < count; index++) {
          const key = newKey();
          keys.push(key);
          await store.write(
            key,
            { head: head({ updatedAt: at(index), title: `T${index}` }, project), messages: [user('q')] },
            null,
          );
        }
        return keys;
      };
      const pages = async (query: ListQuery) => {
        const ids: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.list(after === undefined ? query : { ...query, after });
          expect(page.sessions.length).toBeLessThanOrEqual(query.limit);
          ids.push(...page.sessions.map(({ key }) => key.id));
          after = page.next;
        } while (after !== undefined);
        return ids;
      };

      test('latest activity first, page by page, each session once, also among equals', async () => {
        const project = newProject();
        const keys = await place(project, 7, (index) => START + Math.floor(index / 3) * 1000);
        const expected = [6, 3, 4, 5, 0, 1, 2].map((index) => keys[index]?.id);
        for (const limit of [1, 3, 7, 50])
          expect(await pages({ projects: [project], limit })).toEqual(expected);
        const [first] = (await store.list({ projects: [project], limit: 1 })).sessions;
        expect(first).toMatchObject({
          messageCount: 1,
          project,
          description: { title: 'T6' },
          activeAt: START + 2000,
        });
        expect(first).not.toHaveProperty('document');
      });

      test('a session that becomes the newest between two pages does not repeat another one', async () => {
        const project = newProject();
        const keys = await place(project, 4, (index) => START + index * 1000);
        const { next = '' } = await store.list({ projects: [project], limit: 2 });
        await store.write(keys[0] as SessionKey, { head: head({ updatedAt: START + 9000 }, project) });
        const rest = await store.list({ projects: [project], limit: 5, after: next });
        expect(rest.sessions.map(({ key }) => key.id)).toEqual([keys[1]?.id]);
      });

      test('by project, by source, without children', async () => {
        const [project, other] = [newProject(), newProject()];
        const [plain] = await place(project, 1, () => START);
        const codex = newKey('codex');
        await store.write(codex, { head: head({ parentId: 'p-1' }, project) }, null);
        const [elsewhere] = await place(other, 1, () => START + 5000);
        const ids = async (query: Omit<ListQuery, 'limit'>) =>
          (await store.list({ limit: 10, ...query })).sessions.map(({ key }) => key.id);
        expect(await ids({ projects: [project, other] })).toEqual([elsewhere?.id, plain?.id, codex.id]);
        expect(await ids({ projects: [project], source: 'codex' })).toEqual([codex.id]);
        expect(await ids({ projects: [project], rootsOnly: true })).toEqual([plain?.id]);
        expect(await ids({ projects: [] })).toEqual([]);
        expect(await ids({ projects: ['none'] })).toEqual([]);
        expect((await ids({})).slice(0, 1)).toHaveLength(1);
      });

      test('after a write the session stands where its activity puts it', async () => {
        const project = newProject();
        const keys = await place(project, 2, (index) => START + index * 1000);
        await store.write(keys[0] as SessionKey, {
          head: head({ updatedAt: START + 5000 }, project),
          messages: [user('r')],
        });
        expect(await pages({ projects: [project], limit: 5 })).toEqual([keys[0]?.id, keys[1]?.id]);
      });

      test('a prefix: no wildcards, case counts, by id, at most so many', async () => {
        const source = 'pi';
        const mark = `mark${++counter}`;
        for (const id of ['_x', '%x', 'Ax', 'ax', 'ay'])
          await store
            .write({ source, id: `${mark}${id}` }, { head: head() }, null)
            .catch((error: unknown) => {
              // `%x` and `_x` are one file.
              if (!subject().sharesFileNames) throw error;
            });
        const ids = async (prefix: string, limit = 10, of?: string) =>
          (await store.withPrefix(`${mark}${prefix}`, limit, of)).map(({ key }) => key.id.slice(mark.length));
        expect(await ids('a')).toEqual(['ax', 'ay']);
        expect(await ids('a', 1)).toEqual(['ax']);
        expect(await ids('A')).toEqual(['Ax']);
        expect(await ids('_')).toEqual(['_x']);
        expect(await ids('a', 10, 'codex')).toEqual([]);
        expect(await ids('a', 10, 'pi')).toEqual(['ax', 'ay']);
        expect(await store.withPrefix('', 5)).toEqual([]);
      });
    });

    describe('search', () => {
      const find = async (project: string, ...words: string[]) =>
        (await store.search?.(words, { projects: [project], limit: 10 }))?.sessions.map(({ key }) => key.id);

      test('words of the title and of the requests, their beginnings, in any case', async (context) => {
        if (store.search === undefined) return context.skip('this store cannot search');
        const project = newProject();
        const [one, two] = [newKey(), newKey()];
        const assistant: MessageRecord = { role: 'assistant', content: 'zebra', metadata: {} };
        await store.write(
          one,
          {
            head: head({ title: 'Über den Parser', updatedAt: START + 1 }, project),
            messages: [user('fix the timeout'), assistant],
          },
          null,
        );
        await store.write(
          two,
          { head: head({ title: 'Docs' }, project), messages: [user('the PARSER manual')] },
          null,
        );
        expect(await find(project, 'parser')).toEqual([one.id, two.id]);
        expect(await find(project, 'pars', 'TIME')).toEqual([one.id]);
        expect(await find(project, 'über')).toEqual([one.id]);
        expect(await find(project, 'zebra')).toEqual([]);
        expect(await find(project, "o'neil", '"', '%', '*', ':')).toEqual([]);
        expect(await find(newProject(), 'parser')).toEqual([]);
        return undefined;
      });

      test('follows what is written, taken back and deleted', async (context) => {
        if (store.search === undefined) return context.skip('this store cannot search');
        const project = newProject();
        const key = newKey();
        await store.write(key, { head: head({ title: 'Alpha' }, project), messages: [user('beta')] }, null);
        await store.write(key, { messages: [user('gamma')] });
        expect(await find(project, 'gamma', 'beta')).toEqual([key.id]);
        await store.write(key, { keep: 1, head: head({ title: 'Delta' }, project) });
        expect(await find(project, 'gamma')).toEqual([]);
        expect(await find(project, 'alpha')).toEqual([]);
        expect(await find(project, 'delta', 'beta')).toEqual([key.id]);
        await store.delete(key);
        expect(await find(project, 'delta')).toEqual([]);
        return undefined;
      });
    });

    test('closing twice is no error', async () => {
      const other = await subject().open();
      await other.close();
      await other.close();
    });
  });
}

import { describe, expect, test } from 'vitest';
import type { ListQuery, SessionKey } from '../session-store.ts';
import type { ContractContext } from './contract-context.ts';
import { head, START, user } from './contract-data.ts';

export function testListings(suite: ContractContext): void {
  const { newKey, newProject, next, subject } = suite;
  describe('listings', () => {
    const place = async (project: string, count: number, at: (index: number) => number) => {
      const keys: SessionKey[] = [];
      for (let index = 0; index < count; index++) {
        const key = newKey();
        keys.push(key);
        await suite.store.write(
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
        const page = await suite.store.list(after === undefined ? query : { ...query, after });
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
      const [first] = (await suite.store.list({ projects: [project], limit: 1 })).sessions;
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
      const { next = '' } = await suite.store.list({ projects: [project], limit: 2 });
      await suite.store.write(keys[0] as SessionKey, { head: head({ updatedAt: START + 9000 }, project) });
      const rest = await suite.store.list({ projects: [project], limit: 5, after: next });
      expect(rest.sessions.map(({ key }) => key.id)).toEqual([keys[1]?.id]);
    });

    test('by project, by source, without children', async () => {
      const [project, other] = [newProject(), newProject()];
      const [plain] = await place(project, 1, () => START);
      const codex = newKey('codex');
      await suite.store.write(codex, { head: head({ parentId: 'p-1' }, project) }, null);
      const [elsewhere] = await place(other, 1, () => START + 5000);
      const ids = async (query: Omit<ListQuery, 'limit'>) =>
        (await suite.store.list({ limit: 10, ...query })).sessions.map(({ key }) => key.id);
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
      await suite.store.write(keys[0] as SessionKey, {
        head: head({ updatedAt: START + 5000 }, project),
        messages: [user('r')],
      });
      expect(await pages({ projects: [project], limit: 5 })).toEqual([keys[0]?.id, keys[1]?.id]);
    });

    test('a prefix: no wildcards, case counts, by id, at most so many', async () => {
      const source = 'pi';
      const mark = `mark${next()}`;
      for (const id of ['_x', '%x', 'Ax', 'ax', 'ay'])
        await suite.store
          .write({ source, id: `${mark}${id}` }, { head: head() }, null)
          .catch((error: unknown) => {
            // `%x` and `_x` are one file.
            if (!subject().sharesFileNames) throw error;
          });
      const ids = async (prefix: string, limit = 10, of?: string) =>
        (await suite.store.withPrefix(`${mark}${prefix}`, limit, of)).map(({ key }) =>
          key.id.slice(mark.length),
        );
      expect(await ids('a')).toEqual(['ax', 'ay']);
      expect(await ids('a', 1)).toEqual(['ax']);
      expect(await ids('A')).toEqual(['Ax']);
      expect(await ids('_')).toEqual(['_x']);
      expect(await ids('a', 10, 'codex')).toEqual([]);
      expect(await ids('a', 10, 'pi')).toEqual(['ax', 'ay']);
      expect(await suite.store.withPrefix('', 5)).toEqual([]);
    });
  });
}

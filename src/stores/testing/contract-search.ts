import { describe, expect, test } from 'vitest';
import type { MessageRecord } from '../../model/session-record.ts';
import type { ContractContext } from './contract-context.ts';
import { head, START, user } from './contract-data.ts';

export function testSearch(suite: ContractContext): void {
  const { newKey, newProject } = suite;
  describe('search', () => {
    const find = async (project: string, ...words: string[]) =>
      (await suite.store.search?.(words, { projects: [project], limit: 10 }))?.sessions.map(
        ({ key }) => key.id,
      );

    test('words of the title and of the requests, their beginnings, in any case', async (context) => {
      if (suite.store.search === undefined) return context.skip('this store cannot search');
      const project = newProject();
      const [one, two] = [newKey(), newKey()];
      const assistant: MessageRecord = { role: 'assistant', content: 'zebra', metadata: {} };
      await suite.store.write(
        one,
        {
          head: head({ title: 'Über den Parser', updatedAt: START + 1 }, project),
          messages: [user('fix the timeout'), assistant],
        },
        null,
      );
      await suite.store.write(
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
      if (suite.store.search === undefined) return context.skip('this store cannot search');
      const project = newProject();
      const key = newKey();
      await suite.store.write(
        key,
        { head: head({ title: 'Alpha' }, project), messages: [user('beta')] },
        null,
      );
      await suite.store.write(key, { messages: [user('gamma')] });
      expect(await find(project, 'gamma', 'beta')).toEqual([key.id]);
      await suite.store.write(key, { keep: 1, head: head({ title: 'Delta' }, project) });
      expect(await find(project, 'gamma')).toEqual([]);
      expect(await find(project, 'alpha')).toEqual([]);
      expect(await find(project, 'delta', 'beta')).toEqual([key.id]);
      await suite.store.delete(key);
      expect(await find(project, 'delta')).toEqual([]);
      return undefined;
    });
  });
}

import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDatabases } from '../../test/build-databases.ts';
import type { Environment } from '../sources/source.ts';
import { SessionCatalog } from './catalog.ts';
import { foldText } from './match-context.ts';
import { type SearchStep, searchSessions, searchWords, worthReading } from './search.ts';
import { needlesOf } from './search-bytes.ts';

const FIXTURES = resolve(import.meta.dirname, '../../test/fixtures/sources');
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-search-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environmentOf = (directory: string): Environment => ({
  home: directory,
  variables: {},
  platform: 'linux',
  directory,
});

/** Every word of every text of every session under a home must pass the test of its session's bytes. */
async function expectNoWordRuledOut(directory: string): Promise<number> {
  const catalog = new SessionCatalog(environmentOf(directory));
  let words = 0;
  for (const entry of catalog.entries()) {
    const row = { entry, description: {}, activeAt: 0 };
    const said = new Set<string>();
    const reader = await catalog.readerOf(entry);
    reader.read(entry, (event) => {
      if (event.kind !== 'request' && event.kind !== 'assistant-text') return;
      for (const word of foldText(event.text).split(/\s+/)) if (word !== '') said.add(word);
    });
    const sample = [...said].filter((_word, index) => index % Math.ceil(said.size / 60) === 0);
    for (const word of sample) {
      words += 1;
      if (!worthReading(row, needlesOf([word])))
        expect.fail(`${word} is in ${entry.location}, but not among its bytes`);
    }
  }
  return words;
}

describe('the test of the bytes', () => {
  const cases = readdirSync(FIXTURES).flatMap((source) =>
    readdirSync(join(FIXTURES, source)).map((name) => `${source}/${name}`),
  );
  it.each(cases)('rules out no word of %s', async (name) => {
    cpSync(join(FIXTURES, name, 'home'), home, { recursive: true });
    buildDatabases(home);
    await expectNoWordRuledOut(home);
  });

  it.skipIf(!existsSync(CORPUS))(
    'rules out no word of a recorded session (needs the shared corpus)',
    async () => {
      const captured = readdirSync(join(CORPUS, 'captured')).map((name) => join(CORPUS, 'captured', name));
      const homes = [...captured, join(CORPUS, 'real'), join(CORPUS, 'praisonai/home')];
      let words = 0;
      for (const directory of homes) words += await expectNoWordRuledOut(directory);
      expect(words).toBeGreaterThan(1000);
    },
  );
});

describe('a search', () => {
  const search = async (query: string, signal?: AbortSignal) => {
    const hits: SearchStep[] = [];
    const catalog = new SessionCatalog(environmentOf(home));
    const options = signal === undefined ? {} : { signal };
    for await (const step of searchSessions(catalog, searchWords(query), {}, options))
      if (step.match) hits.push(step);
    return hits;
  };
  const example = resolve(import.meta.dirname, '../../examples/home');
  beforeEach(() => cpSync(example, home, { recursive: true }));

  it('finds sessions in which all words are said, whatever the case and by whom', async () => {
    const [hit, ...more] = await search('SHEETS dashboard');
    expect(more).toEqual([]);
    expect(hit?.row.entry.id).toBe('5d0f3c1e-6f6b-4c1a-9d55-2b7a1f0c9e42');
    expect(hit?.match?.role).toBe('user');
    expect(hit?.match?.text).toBe(
      'and keep the column order of the dashboard, people paste it into their old sheets',
    );
    // Both are said, in different messages.
    expect(await search('harvest sheets')).toHaveLength(1);
    expect(await search('harvest quuxification')).toEqual([]);
    // Only tools said it.
    expect(await search('File created successfully')).toEqual([]);
  });

  it('stops when it is told to', async () => {
    await expect(search('greenhouse', AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });

  it.each(['', ' \t'])('refuses nothing as a query: %j', (query) => {
    expect(() => searchWords(query)).toThrow('There is nothing to search for.');
  });
});

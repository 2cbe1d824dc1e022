import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDatabases } from '../../../test/build-databases.ts';
import { openWritable } from '../../../test/writable-database.ts';
import type { SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import type { Environment } from '../source.ts';
import { openCode } from './index.ts';
import { openCodeExport, openCodeReader } from './session-reader.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures');
const EXPORTS = resolve(import.meta.dirname, '../../../../shared/corpus/real/opencode-exports');
const CAPTURED = resolve(import.meta.dirname, '../../../../shared/corpus/captured/opencode-1.18.33');

let home: string;
let environment: Environment;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-opencode-'));
  environment = { home, variables: {}, platform: 'linux', directory: home };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const data = () => join(home, '.local/share/opencode');

function fixture(name: string): void {
  cpSync(join(FIXTURES, 'sources/opencode', name, 'home'), home, { recursive: true });
  buildDatabases(home);
}

function read(entry: SessionEntry) {
  const events: SessionEvent[] = [];
  const report = openCodeReader.read(entry, (event) => events.push(event));
  return { events, report };
}

const ids = () => [...openCode.list(environment)].map((entry) => entry.id);

/** How the events say that the run ended. */
function endingOf(events: SessionEvent[]): SessionEnding {
  const answered = new Set(events.flatMap((event) => (event.kind === 'tool-result' ? [event.callId] : [])));
  for (const event of events.toReversed()) {
    if (event.kind === 'turn-end') return 'finished';
    if (event.kind === 'limit') return event.limit === 'error' ? 'error' : `${event.limit}-limit`;
    if (event.kind === 'tool-call' && event.by !== 'human' && !answered.has(event.callId)) {
      return event.action.type === 'ask' ? 'waiting' : 'interrupted';
    }
    if (event.kind === 'interruption' || event.kind === 'request') return 'interrupted';
  }
  return 'unknown';
}

describe('what describes a session from its tail', () => {
  for (const name of readdirSync(join(FIXTURES, 'sources/opencode'))) {
    it(`agrees with all of it: ${name}`, () => {
      fixture(name);
      const variables = JSON.parse(
        readFileSync(join(FIXTURES, 'sources/opencode', name, 'case.json'), 'utf8'),
      ).variables as Record<string, string> | undefined;
      const path = variables?.['OPENCODE_DB']?.replace('{home}', home);
      const here = path ? { ...environment, variables: { OPENCODE_DB: path } } : environment;
      for (const entry of openCode.list(here)) {
        const { ending, updatedAt = 0 } = openCodeReader.describe(entry);
        expect(ending).toBe(endingOf(read(entry).events));
        expect(updatedAt).toBeLessThanOrEqual(entry.modifiedAt);
      }
    });
  }
});

it('lists a session that was moved into the database once, and those that were not', () => {
  fixture('1.1-tree');
  mkdirSync(join(data(), 'project/x/storage/session/info'), { recursive: true });
  for (const id of ['ses_tree', 'ses_older']) {
    writeFileSync(
      join(data(), 'project/x/storage/session/info', `${id}.json`),
      JSON.stringify({ id, title: 'T' }),
    );
  }
  const database = openWritable(join(data(), 'opencode.db'));
  database.exec(readFileSync(join(FIXTURES, 'schemas/opencode-1.18.sql'), 'utf8'));
  const insert = (id: string, at: number) =>
    database.exec(
      `INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated)
       VALUES('${id}', 'p', 's', '/x', 'Moved', '1.18.33', ${at}, ${at})`,
    );
  insert('ses_tree', 1_790_000_500_000);
  expect(ids()).toEqual(['ses_tree', 'ses_sub', 'ses_older']);
  const [moved] = openCode.list(environment);
  expect(moved).toMatchObject({ location: join(data(), 'opencode.db'), modifiedAt: 1_790_000_500_000 });
  // One that appears while we run is in the next listing.
  insert('ses_new', 1_790_000_600_000);
  expect(ids()).toEqual(['ses_tree', 'ses_new', 'ses_sub', 'ses_older']);
  database.close();
});

it('reads an export as the session that it is of', () => {
  fixture('1.1-tree');
  const storage = join(data(), 'storage');
  const json = (path: string) => JSON.parse(readFileSync(join(storage, path), 'utf8'));
  const messages = readdirSync(join(storage, 'message/ses_tree')).map((name) => ({
    info: json(`message/ses_tree/${name}`),
    parts: readdirSync(join(storage, 'part', name.slice(0, -5)))
      .filter((part) => part !== 'prt_09.json')
      .map((part) => json(`part/${name.slice(0, -5)}/${part}`)),
  }));
  const document = JSON.stringify({ info: json('session/p1/ses_tree.json'), messages }, null, 2);
  const path = join(home, 'anything.jsonl');
  writeFileSync(path, `${document}\n`);
  const entry = openCodeExport(path);
  expect(entry).toMatchObject({
    source: 'opencode',
    id: 'ses_tree',
    location: path,
    sizeBytes: document.length + 1,
  });
  const tree = [...openCode.list(environment)].find((candidate) => candidate.id === 'ses_tree');
  const fromTree = read(tree as SessionEntry).events.filter((event) => event.kind !== 'plan' || event.at);
  expect(read(entry as SessionEntry)).toEqual({
    events: fromTree,
    report: { records: 12, unknown: 0, broken: 0, warnings: [] },
  });
  expect(openCodeReader.describe(entry as SessionEntry)).toMatchObject({
    title: 'Sort the list',
    ending: 'interrupted',
  });

  writeFileSync(path, document.slice(0, document.indexOf('And test it')));
  const torn = read(openCodeExport(path) as SessionEntry);
  expect(torn.events.at(-1)).toEqual({ kind: 'title', title: 'Sort the list' });
  expect(torn.events.map((event) => event.kind)).toContain('turn-end');
  expect(torn.report.warnings).toEqual(['The end of the export is torn; everything before it was read.']);
  writeFileSync(path, '{"name": "package.json"}');
  expect(openCodeExport(path)).toBeUndefined();
});

it('says why a session cannot be read', () => {
  fixture('override');
  const [entry] = openCode.list({
    ...environment,
    variables: { OPENCODE_DB: join(home, 'elsewhere/mine.sqlite.db') },
  });
  const gone = { ...(entry as SessionEntry), id: 'ses_gone' };
  expect(read(gone).report.warnings).toEqual([`The session is not in ${gone.location} any more.`]);
  expect(openCodeReader.describe(gone)).toEqual({});
  const moved = { ...gone, location: join(home, 'nowhere.db') };
  expect(read(moved).report.warnings.join()).toMatch(/cannot be opened: ENOENT/);
});

it('says so when a session is kept by an engine that it does not read', () => {
  mkdirSync(data(), { recursive: true });
  const database = openWritable(join(data(), 'opencode.db'));
  database.exec(readFileSync(join(FIXTURES, 'schemas/opencode-1.18.sql'), 'utf8'));
  database.exec(`INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated)
    VALUES('ses_new', 'p', 's', '/x', 'New', '2.0.0', 1790000000000, 1790000000000);
    CREATE TABLE session_message (id, session_id, type, seq, data);
    INSERT INTO session_message VALUES('m', 'ses_new', 'user', 1, '{}')`);
  database.close();
  const [entry] = openCode.list(environment);
  expect(openCodeReader.describe(entry as SessionEntry)).toMatchObject({ title: 'New', ending: 'unknown' });
  expect(read(entry as SessionEntry).report.warnings).toEqual([
    'Messages in the table session_message are not read yet: 1.',
  ]);
});

it('survives a database that is none of ours', () => {
  mkdirSync(data(), { recursive: true });
  const database = openWritable(join(data(), 'opencode.db'));
  database.exec('CREATE TABLE session (id, time_updated); INSERT INTO session VALUES(1, 2), (NULL, NULL)');
  database.exec(
    "CREATE TABLE message (id, session_id, time_created, data); INSERT INTO session VALUES('a', 9e99)",
  );
  database.exec(
    `INSERT INTO message VALUES('m', 'a', 9007199254740993, x'00ff'), ('n', 'a', NULL, '{"role":"user","__proto__":{"x":1}}')`,
  );
  database.close();
  writeFileSync(join(data(), 'opencode-broken.db'), 'SQLite format 3\0 and then nothing');
  const entries = [...openCode.list(environment)];
  expect(entries.map((entry) => entry.id)).toEqual(['a']);
  for (const entry of entries) {
    expect(() => openCodeReader.describe(entry)).not.toThrow();
    expect(read(entry).report.warnings.join()).toMatch(/cannot be read: no such table: part/);
  }
});

it('never throws because of what a store holds', () => {
  const path = join(home, 'fuzz.json');
  const odd = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1, valueOf: null }), fc.constant('__proto__'));
  const types = ['text', 'tool', 'patch', 'retry', 'subtask', 'compaction', 'step-start', 'file', 'x'];
  const tools = [
    'bash',
    'edit',
    'apply_patch',
    'todowrite',
    'question',
    'task',
    'read',
    'constructor',
    'plan_exit',
  ];
  const state = fc.record(
    {
      status: fc.constantFrom('completed', 'error', 'running'),
      input: fc.oneof(
        odd,
        fc.dictionary(fc.constantFrom('filePath', 'todos', 'questions', 'patchText'), odd),
      ),
      output: odd,
      error: odd,
      metadata: odd,
      time: odd,
    },
    { requiredKeys: [] },
  );
  const part = fc.record(
    {
      type: fc.oneof(fc.constantFrom(...types), odd),
      text: odd,
      tool: fc.constantFrom(...tools),
      callID: odd,
      state,
      files: odd,
      error: odd,
    },
    { requiredKeys: ['type'] },
  );
  const info = fc.record(
    {
      role: fc.constantFrom('user', 'assistant', 'x'),
      id: odd,
      time: odd,
      path: odd,
      error: odd,
      finish: odd,
      summary: odd,
      model: odd,
    },
    { requiredKeys: ['role'] },
  );
  const messages = fc.array(
    fc.record({
      info: fc.oneof({ weight: 9, arbitrary: info }, { weight: 1, arbitrary: odd }),
      parts: fc.array(part),
    }),
  );
  fc.assert(
    fc.property(messages, odd, (list, revert) => {
      writeFileSync(
        path,
        JSON.stringify({ info: { id: 'ses_fuzz', time: revert, revert, title: revert }, messages: list }),
      );
      const entry = openCodeExport(path) as SessionEntry;
      openCodeReader.describe(entry);
      const calls = new Set<string>();
      for (const event of read(entry).events) {
        if (event.kind === 'tool-call') calls.add(event.callId);
        if (event.kind === 'tool-result') expect(calls).toContain(event.callId);
        if (event.kind === 'request') expect(event.text).not.toBe('');
      }
    }),
    { numRuns: 100 },
  );
});

describe.skipIf(!existsSync(EXPORTS))('real exports (skipped where the corpus is absent)', () => {
  for (const [name, requests, ending] of [
    ['nimbus__10-7e846f866c-5.export.json', 14, 'finished'],
    ['nimbus__5c-64e86a2232-0.export.json', 5, 'interrupted'],
  ] as const) {
    it(name, () => {
      const entry = openCodeExport(join(EXPORTS, name)) as SessionEntry;
      const { events, report } = read(entry);
      expect(report).toMatchObject({ unknown: 0, broken: 0, warnings: [] });
      expect(events.filter((event) => event.kind === 'request')).toHaveLength(requests);
      expect(openCodeReader.describe(entry).ending).toBe(ending);
      expect(endingOf(events)).toBe(ending);
    });
  }
});

it.skipIf(!existsSync(CAPTURED))('a captured store (skipped where the corpus is absent)', () => {
  const entries = [...openCode.list({ ...environment, home: CAPTURED })];
  expect(entries.filter((entry) => !openCodeReader.describe(entry).subAgent)).toHaveLength(2);
  for (const entry of entries) {
    const { events, report } = read(entry);
    expect(report).toMatchObject({ unknown: 0, broken: 0, warnings: [] });
    expect(openCodeReader.describe(entry).ending).toBe(endingOf(events));
    for (const event of events) if (event.kind === 'request') expect(event.text).not.toMatch(/^"|synthetic/);
  }
});

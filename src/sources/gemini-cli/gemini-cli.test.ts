import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionEvent } from '../../model/session-event.ts';
import type { Environment } from '../source.ts';
import { geminiCli } from './index.ts';
import { endingOf } from './session-ending.ts';
import { geminiCliReader } from './session-reader.ts';

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-gemini-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (more: Partial<Environment> = {}): Environment => ({
  home,
  variables: {},
  platform: 'linux',
  directory: home,
  ...more,
});

function put(path: string, content: string): string {
  const full = join(home, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

const lines = (...records: unknown[]) => `${records.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
const chat = (name: string, ...records: unknown[]) =>
  put(`.gemini/tmp/shop/chats/${name}`, lines(...records));
const header = { sessionId: 'abcdef01-x', projectHash: 'x', startTime: '2026-01-01T00:00:00Z', kind: 'main' };
const said = (id: string, type: string, content: unknown, more = {}) => ({
  id,
  timestamp: '2026-01-01T00:00:00Z',
  type,
  content,
  ...more,
});

function events(more: Partial<Environment> = {}): SessionEvent[] {
  const [entry] = [...geminiCli.list(environment(more))];
  const found: SessionEvent[] = [];
  if (entry) geminiCliReader.read(entry, (event) => found.push(event));
  return found;
}
const requests = () => events().flatMap((event) => (event.kind === 'request' ? [event.text] : []));

it('keeps the request and the edits of a cancelled turn that the next prompt rewrites away', () => {
  const edit = {
    id: 'c1',
    name: 'replace',
    args: { file_path: 'a.js' },
    status: 'success',
    result: 'done',
    resultDisplay: 'done',
  };
  const first = [said('u1', 'user', [{ text: 'one' }]), said('g1', 'gemini', 'done')];
  chat(
    'session-2026-01-01T00-00-abcdef01.jsonl',
    header,
    ...first,
    said('u2', 'user', [{ text: 'two' }]),
    said('g2', 'gemini', 'editing', { toolCalls: [edit] }),
    said('i1', 'info', 'Request cancelled.'),
    { $set: { messages: first } },
    said('u3', 'user', [{ text: 'three' }]),
  );
  expect(requests()).toEqual(['one', 'two', 'three']);
  expect(events()).toContainEqual(
    expect.objectContaining({ kind: 'tool-result', callId: 'c1', outcome: 'ok' }),
  );
  expect(events().filter((event) => event.kind === 'interruption')).toHaveLength(1);
});

it('takes the same words, typed again, for a request of their own', () => {
  const first = said('u1', 'user', [{ text: 'again' }]);
  const renamed = { ...first, id: 'u9' };
  chat(
    'session-2026-01-01T00-00-abcdef01.jsonl',
    header,
    first,
    { $set: { messages: [renamed] } },
    said('u2', 'user', [{ text: 'again' }]),
  );
  expect(requests()).toEqual(['again', 'again']);
});

it('rewinds to a message by the id that a compression gave it', () => {
  chat(
    'session-2026-01-01T00-00-abcdef01.jsonl',
    header,
    said('u1', 'user', [{ text: 'one' }]),
    said('u2', 'user', [{ text: 'two' }]),
    {
      $set: {
        messages: [
          said('s', 'user', [{ text: '<state_snapshot>sum</state_snapshot>' }]),
          said('k2', 'user', [{ text: 'two' }]),
        ],
      },
    },
    { $rewindTo: 'k2' },
  );
  expect(events().filter((event) => event.kind === 'rollback')).toEqual([{ kind: 'rollback', turns: 1 }]);
});

it('keeps the turns and says so when a rewind names an unknown message', () => {
  chat('session-2026-01-01T00-00-abcdef01.jsonl', header, said('u1', 'user', 'one'), { $rewindTo: 'gone' });
  const [entry] = [...geminiCli.list(environment())];
  const found: SessionEvent[] = [];
  const report = geminiCliReader.read(entry!, (event) => found.push(event));
  expect(found.some((event) => event.kind === 'rollback')).toBe(false);
  expect(report.warnings.join()).toMatch(/rewind/i);
});

it('lists by every override, without folders, links in a circle and what is no chat', () => {
  put('.gemini/tmp/a/chats/session-2026-01-01T00-00-aaaaaaaa.jsonl', lines(header));
  put('.cache/.gemini/tmp/b/chats/session-2026-01-01T00-00-bbbbbbbb.jsonl', lines(header));
  put('else/.gemini/tmp/c/chats/session-2026-01-01T00-00-cccccccc.json', '{}');
  put('.gemini/tmp/a/chats/aaaaaaaa-full/dddddddd.jsonl', lines(header));
  mkdirSync(join(home, '.gemini/tmp/a/chats/session-2026-01-01T00-00-eeeeeeee.jsonl'));
  symlinkSync('loop.jsonl', join(home, '.gemini/tmp/a/chats/session-loop.jsonl'));
  symlinkSync('session-loop.jsonl', join(home, '.gemini/tmp/a/chats/loop.jsonl'));
  const ids = (more: Partial<Environment>) => [...geminiCli.list(environment(more))].map((entry) => entry.id);
  expect(ids({})).toEqual(['aaaaaaaa']);
  expect(ids({ platform: 'darwin' })).toEqual(['aaaaaaaa', 'bbbbbbbb']);
  expect(ids({ variables: { SANDBOX: 'sandbox-exec' } })).toEqual(['bbbbbbbb', 'aaaaaaaa']);
  expect(ids({ variables: { GEMINI_CLI_HOME: join(home, 'else') } })).toEqual(['cccccccc']);
});

it('lists the older document of a resumed session only when it is the newer file', () => {
  const older = put('.gemini/tmp/a/chats/session-2026-01-01T00-00-aaaaaaaa.json', '{}');
  const newer = put('.gemini/tmp/a/chats/session-2026-01-01T00-00-aaaaaaaa.jsonl', lines(header));
  const names = () => [...geminiCli.list(environment())].map((entry) => entry.location);
  utimesSync(older, 1000, 1000);
  expect(names()).toEqual([newer]);
  utimesSync(newer, 500, 500);
  expect(names()).toEqual([older, newer]);
});

it.skipIf(process.getuid?.() === 0)('skips a folder that may not be read', () => {
  put('.gemini/tmp/a/chats/session-2026-01-01T00-00-aaaaaaaa.jsonl', lines(header));
  chmodSync(join(home, '.gemini/tmp/a'), 0);
  expect([...geminiCli.list(environment())]).toEqual([]);
  chmodSync(join(home, '.gemini/tmp/a'), 0o755);
});

it('finds the directory by the hash of a path that the text names', () => {
  const hash = createHash('sha256').update('/srv/projects/till').digest('hex');
  const document = {
    sessionId: 's',
    projectHash: hash,
    startTime: '2026-01-01T00:00:00Z',
    messages: [said('u', 'user', 'look at /srv/projects/till/src/main.c')],
  };
  put(`.gemini/tmp/${hash}/chats/session-2026-01-01T00-00-aaaaaaaa.json`, JSON.stringify(document, null, 2));
  const [entry] = [...geminiCli.list(environment())];
  expect(geminiCliReader.describe(entry!).directory).toBe('/srv/projects/till');
});

it('never reads outside of the plans and agents folders', () => {
  put('secret.md', 'the secret');
  put('.gemini/tmp/shop/plans/ok.md', 'the plan');
  const call = (id: string, name: string) => ({
    id,
    name: 'exit_plan_mode',
    args: { plan_filename: name },
    status: 'success',
    result: 'x',
    agentId: `../../../../${name}`,
  });
  chat(
    'session-2026-01-01T00-00-abcdef01.jsonl',
    header,
    said('g', 'gemini', '', { toolCalls: [call('1', '../../../../secret.md'), call('2', 'ok.md')] }),
  );
  expect(events().filter((event) => event.kind === 'plan-document')).toEqual([
    expect.objectContaining({ text: 'the plan', approved: false }),
  ]);
});

it('never throws, whatever the records hold, and describes the ending that a full read gives', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, true, -1, 1e300, '', 'x', '__proto__', '<state_snapshot>'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'id',
          'type',
          'text',
          'content',
          'functionCall',
          'functionResponse',
          'name',
          'args',
          'status',
          'result',
          'response',
          'output',
          '__proto__',
          'constructor',
        ),
        tie('any'),
        { maxKeys: 5 },
      ),
    ),
  })).any;
  const record = fc.record(
    {
      id: fc.oneof(fc.constantFrom('a', 'b'), value),
      type: fc.oneof(fc.constantFrom('user', 'gemini', 'info', 'error'), value),
      timestamp: value,
      content: value,
      displayContent: value,
      toolCalls: fc.oneof(fc.array(value), value),
      $set: value,
      $rewindTo: value,
      sessionId: value,
      messages: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), (records) => {
      chat('session-2026-01-01T00-00-abcdef01.jsonl', ...records);
      const [entry] = [...geminiCli.list(environment())];
      const found: SessionEvent[] = [];
      geminiCliReader.read(entry!, (event) => found.push(event));
      geminiCliReader.describe(entry!);
      for (const event of found) if (event.kind === 'request') expect(event.text.trim()).not.toBe('');
      put(
        '.gemini/tmp/shop/chats/session-2026-01-01T00-00-abcdef01.json',
        JSON.stringify({ messages: records }),
      );
      for (const document of geminiCli.list(environment())) geminiCliReader.read(document, () => undefined);
    }),
    { numRuns: 300 },
  );
});

it.skipIf(!existsSync(CORPUS))('reads every chat of the corpus whole (needs the shared folder)', () => {
  for (const store of ['captured/gemini-cli-0.61.0', 'real'])
    for (const entry of geminiCli.list(environment({ home: join(CORPUS, store) }))) {
      const found: SessionEvent[] = [];
      const report = geminiCliReader.read(entry, (event) => found.push(event));
      expect(report).toMatchObject({ broken: 0, unknown: 0, warnings: [] });
      expect(found.some((event) => event.kind === 'request')).toBe(true);
      expect(geminiCliReader.describe(entry).ending).toBe(endingOf(found));
    }
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../model/session-event.ts';
import { geminiCli } from '../gemini-cli/index.ts';
import { endingOf } from '../gemini-cli/session-ending.ts';
import type { Environment } from '../source.ts';
import { qwenCode } from './index.ts';
import { qwenCodeReader } from './session-reader.ts';
import { typedText } from './typed-text.ts';

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus');
const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/sources');
const CHAT = '.qwen/projects/p/chats/aaaa-1.jsonl';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-qwen-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (more: Partial<Environment> = {}): Environment => ({
  home,
  variables: {},
  platform: 'linux',
  directory: home,
  ...more,
});

function put(path: string, ...records: unknown[]): string {
  const full = join(home, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(
    full,
    records.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n'),
  );
  return full;
}
const user = (uuid: string, parentUuid: string | null, text: string) => ({
  uuid,
  parentUuid,
  sessionId: 's',
  timestamp: '2026-01-01T00:00:00Z',
  type: 'user',
  message: { role: 'user', parts: [{ text }] },
});

function events(): SessionEvent[] {
  const found: SessionEvent[] = [];
  for (const entry of qwenCode.list(environment())) qwenCodeReader.read(entry, (event) => found.push(event));
  return found;
}
const shape = () =>
  events().flatMap((event): (string | number)[] =>
    event.kind === 'request' ? [event.text] : event.kind === 'rollback' ? [-event.turns] : [],
  );

it('follows the branch of the last record', () => {
  put(
    CHAT,
    user('1', null, 'a'),
    user('2', '1', 'b'),
    user('3', '2', 'c'),
    user('4', '1', 'd'),
    user('5', '4', 'e'),
  );
  expect(shape()).toEqual(['a', 'b', 'c', -2, 'd', 'e']);
});

it('starts over where a record has no parent', () => {
  put(CHAT, user('1', null, 'a'), user('2', '1', 'b'), user('3', null, 'c'));
  expect(shape()).toEqual(['a', 'b', -2, 'c']);
});

it('keeps what stands before a missing parent, and survives a circle of parents', () => {
  put(
    CHAT,
    user('1', '9', 'a'),
    user('2', '1', 'b'),
    user('4', '3', 'c'),
    user('5', '5', 'd'),
    user('6', '5', 'e'),
  );
  expect(shape()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('takes telemetry between the pieces of a record for no end of it', () => {
  const piece = (text: string) => ({
    ...user('2', '1', text),
    type: 'assistant',
    message: { parts: [{ text }] },
  });
  const telemetry = {
    uuid: '3',
    parentUuid: '2',
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00Z',
    type: 'system',
    subtype: 'ui_telemetry',
    systemPayload: { uiEvent: { 'event.name': 'qwen-code.api_response' } },
  };
  put(CHAT, user('1', null, 'a'), piece('hel'), telemetry, piece('lo'), user('4', '3', 'b'));
  expect(events().flatMap((event) => (event.kind === 'assistant-text' ? [event.text] : []))).toEqual([
    'hello',
  ]);
  expect(shape()).toEqual(['a', 'b']);
});

it('asks the todo file only when it is newer than the last list', () => {
  const call = {
    ...user('2', '1', ''),
    type: 'assistant',
    message: {
      parts: [
        {
          functionCall: {
            id: 'c',
            name: 'todo_write',
            args: { todos: [{ content: 'x', status: 'pending' }] },
          },
        },
      ],
    },
  };
  const done = {
    ...user('3', '2', ''),
    type: 'tool_result',
    message: { parts: [{ functionResponse: { id: 'c', name: 'todo_write', response: { output: 'ok' } } }] },
  };
  put(CHAT, user('1', null, 'a'), call, done);
  const file = put('.qwen/todos/aaaa-1.json', { todos: [{ content: 'x', status: 'completed' }] });
  const statuses = () =>
    events().flatMap((event) => (event.kind === 'plan' ? event.items.map((item) => item.status) : []));
  expect(statuses()).toEqual(['pending', 'completed']);
  utimesSync(file, 1000, 1000);
  expect(statuses()).toEqual(['pending']);
});

it('takes only a path of the working directory off a prompt', () => {
  expect(typedText('C:\\Work\\App\\a.ts\n\nfix it', 'c:\\work\\app')).toBe('fix it');
  expect(typedText('/srv/app/a b.ts\n\nfix it', '/srv/app')).toBe('fix it');
  for (const kept of ['/srv/application/a.ts\n\nfix', '/srv/app/a.ts', 'fix\n\nit', '/srv/app/a.ts\n\n  '])
    expect(typedText(kept, '/srv/app')).toBe(kept);
});

it('lists by every override', () => {
  const at = (root: string, id: string) => put(`${root}/projects/p/chats/${id}.jsonl`, user('1', null, 'a'));
  at('.qwen', 'default');
  at('runtime', 'runtime');
  at('own', 'own');
  at('set', 'set');
  put('.qwen/projects/p/chats/archive/old.jsonl', user('1', null, 'a'));
  put('.qwen/projects/p/chats/default.runtime.json', '{}');
  put('.qwen/projects/p/subagents/default/agent-x-1.jsonl', user('1', null, 'a'));
  const ids = (variables: Environment['variables']) =>
    [...qwenCode.list(environment({ variables }))].map((entry) => entry.id);
  expect(ids({})).toEqual(['default', 'old']);
  expect(ids({ QWEN_HOME: join(home, 'own') })).toEqual(['own']);
  expect(ids({ QWEN_RUNTIME_DIR: 'runtime', QWEN_HOME: '/nowhere' })).toEqual(['runtime']);
  put('own/settings.json', '{ /* x */ "advanced": { "runtimeOutputDir": "~/set" } }');
  expect(ids({ QWEN_HOME: '~/own' })).toEqual(['set', 'own']);
});

it('never throws, whatever the records hold', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, true, -1, '', 'x', 'ui_telemetry', 'todo_write', '__proto__'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'parts',
          'text',
          'functionCall',
          'functionResponse',
          'id',
          'name',
          'args',
          'response',
          'uiEvent',
          'todos',
          'snapshot',
          '__proto__',
        ),
        tie('any'),
        { maxKeys: 5 },
      ),
    ),
  })).any;
  const record = fc.record(
    {
      uuid: fc.oneof(fc.constantFrom('1', '2', '3'), value),
      parentUuid: fc.oneof(fc.constantFrom('1', '2', null), value),
      type: fc.oneof(fc.constantFrom('user', 'assistant', 'tool_result', 'system'), value),
      subtype: fc.oneof(
        fc.constantFrom(
          'ui_telemetry',
          'chat_compression',
          'goal_state',
          'rewind',
          'turn_result',
          'slash_command',
        ),
        value,
      ),
      timestamp: value,
      message: value,
      toolCallResult: value,
      systemPayload: value,
      cwd: value,
      provenance: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), (records) => {
      put(CHAT, ...records);
      for (const entry of qwenCode.list(environment())) {
        qwenCodeReader.read(entry, () => undefined);
        qwenCodeReader.describe(entry);
      }
    }),
    { numRuns: 300 },
  );
});

describe.each([geminiCli, qwenCode])('$name', (source) => {
  it.each(readdirSync(join(FIXTURES, source.name)))(
    'describes the ending that a full read of %s gives',
    (name) => {
      const folder = join(FIXTURES, source.name, name);
      const fixture = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as { id: string };
      const written = readFileSync(join(folder, 'events.jsonl'), 'utf8').trim().split('\n');
      const description = JSON.parse(readFileSync(join(folder, 'description.json'), 'utf8')) as {
        ending: string;
      };
      expect([fixture.id, description.ending]).toEqual([
        fixture.id,
        endingOf(written.map((line) => JSON.parse(line) as SessionEvent)),
      ]);
    },
  );
});

it.skipIf(!existsSync(CORPUS))('reads every transcript of the corpus whole (needs the shared folder)', () => {
  for (const store of ['captured/qwen-code-0.24.4', 'real'])
    for (const entry of qwenCode.list(environment({ home: join(CORPUS, store) }))) {
      const found: SessionEvent[] = [];
      const report = qwenCodeReader.read(entry, (event) => found.push(event));
      expect(report).toMatchObject({ broken: 0, unknown: 0, warnings: [] });
      expect(found.some((event) => event.kind === 'request')).toBe(true);
      expect(qwenCodeReader.describe(entry).ending).toBe(endingOf(found));
    }
});

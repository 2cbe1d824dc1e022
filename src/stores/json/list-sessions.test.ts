import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '../../sources/source.ts';
import { findCheckpoint, listCheckpoints } from '../workflow-checkpoints.ts';
import { listSessions, newestSession } from './list-sessions.ts';
import { allStores, openGlobalStore, openProjectStore } from './open-store.ts';
import { peekSession } from './peek.ts';
import { type PythonObject, parsePythonJson } from './python-json.ts';
import { projectIds } from './session-files.ts';
import { sessionText } from './session-text.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'list-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (): Environment => ({ home, variables: {}, platform: 'linux', directory: home });
const project = { id: '0a0b0c0d', formerIds: ['11112222'] };
const stores = () => [openProjectStore(environment(), project), openGlobalStore(environment())];

function place(directory: string, name: string, fields: object): void {
  const path = join(home, '.praisonai', 'sessions', directory);
  mkdirSync(path, { recursive: true });
  const content = { session_id: name, messages: [], created_at: null, ...fields };
  writeFileSync(join(path, `${name}.json`), JSON.stringify(content, null, 2));
}

/** Every path below a directory with its content and its times: what reading must not change. */
function everything(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(directory, name);
      const { mode, mtimeMs, ctimeMs } = lstatSync(path);
      const content = lstatSync(path).isFile() ? readFileSync(path, 'base64') : '';
      return [name, mode, mtimeMs, ctimeMs, content].join(' ');
    });
}

test('newest first over project, former and global directories; broken files are counted', () => {
  place('projects/0a0b0c0d', 'b', { updated_at: '2026-11-30T07:17:57.748494+00:00' });
  place('projects/0a0b0c0d', 'a', { updated_at: '2026-11-30T07:17:57.748956+00:00' });
  place('projects/11112222', 'a', { updated_at: '2026-12-01T00:00:00+00:00' });
  place('projects/11112222', 'moved', { updated_at: '2026-11-29T00:00:00Z' });
  place('projects/99999999', 'other', { updated_at: '2026-12-24T00:00:00+00:00' });
  place('.', 'b', {
    updated_at: '2026-11-30T07:17:57.749959+00:00',
    messages: [{ role: 'user', content: 'q' }],
  });
  writeFileSync(join(home, '.praisonai', 'sessions', 'broken.json'), '{"session_id": "br');
  writeFileSync(join(home, '.praisonai', 'sessions', 'b.json.corrupt-1'), 'x');
  const before = everything(home);
  const { sessions, unreadable } = listSessions(stores());
  expect(sessions.map(({ id, messageCount }) => [id, messageCount])).toEqual([
    ['b', 1],
    ['a', 0],
    ['b', 0],
    ['moved', 0],
  ]);
  expect(unreadable).toEqual([join(home, '.praisonai', 'sessions', 'broken.json')]);
  expect(projectIds(environment())).toEqual(['0a0b0c0d', '11112222', '99999999']);
  expect(listSessions(allStores(environment())).sessions[0]?.id).toBe('other');
  for (const store of stores()) for (const { id } of sessions) store.load(id);
  expect(everything(home)).toEqual(before);
});

test('without a recorded time, the file’s; a renamed file goes by its name', () => {
  place('projects/0a0b0c0d', 'copy', { session_id: 'original' });
  const listed = listSessions(stores()).sessions[0];
  expect(listed?.id).toBe('copy');
  expect(Date.now() - (listed?.lastActivity ?? 0)).toBeLessThan(60_000);
});

test('the newest session that fits, whatever the order of the files', () => {
  const at = (minute: number) => ({
    updated_at: new Date(Date.now() - 600_000 + minute * 60_000).toISOString(),
  });
  place('projects/0a0b0c0d', 'old', at(1));
  place('projects/0a0b0c0d', 'child', { ...at(5), parent_id: 'old' });
  place('.', 'root', at(3));
  place('.', 'late', at(2));
  const isRoot = ({ parentId }: { parentId?: string }) => parentId === undefined;
  expect(newestSession(stores(), isRoot)?.id).toBe('root');
  expect(newestSession(stores(), () => true)?.id).toBe('child');
  expect(newestSession(stores(), () => false)).toBeUndefined();
  const path = join(home, '.praisonai', 'sessions', 'late.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"updated_at": "[^"]*"/, '"updated_at": null'));
  expect(newestSession(stores(), isRoot)?.id).toBe('late');
});

test('nothing there: an empty list, and still nothing there', () => {
  expect(listSessions([...stores(), ...allStores(environment())])).toEqual({ sessions: [], unreadable: [] });
  expect(stores()[0]?.load('x')).toBeUndefined();
  expect(readdirSync(home)).toEqual([]);
});

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus/praisonai');

// Skipped where the folder of recorded sessions is not beside the checkout.
describe.skipIf(!existsSync(CORPUS))('sessions that Python wrote', () => {
  const shop = { id: '9f95b305', formerIds: [] };
  const python = () => [openProjectStore(environment(), shop), openGlobalStore(environment())];
  const files = () => python().flatMap((store) => store.files());
  beforeEach(() => {
    cpSync(join(CORPUS, 'home'), home, { recursive: true });
    // The recorded folder is read-only, and so would the copy be.
    for (const name of ['', ...readdirSync(home, { recursive: true, encoding: 'utf8' })])
      chmodSync(join(home, name), lstatSync(join(home, name)).mode | 0o200);
  });

  test('are listed as Python lists them', () => {
    const before = everything(home);
    const { sessions, unreadable } = listSessions(python());
    const expected = JSON.parse(
      readFileSync(join(CORPUS, 'upstream-output/list.json'), 'utf8'),
    ) as PythonObject[];
    expect(sessions.map(({ id }) => id)).toEqual(expected.map(({ session_id: id }) => id));
    expect(sessions.map(({ messageCount }) => messageCount)).toEqual(
      expected.map((row) => row['message_count']),
    );
    for (const [index, row] of expected.entries()) {
      const { updatedAtText, agentName, totalTokens, cost, parentId } = sessions[index] ?? {};
      expect({ updatedAtText, agentName, totalTokens, cost, parentId }).toEqual({
        updatedAtText: row['updated_at'],
        agentName: row['agent_name'] ?? undefined,
        totalTokens: row['total_tokens'] ?? undefined,
        cost: row['cost'] ?? undefined,
        parentId: row['parent_id'] ?? undefined,
      });
    }
    expect(unreadable.map((path) => path.split('/').at(-1))).toEqual(['broken.json']);
    expect(everything(home)).toEqual(before);
  });

  test('keep their bytes through our reader and writer, and look the same to a full parse', () => {
    for (const { path, name } of files()) {
      if (name === 'broken') continue;
      const text = readFileSync(path, 'utf8');
      expect(sessionText(parsePythonJson(text) as PythonObject)).toBe(text);
      const peeked = peekSession(path);
      writeFileSync(path, JSON.stringify(JSON.parse(text)));
      expect(peekSession(path)).toEqual(peeked);
    }
  });

  test('continued by us, they keep every field and the schema that Python loads', async () => {
    for (const store of python())
      for (const { path, name } of store.files()) {
        if (name === 'broken') continue;
        const before = JSON.parse(readFileSync(path, 'utf8'));
        await store.append(before.session_id, [{ role: 'user', content: 'And now the docs' }]);
        const after = JSON.parse(readFileSync(path, 'utf8'));
        const {
          messages,
          updated_at: _,
          archived_messages: archived,
          last_compaction: compaction,
          ...rest
        } = before;
        expect(after).toMatchObject(rest);
        expect(Object.keys(after)).toEqual(Object.keys(before));
        expect(after.messages.at(-1).content).toBe('And now the docs');
        if (messages.length < 100) {
          expect(after.messages.slice(0, -1)).toEqual(messages);
          expect(after.last_compaction).toEqual(compaction);
        } else {
          expect(after.archived_messages).toEqual([...archived, messages[1]]);
          expect(after.messages.slice(1, -1)).toEqual(messages.slice(2));
        }
        expect(pythonProblems(path)).toBe('');
      }
  });

  test('a workflow’s checkpoint is shown for the session in whose life it was saved', () => {
    const workspace = join(CORPUS, 'workspace');
    const [checkpoint] = listCheckpoints([workspace]);
    expect(checkpoint).toMatchObject({ completedSteps: 2, totalSteps: 3 });
    const { sessions } = listSessions(python());
    const owner = ({ createdAt, updatedAt }: { createdAt?: number; updatedAt?: number }) => ({
      metadata: {},
      createdAt,
      updatedAt,
    });
    for (const session of sessions) expect(findCheckpoint(owner(session), [workspace])).toEqual(checkpoint);
    const later = { createdAt: Date.UTC(2026, 11, 24), updatedAt: Date.UTC(2026, 11, 25) };
    expect(findCheckpoint(owner(later), [workspace])).toBeUndefined();
  });
});

/** What Python's loader relies on; empty when python3 is not installed. */
function pythonProblems(path: string): string {
  const script = `
import json, sys
from datetime import datetime
data = json.load(open(sys.argv[1], encoding='utf-8'))
for key in ('session_id', 'created_at', 'updated_at'): assert isinstance(data[key], str), key
for key in ('created_at', 'updated_at'): assert datetime.fromisoformat(data[key]).utcoffset() is not None, key
for message in data['messages'] + data['archived_messages']:
    assert isinstance(message['role'], str) and isinstance(message['content'], str)
    assert isinstance(message['timestamp'], float), message['timestamp']
    assert isinstance(message['metadata'], dict)
for key in ('metadata', 'runtime_state'): assert isinstance(data[key], dict), key
text = open(sys.argv[1], encoding='utf-8').read()
assert json.dumps(data, indent=2, ensure_ascii=False) == text, 'bytes'
`;
  return spawnSync('python3', ['-c', script, path], { encoding: 'utf8' }).stderr ?? '';
}

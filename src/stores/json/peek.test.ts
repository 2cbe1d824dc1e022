import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { peekSession } from './peek.ts';
import { writePythonJson } from './python-json.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'peek-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function peek(content: string | Buffer) {
  const path = join(base, 's.json');
  writeFileSync(path, content);
  return peekSession(path);
}

const tricky = {
  session_id: 'a/b',
  messages: [
    { role: 'system', content: 'x', metadata: {} },
    {
      role: 'user',
      content: 'first\n  "title": "fake",\n    {\n  ]\n}',
      metadata: { role: 'user', deep: [{ a: 1 }, [], {}] },
    },
    { role: 'user', content: 'second', metadata: {} },
  ],
  created_at: '2026-11-30T07:17:57.524587+00:00',
  updated_at: '2026-11-30T07:17:58.000001+00:00',
  agent_name: null,
  metadata: { model: 'm-1', cost: 0.5, agent_name: 'coder', goal_state: { goal: 'g' }, title: '' },
  runtime_state: {},
  archived_messages: [{ role: 'user', content: 'old', metadata: {} }],
  total_tokens: 12,
  parent_id: 'root',
  title: 'The "title",',
};

const expected = {
  id: 'a/b',
  title: 'The "title",',
  firstRequest: tricky.messages[1]?.content,
  createdAt: Date.UTC(2026, 10, 30, 7, 17, 57, 524),
  updatedAt: Date.UTC(2026, 10, 30, 7, 17, 58, 0),
  updatedAtText: '2026-11-30T07:17:58.000001+00:00',
  parentId: 'root',
  messageCount: 3,
  agentName: 'coder',
  model: 'm-1',
  totalTokens: 12,
  cost: 0.5,
  hasGoal: true,
  hasCheckpoint: false,
};

describe('the same from bytes and from a full parse', () => {
  test.each([
    ['indented as both programs write', writePythonJson(tricky, 'indented')],
    ['with a final line break', `${writePythonJson(tricky, 'indented')}\n`],
    ['compact', JSON.stringify(tricky)],
    ['indented by one', JSON.stringify(tricky, null, 1)],
    ['indented by four', JSON.stringify(tricky, null, 4)],
    ['Windows line ends', writePythonJson(tricky, 'indented').replaceAll('\n', '\r\n')],
  ])('%s', (_, content) => {
    expect(peek(content)).toEqual(expected);
  });
});

test('Python’s NaN in a field', () => {
  const text = writePythonJson(tricky, 'indented').replace('"cost": 0.5', '"cost": NaN');
  expect(peek(text)).toMatchObject({ id: 'a/b', messageCount: 3 });
  expect(peek(text)).not.toHaveProperty('cost');
});

test.each([
  ['cut', writePythonJson(tricky, 'indented').slice(0, -40)],
  ['zeros inside', writePythonJson(tricky, 'indented').replace('second', '\0\0\0\0\0\0')],
  ['empty', ''],
  ['no object', '[]'],
  ['a field cut out', writePythonJson(tricky, 'indented').replace('"m-1"', '"m-1')],
])('no session: %s', (_, content) => {
  expect(peek(content)).toBeUndefined();
});

test('nothing there, or a directory', () => {
  expect(peekSession(join(base, 'none.json'))).toBeUndefined();
  expect(peekSession(base)).toBeUndefined();
});

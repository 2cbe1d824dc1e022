import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../model/session-event.ts';
import { codexReader } from './session-reader.ts';
import { entryAt, fileName, line, lines, OTHER, readAll, THREAD, write } from './test-rollout.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-codex-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const meta: [string, unknown] = ['session_meta', { id: THREAD, cwd: '/w' }];

function read(content: string): SessionEvent[] {
  return readAll(entryAt(write(join(home, 'sessions', fileName(THREAD)), content))).events;
}

const userItem = (...texts: string[]): [string, unknown] => [
  'response_item',
  { type: 'message', role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) },
];
const userEvent = (message: string): [string, unknown] => ['event_msg', { type: 'user_message', message }];
const say = (message: string): [string, unknown] => ['event_msg', { type: 'agent_message', message }];

const requests = (events: SessionEvent[]) =>
  events.flatMap((event) => (event.kind === 'request' ? [[event.text, event.via]] : []));

describe('one text, recorded more than once', () => {
  it('counts a request once, whichever record comes first, and the same words typed twice as two', () => {
    expect(
      requests(
        read(
          lines(
            meta,
            userItem('go on'),
            userEvent('go on'),
            say('Yes.'),
            userEvent('go on'),
            userItem('go on'),
            say('Yes.'),
            userItem('go  on\n'),
            userEvent('go on'),
          ),
        ),
      ),
    ).toEqual([
      ['go on', 'prompt'],
      ['go on', 'prompt'],
      ['go on', 'prompt'],
    ]);
  });

  it('takes no unknown injected message of the history for a request where events tell the requests', () => {
    expect(
      requests(
        read(
          lines(
            meta,
            userItem('Remember the new kind of context.'),
            userItem('hello'),
            userEvent('hello'),
            say('Hi.'),
            userItem('Some more context.'),
            say('So?'),
          ),
        ),
      ),
    ).toEqual([['hello', 'prompt']]);
  });

  it('keeps a message of the history that surely is a person’s, although its event is missing', () => {
    const certain: [string, unknown] = [
      'response_item',
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'and stop' }],
        internal_chat_message_metadata_passthrough: { content_item_kinds: ['user.text'] },
      },
    ];
    expect(requests(read(lines(meta, userItem('hello'), userEvent('hello'), say('Hi.'), certain)))).toEqual([
      ['hello', 'prompt'],
      ['and stop', 'prompt'],
    ]);
  });

  it('reads the history of a file that has no events', () => {
    const assistant: [string, unknown] = [
      'response_item',
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] },
    ];
    expect(
      read(lines(meta, userItem('hello'), assistant, userItem('bye'))).map((event) => event.kind),
    ).toEqual(['workspace', 'request', 'assistant-text', 'turn-end', 'request']);
  });

  it('leaves out the tags around an image, and tells of a request that is nothing but one', () => {
    expect(
      requests(read(lines(meta, userItem('<image name=[Image #1]>', '</image>', 'what is this?')))),
    ).toEqual([['what is this?', 'prompt']]);
    expect(
      requests(read(lines(meta, ['event_msg', { type: 'user_message', message: '', images: ['data:'] }]))),
    ).toEqual([['[image]', 'prompt']]);
  });
});

it('goes by the thread’s own meta line among copies of its ancestors’', () => {
  const events = read(
    lines(
      ['session_meta', { id: OTHER, cwd: '/parent', git: { branch: 'old' } }],
      ['session_meta', { id: THREAD, cwd: '/w', git: { branch: 'mine' } }],
      ['session_meta', { id: OTHER, cwd: '/parent' }],
    ),
  );
  expect(events).toEqual([expect.objectContaining({ kind: 'workspace', directory: '/w', branch: 'mine' })]);
});

it('goes by another thread’s meta line in a file that has none of its own', () => {
  expect(read(lines(['session_meta', { id: OTHER, cwd: '/copy' }], userEvent('hi')))[0]).toMatchObject({
    directory: '/copy',
  });
});

it('leaves out what a sub-agent’s file copied from its parent, told by its age where lines have no number', () => {
  const at = (time: string, type: string, payload: unknown) =>
    `${JSON.stringify({ timestamp: time, type, payload })}\n`;
  const content =
    at('2026-11-20T10:00:01.000Z', 'session_meta', {
      id: THREAD,
      timestamp: '2026-11-20T10:00:00.000Z',
      source: { subagent: { thread_spawn: { parent_thread_id: OTHER } } },
    }) +
    at('2026-11-20T09:00:00.000Z', 'event_msg', { type: 'user_message', message: 'of the parent' }) +
    at('2026-11-20T10:00:02.000Z', 'event_msg', { type: 'user_message', message: 'of the child' });
  expect(requests(read(content))).toEqual([['of the child', 'prompt']]);
  expect(codexReader.describe(entryAt(join(home, 'sessions', fileName(THREAD))))).toMatchObject({
    subAgent: true,
    parentId: OTHER,
  });
});

it('reads a bare file that a newer version went on with', () => {
  const bare = `${JSON.stringify({ id: THREAD, timestamp: '2025-08-30T09:00:00.000Z' })}\n${JSON.stringify({ type: 'message', role: 'user', content: [{ text: 'old' }] })}\n`;
  expect(
    requests(read(bare + lines(['event_msg', { type: 'task_started' }], userItem('new'), userEvent('new')))),
  ).toEqual([
    ['old', 'prompt'],
    ['new', 'prompt'],
  ]);
});

describe('code mode', () => {
  const exec = (call_id: string, input: string): [string, unknown] => [
    'response_item',
    { type: 'custom_tool_call', name: 'exec', call_id, input },
  ];
  const output = (call_id: string, text: string): [string, unknown] => [
    'response_item',
    { type: 'custom_tool_call_output', call_id, output: text },
  ];
  const calls = (events: SessionEvent[]) =>
    events.flatMap((event) => (event.kind === 'tool-call' ? [[event.callId, event.action]] : []));

  it('takes commands from the source where a version records none of their own', () => {
    const script = 'await tools.exec_command({cmd: "npm ci"}); await tools.exec_command({cmd: "npm test"});';
    const events = read(
      lines(meta, exec('e', script), output('e', 'Script completed\nWall time 1 seconds\nOutput:\nok')),
    );
    expect(calls(events)).toEqual([
      ['e', { type: 'run', command: 'npm ci' }],
      ['e#2', { type: 'run', command: 'npm test' }],
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'tool-result', callId: 'e#2', outcome: 'ok', output: 'ok' });
  });

  it('tells of a command that a script left running, and of its end', () => {
    const ended = (id: string, command: string, exit_code: number): [string, unknown] => [
      'event_msg',
      {
        type: 'item_completed',
        item: { type: 'CommandExecution', id, command: ['bash', '-lc', command], exit_code },
      },
    ];
    const events = read(
      lines(
        meta,
        ended('x0', 'true', 0),
        exec('e', 'text(JSON.stringify(await tools.exec_command({cmd: "npm run dev"})));'),
        output('e', 'Script completed\nWall time 1 seconds\nOutput:\n{"session_id":41,"output":""}'),
        ended('x1', 'npm run dev', -1),
      ),
    );
    expect(events.slice(-3)).toMatchObject([
      { callId: 'e', action: { type: 'run', command: 'npm run dev' } },
      { callId: 'e', outcome: 'running' },
      { callId: 'e', outcome: 'interrupted' },
    ]);
  });

  it('tells of a refused command, and of the one that was under way when the run was cut', () => {
    const refused = read(
      lines(
        meta,
        exec('e', 'await tools.exec_command({cmd: "rm -r x"})'),
        output(
          'e',
          'Script failed\nWall time 0 seconds\nOutput:\nScript error:\nexec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
        ),
      ),
    );
    expect(refused.slice(-2)).toMatchObject([
      { action: { type: 'run', command: 'rm -r x' } },
      { outcome: 'refused' },
    ]);
    const command: [string, unknown] = [
      'event_msg',
      {
        type: 'item_completed',
        item: {
          type: 'CommandExecution',
          id: 'x1',
          command: ['bash', '-lc', 'one'],
          exit_code: 0,
          status: 'completed',
        },
      },
    ];
    const cut = read(
      lines(
        meta,
        exec('e', 'await tools.exec_command({cmd: "one"}); await tools.exec_command({cmd: "two"});'),
        command,
      ),
    );
    expect(calls(cut)).toEqual([
      ['x1', { type: 'run', command: 'one' }],
      ['e', { type: 'run', command: 'two' }],
    ]);
    expect(cut.at(-1)?.kind).toBe('tool-call');
  });
});

it('takes a search without a match for no failure', () => {
  const call = (call_id: string, command: string, result: string): [string, unknown][] => [
    [
      'response_item',
      { type: 'function_call', name: 'shell_command', call_id, arguments: JSON.stringify({ command }) },
    ],
    [
      'response_item',
      {
        type: 'function_call_output',
        call_id,
        output: `Exit code: 1\nWall time: 0 seconds\nOutput:\n${result}`,
      },
    ],
  ];
  const events = read(
    lines(
      meta,
      ...call('a', 'rg -n nothing src', ''),
      ...call('b', 'rg -n x gone', 'rg: gone: No such file'),
      ...call('c', 'npm test', ''),
    ),
  );
  expect(
    events.flatMap((event) =>
      event.kind === 'tool-result' ? [[event.callId, event.outcome, event.exitCode]] : [],
    ),
  ).toEqual([
    ['a', 'ok', 1],
    ['b', 'failed', 1],
    ['c', 'failed', 1],
  ]);
});

it('reports lines that cannot be read, and goes on behind them', () => {
  const path = write(
    join(home, 'sessions', fileName(THREAD)),
    `${line(...meta)}\n${'x'.repeat(17 * 1024 * 1024)}\n${lines(userEvent('still here'))}{"timestamp":"20`,
  );
  const { events, report } = readAll(entryAt(path));
  expect(requests(events)).toEqual([['still here', 'prompt']]);
  expect(report).toMatchObject({ broken: 2, unknown: 0 });
  expect(report.warnings).toEqual([
    'A line is too long to be read; it was skipped.',
    'The last line is torn; everything before it was read.',
  ]);
});

it('reads a last line without a line break as whole', () => {
  const { events, report } = readAll(
    entryAt(write(join(home, 'sessions', fileName(THREAD)), lines(meta, userEvent('hi')).trimEnd())),
  );
  expect(requests(events)).toEqual([['hi', 'prompt']]);
  expect(report.warnings).toEqual([]);
});

describe('whatever a file holds', () => {
  const fixtures = resolve(import.meta.dirname, '../../../test/fixtures/sources/codex');
  const records = readdirSync(fixtures, { recursive: true })
    .map(String)
    .filter((name) => /rollout-[^/]*\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(fixtures, name), 'utf8').split('\n'))
    .filter((record) => record !== '' && isJson(record));

  const check = (content: string) => {
    const entry = entryAt(write(join(home, 'sessions', fileName(THREAD)), content));
    const called = new Set<string>();
    for (const event of readAll(entry).events) {
      if (event.kind === 'tool-call') called.add(event.callId);
      if (event.kind === 'tool-result') expect(called).toContain(event.callId);
    }
    codexReader.describe(entry);
  };

  it('does not throw, and joins results to calls, when values are of other types', () => {
    const value = fc.oneof(
      fc.constantFrom(
        null,
        true,
        0,
        -1,
        '',
        'x',
        [],
        {},
        [null],
        { text: 7 },
        { __proto__: null },
        '__proto__',
      ),
      fc.jsonValue(),
    );
    const mutated = fc
      .tuple(fc.constantFrom(...records), fc.nat(), value)
      .map(([record, at, replacement]) => {
        let seen = 0;
        const target = at % 40;
        return JSON.stringify(
          JSON.parse(record, (_, node: unknown) => (seen++ === target ? replacement : node)),
        );
      });
    fc.assert(
      fc.property(fc.array(mutated, { maxLength: 30 }), (content) => check(`${content.join('\n')}\n`)),
      { numRuns: 150 },
    );
  });

  it('does not throw when lines are torn and glued', () => {
    const piece = fc
      .tuple(fc.constantFrom(...records), fc.nat(400), fc.nat(400))
      .map(([record, from, length]) => record.slice(from, from + length));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.constantFrom('\n', '\0\0', ...records.slice(0, 20))), { maxLength: 40 }),
        (content) => check(content.join('')),
      ),
      { numRuns: 150 },
    );
  });

  it('survives deep nesting and hostile keys', () => {
    check(`${'{"payload":'.repeat(50_000)}1${'}'.repeat(50_000)}\n`);
    check(
      `{"timestamp":"2026-11-20T10:00:00.000Z","type":"event_msg","payload":{"type":"__proto__"}}\n{"timestamp":"x","type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"__proto__","arguments":"${'['.repeat(100_000)}"}}\n`,
    );
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  });
});

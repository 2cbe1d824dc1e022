import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../parse-record.ts';
import { parseToolResultLine, type ResultNeeds } from './tool-result-line.ts';

const ALL: ResultNeeds = { twin: 'facts', output: true };

function resultRecord(content: unknown, twin: unknown, more: JsonRecord = {}): JsonRecord {
  return {
    parentUuid: 'p',
    isSidechain: false,
    type: 'user',
    message: {
      role: 'user',
      content: [{ tool_use_id: 'toolu_1', type: 'tool_result', content, is_error: false }],
    },
    uuid: 'u',
    timestamp: '2026-01-01T00:00:00Z',
    toolUseResult: twin,
    sourceToolAssistantUUID: 'a',
    userType: 'external',
    cwd: '/w',
    gitBranch: 'main',
    ...more,
  };
}

const parse = (record: JsonRecord, needs: ResultNeeds | undefined = ALL): JsonRecord | undefined =>
  parseToolResultLine(Buffer.from(JSON.stringify(record)), (id) => (id === 'toolu_1' ? needs : undefined));

const contentOf = (record: JsonRecord | undefined): unknown =>
  (record?.['message'] as { content: { content: unknown }[] } | undefined)?.content[0]?.content;

it('gives all but the twin, in both orders of the keys', () => {
  const record = resultRecord('short', { stdout: 'x'.repeat(9000) });
  const { toolUseResult: _, sourceToolAssistantUUID: __, ...rest } = record;
  expect(parse(record)).toEqual(rest);
  const { message, uuid, timestamp, ...first } = record;
  const { sourceToolAssistantUUID: _a, userType: _b, cwd: _c, gitBranch: _d, ...reordered } = first;
  expect(parse({ ...reordered, uuid, timestamp, message })).toEqual({
    parentUuid: 'p',
    isSidechain: false,
    type: 'user',
    uuid,
    timestamp,
    message,
  });
});

it('keeps the ends of any long output, split at no character', () => {
  const pieces = [
    'a',
    ' ',
    '\n',
    '"',
    '\\',
    '😀',
    'é',
    '漢',
    '\u0001',
    '\u001b[31m',
    '","toolUseResult":{',
    '}]}',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }), (unit) => {
      const text = unit.join('').repeat(Math.ceil(40_000 / unit.join('').length));
      const content = contentOf(parse(resultRecord(text, { stdout: text })));
      if (typeof content !== 'string') throw new Error('not parsed in part');
      const [head = '', tail = head] = content.split('\n…\n');
      expect(text.startsWith(head)).toBe(true);
      expect(text.endsWith(tail)).toBe(true);
      expect(/\p{Surrogate}/u.test(content)).toBe(false);
      if (content.includes('\n…\n')) expect(Buffer.byteLength(content)).toBeLessThan(16_000);
    }),
    { numRuns: 100 },
  );
});

it('drops a text that nobody needs', () => {
  const long = 'line\n'.repeat(4000);
  expect(String(contentOf(parse(resultRecord(long, {}), { twin: 'no', output: false }))).length).toBeLessThan(
    300,
  );
});

it('tells a created file from the twin', () => {
  expect(parse(resultRecord('ok', { type: 'create', content: 'x'.repeat(9000) }))?.['toolUseResult']).toEqual(
    {
      type: 'create',
    },
  );
});

describe('leaves to a whole parse', () => {
  const long = 'x'.repeat(9000);
  const cases: [what: string, record: JsonRecord][] = [
    ['a short line', resultRecord('x', {})],
    ['no twin', resultRecord(long, undefined)],
    ['a background command', resultRecord(long, { backgroundTaskId: 'b' })],
    ['an interrupted command', resultRecord(long, { interrupted: true })],
    ['a commit', resultRecord(long, { gitOperation: {} })],
    ['an asynchronous sub-agent', resultRecord(long, { isAsync: true })],
    ['a glued record', resultRecord(long, {}, { nested: { parentUuid: 'x' } })],
    [
      'a twin deeper down',
      { ...resultRecord(long, {}), message: { a: 1, toolUseResult: { tool_use_id: 'toolu_1' } } },
    ],
  ];
  for (const [what, record] of cases) it(what, () => expect(parse(record)).toBeUndefined());

  it('a long text in which the human may speak', () => {
    const needs: ResultNeeds = { twin: 'no', output: false };
    const failed = resultRecord(long, `Error: ${long}`);
    const refusal = (failed['message'] as { content: JsonRecord[] }).content;
    refusal[0]!['is_error'] = true;
    expect(parse(failed, needs)).toBeUndefined();
    const amended = resultRecord('ok', {});
    (amended['message'] as { content: JsonRecord[] }).content.push({ type: 'text', text: long });
    expect(parse(amended, needs)).toBeUndefined();
  });

  it('several results', () => {
    const record = resultRecord(long, {});
    const content = (record['message'] as { content: JsonRecord[] }).content;
    content.push({ tool_use_id: 'toolu_2', type: 'tool_result', content: 'x' });
    expect(parse(record)).toBeUndefined();
  });

  it('a call whose twin is needed, or that is not known', () => {
    expect(parse(resultRecord(long, {}), { twin: 'yes', output: true })).toBeUndefined();
    const line = Buffer.from(JSON.stringify(resultRecord(long, {})));
    expect(parseToolResultLine(line, () => undefined)).toBeUndefined();
  });

  it('a torn line', () => {
    const line = Buffer.from(JSON.stringify(resultRecord(long, { stdout: long })));
    expect(parseToolResultLine(line.subarray(0, line.length - 40), () => ALL)).toBeUndefined();
  });
});

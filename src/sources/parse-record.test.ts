import { expect, it } from 'vitest';
import { parseLine } from './parse-record.ts';

const parse = (text: string) => parseLine(Buffer.from(text));

it('parses a whole record', () => {
  expect(parse('{"type":"user","text":"a\u2028b"}')).toEqual({
    records: [{ type: 'user', text: 'a\u2028b' }],
    broken: 0,
  });
});

it('recovers records glued on one line', () => {
  expect(parse('{"type":"a"}{"type":"b","x":"}{"}')).toEqual({
    records: [{ type: 'a' }, { type: 'b', x: '}{' }],
    broken: 0,
  });
});

it('recovers a whole record behind a torn one, and counts the torn one', () => {
  expect(parse('{"type":"user","message":{"te{"type":"user","n":1}')).toEqual({
    records: [{ type: 'user', n: 1 }],
    broken: 1,
  });
});

it('recovers a record behind NUL bytes', () => {
  expect(parse(`${'\0'.repeat(100)}{"type":"a"}`)).toEqual({ records: [{ type: 'a' }], broken: 1 });
});

it('counts what it cannot recover, and takes no inner object for a record', () => {
  expect(parse('{"type":"user","message":{"text":"x"},"tail":"tor')).toEqual({ records: [], broken: 1 });
  expect(parse('\0\0\0')).toEqual({ records: [], broken: 1 });
  expect(parse('[1,2]')).toEqual({ records: [], broken: 1 });
  expect(parse('\uFEFF{"type":"a"}')).toEqual({ records: [{ type: 'a' }], broken: 0 });
});

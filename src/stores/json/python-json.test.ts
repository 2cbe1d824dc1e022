import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  NumberLiteral,
  parsePlainJson,
  parsePythonJson,
  plainValue,
  writePythonJson,
} from './python-json.ts';

const rewrite = (text: string) => writePythonJson(parsePythonJson(text), 'indented');

describe('rewriting keeps every number as Python wrote it', () => {
  test.each([
    '1.0',
    '-0.0',
    '-0',
    '1e-05',
    '1.5E+300',
    '12345678901234567890',
    '0.1234567890123456789',
    'NaN',
    '-Infinity',
    '1e999',
    '1796023077.7432544',
  ])('%s', (number) => {
    const text = `{\n  "value": ${number},\n  "list": [\n    ${number}\n  ]\n}`;
    expect(rewrite(text)).toBe(text);
  });

  test('layout, escapes, empty containers, any script', () => {
    const text = [
      '{',
      '  "empty": {},',
      '  "none": [],',
      '  "text": "a\\"b\\\\c\\n\\t\\u0001\u007f\u2028é👩‍👧",',
      '  "1.0": [',
      '    true,',
      '    null',
      '  ]',
      '}',
    ].join('\n');
    expect(rewrite(text)).toBe(text);
  });
});

test('half a surrogate pair is replaced: Python could never write it again', () => {
  expect(writePythonJson({ 'k\udc00': 'a\ud83d', b: '\\ud83d' }, 'compact')).toBe(
    '{"k\uFFFD":"a\uFFFD","b":"\\\\ud83d"}',
  );
});

test('__proto__ is a field like any other', () => {
  const value = parsePythonJson('{"__proto__": {"a": 1.0}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(writePythonJson(value, 'compact')).toBe('{"__proto__":{"a":1.0}}');
  expect(Object.getPrototypeOf(plainValue(value))).toBe(Object.prototype);
});

test.each(['', '{', '{"a":1.0,}', '[1.0 2]', '"\n1.0"', '01.0', '{a:1.0}', '1.0x', '[1.0]]', '-', '"1.0'])(
  'refuses %j',
  (text) => {
    expect(() => parsePythonJson(text)).toThrow(SyntaxError);
  },
);

test('depth is bounded', () => {
  const deep = `${'['.repeat(5000)}1.0${']'.repeat(5000)}`;
  expect(() => parsePythonJson(deep)).toThrow(SyntaxError);
});

test('for reading, numbers are numbers', () => {
  expect(parsePlainJson('{"a": NaN, "b": [1.0, Infinity]}')).toEqual({ a: Number.NaN, b: [1, Infinity] });
  expect(new NumberLiteral('2.50').value).toBe(2.5);
});

test('agrees with JSON on every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      // The literal forces the careful reader; both must give the same.
      const text = JSON.stringify([value, 'NaN'], null, indent);
      expect(plainValue(parsePythonJson(text))).toEqual(JSON.parse(text));
      expect(JSON.parse(writePythonJson(parsePythonJson(text), 'indented'))).toEqual(JSON.parse(text));
    }),
  );
});

const pythonMissing = spawnSync('python3', ['--version']).error !== undefined;

// Skipped where python3 is not installed: this compares with Python's own writer.
test.skipIf(pythonMissing)('the bytes are those of json.dump(indent=2, ensure_ascii=False)', () => {
  const text = '{"a":[1.0,2,-0.0,1e-7,[],{}],"t":"\\u00e9\\u2028\\u007f\\b\\f/","n":{"deep":[{"x":null}]}}';
  const script = 'import json,sys; json.dump(json.load(sys.stdin), sys.stdout, indent=2, ensure_ascii=False)';
  const written = execFileSync('python3', ['-c', script], {
    input: rewrite(text).replaceAll('1e-7', '1e-07'),
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  expect(rewrite(text).replaceAll('1e-7', '1e-07')).toBe(written);
});

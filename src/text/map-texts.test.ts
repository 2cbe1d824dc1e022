import { expect, it } from 'vitest';
import { mapTexts } from './map-texts.ts';

const loud = (text: string): string => text.toUpperCase();

it('changes every text, in order, and leaves keys and literal values', () => {
  const seen: string[] = [];
  const value = { a: 'x', b: [1, 'y', { kind: 'z', c: null }], d: 'w' };
  const change = (text: string): string => {
    seen.push(text);
    return loud(text);
  };
  const changed = mapTexts(value, change, new Set(['kind']));
  expect(changed).toEqual({ a: 'X', b: [1, 'Y', { kind: 'z', c: null }], d: 'W' });
  expect(seen).toEqual(['x', 'y', 'w']);
  expect(value.a).toBe('x');
});

it('keeps what is shared, and what goes in a circle', () => {
  const shared: { text: string; self?: unknown } = { text: 'x' };
  shared.self = shared;
  const changed = mapTexts([shared, shared], loud);
  expect(changed[0]).toBe(changed[1]);
  expect(changed[0]?.self).toBe(changed[0]);
});

it('holds what nests deeper than the stack, and a key __proto__', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`);
  let inner = mapTexts(deep, loud);
  while (Array.isArray(inner)) [inner] = inner;
  expect(inner).toBe('X');
  const hostile = mapTexts(JSON.parse('{"__proto__":{"goal":"x"}}') as Record<string, unknown>, loud);
  expect(Object.getPrototypeOf(hostile)).toBe(Object.prototype);
  expect(hostile['goal']).toBeUndefined();
  expect(JSON.stringify(hostile)).toBe('{"__proto__":{"goal":"X"}}');
});

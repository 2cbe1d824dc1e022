import { expect, test } from 'vitest';
import { parseStoreAddress, shown } from './store-address.ts';

const place = { home: '/home/u', directory: '/work/shop' };
const parse = (text: string) => parseStoreAddress(text, place);

test('the three kinds', () => {
  expect(parse('file:shared')).toEqual({ kind: 'file', directory: '/work/shop/shared' });
  expect(parse('file:///srv/a%20b')).toEqual({ kind: 'file', directory: '/srv/a b' });
  expect(parse('file:~/s')).toEqual({ kind: 'file', directory: '/home/u/s' });
  expect(parse('sqlite:/srv/s.db')).toEqual({ kind: 'sqlite', path: '/srv/s.db' });
  expect(parse('sqlite:///srv/s.db')).toEqual({ kind: 'sqlite', path: '/srv/s.db' });
  expect(parse(' postgresql://u:p@h:5/d?sslmode=require')).toEqual({
    kind: 'postgres',
    url: 'postgresql://u:p@h:5/d?sslmode=require',
  });
});

test.each(['', 'shared', 'mysql://h/d', 'file:', 'sqlite:', 'sqlite://host/x', 'postgres://u:p a/ss@h:x/d'])(
  'refused, with the way out: %s',
  (text) => {
    expect(() => parse(text)).toThrow(/file:DIR|%40/);
  },
);

test.each([
  ['postgres://u:secret@h/d', 'postgres://u@h/d'],
  ['postgres://u:se@cr:et/@h/d', 'postgres://u@h/d'],
  ['postgres://:secret@h/d', 'postgres://@h/d'],
  ['postgres://h/d?password=secret&x=1', 'postgres://h/d?password=…&x=1'],
  ['sqlite:/srv/s.db', 'sqlite:/srv/s.db'],
])('no password is shown: %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

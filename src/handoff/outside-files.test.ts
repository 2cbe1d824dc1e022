import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenOutside } from './outside-files.ts';

const SHOP = '/home/dev/work/shop';

test('of a directory outside the workspace only the last name is kept, and said where that is', () => {
  expect(
    shortenOutside([
      'README.md',
      `${SHOP}/src/a.ts`,
      `${SHOP}/src/b.ts`,
      '/etc/x.conf',
      `${SHOP}/test/a.test.ts`,
    ]),
  ).toEqual({
    paths: ['README.md', 'shop/src/a.ts', 'shop/src/b.ts', '/etc/x.conf', 'shop/test/a.test.ts'],
    note: 'shop/ is in /home/dev/work',
  });
});

test.each([
  ['few files', [`${SHOP}/a.ts`, `${SHOP}/b.ts`, 'c.ts']],
  ['none outside', ['a.ts', 'b.ts', 'c.ts']],
  ['a short way to them', ['/srv/a/x.ts', '/srv/a/y.ts', '/srv/a/z.ts']],
  [
    'a directory of that name in the workspace',
    [`${SHOP}/a.ts`, `${SHOP}/b.ts`, `${SHOP}/c.ts`, 'shop/x.ts'],
  ],
])('unchanged: %s', (_reason, paths) => {
  expect(shortenOutside(paths)).toEqual({ paths });
});

test('every path can be told from its short form', () => {
  const segment = fc.constantFrom('src', 'shop', 'a', 'b', 'workspace-of-mine');
  const path = fc
    .tuple(fc.boolean(), fc.array(segment, { minLength: 1, maxLength: 5 }))
    .map(([absolute, segments]) => `${absolute ? '/home/dev/work/' : ''}${segments.join('/')}.ts`);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const { paths: short, note } = shortenOutside(paths);
      const [, name = '', parent = ''] = /^(.*)\/ is in (.*)$/.exec(note ?? '') ?? [];
      const restored = short.map((each) =>
        note !== undefined && each.startsWith(`${name}/`) ? `${parent}/${each}` : each,
      );
      expect(restored).toEqual(paths);
    }),
  );
});

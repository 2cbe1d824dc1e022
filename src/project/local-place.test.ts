import { expect, test } from 'vitest';
import { type LocalClone, localPlace, type RecordedDirectory } from './local-place.ts';

const REMOTE = 'git@git.example.com:acme/shop-api.git';
const CLONE: LocalClone = { root: '/work/shop', remote: 'git.example.com/acme/shop-api' };
const DIRECTORIES = new Set([
  '/work/shop',
  '/work/shop/packages/web',
  '/work/shop/packages/shop-api',
  '/here',
]);

function place(recorded: RecordedDirectory, clone: LocalClone | undefined = CLONE) {
  return localPlace(recorded, clone, (path) => DIRECTORIES.has(path));
}

test('a directory that exists stands for itself, whatever its remote', () => {
  const here = { directory: '/here', moved: false, exact: true };
  expect(place({ directory: '/here' })).toEqual(here);
  expect(place({ directory: '/here', remote: REMOTE })).toEqual(here);
});

test.each([
  ['no remote on record', { directory: '/gone/shop-api' }, CLONE],
  ['another remote', { directory: '/gone/shop-api', remote: 'https://git.example.com/acme/other' }, CLONE],
  ['no form of a remote', { directory: '/gone/shop-api', remote: '/srv/shop-api.git' }, CLONE],
  ['a clone without a remote', { directory: '/gone/shop-api', remote: REMOTE }, { root: '/work/shop' }],
])('nothing for %s', (_case, recorded, clone) => {
  expect(place(recorded, clone)).toBeUndefined();
});

test('nothing without a clone', () => {
  expect(localPlace({ directory: '/gone', remote: REMOTE }, undefined, () => false)).toBeUndefined();
});

const moved = (directory: string, exact = true) => ({ directory, moved: true, exact });

test.each([
  ['/home/dev/shop-api', moved('/work/shop')],
  ['/home/dev/shop-api/', moved('/work/shop')],
  ['/home/dev/shop-api/packages/web', moved('/work/shop/packages/web')],
  ['/home/dev/shop/packages/web', moved('/work/shop/packages/web')],
  ['C:\\Users\\dev\\shop-api\\packages\\web', moved('/work/shop/packages/web')],
  ['/home/dev/shop-api/packages/shop-api', moved('/work/shop/packages/shop-api')],
  ['/home/shop/src/shop-api', moved('/work/shop')],
  ['/home/dev/shop-api/packages/gone', moved('/work/shop', false)],
  ['/home/dev/elsewhere', moved('/work/shop', false)],
  ['/home/dev/shop-api/../../etc', moved('/work/shop', false)],
])('%s by its name', (directory, expected) => {
  expect(place({ directory, remote: REMOTE })).toEqual(expected);
});

test.each([
  ['/d/checkout', '/d/checkout', moved('/work/shop')],
  ['/d/checkout/packages/web', '/d/checkout/', moved('/work/shop/packages/web')],
  ['D:\\checkout\\packages\\web', 'D:\\checkout', moved('/work/shop/packages/web')],
  ['/d/checkout/packages/gone', '/d/checkout', moved('/work/shop', false)],
  ['/d/other/shop-api', '/d/checkout', moved('/work/shop', false)],
  ['/d/checkout/../checkout/packages/web', '/d/checkout', moved('/work/shop', false)],
])('%s below the recorded root %s', (directory, root, expected) => {
  expect(place({ directory, root, remote: REMOTE })).toEqual(expected);
});

import { expect, it } from 'vitest';
import { groundingOf } from './grounding.ts';

const records = [
  { cwd: '/w/shop', text: 'see "docs/a b.md"' },
  { arguments: JSON.stringify({ cmd: 'npm test --  total', workdir: '/w/shop/packages/api' }) },
  { path: 'src/total.ts', windows: 'src\\cart.ts' },
].map((record) => JSON.stringify(record));

const invented = (handoff: string): string[] => groundingOf(handoff, records).invented;

it('finds paths as they stand, below a recorded directory, and with other slashes', () => {
  expect(invented('KEY FILES: src/total.ts, /w/shop/packages/api/src/total.ts, src/cart.ts')).toEqual([]);
});

it('finds commands whatever their white space, and up to a mark of a cut', () => {
  expect(invented('VERIFY WITH: `npm test -- total`\n  - ran `npm test --…`')).toEqual([]);
});

it('names what nothing recorded says', () => {
  expect(
    invented('KEY FILES: src/other.ts\nVERIFY WITH: `cargo test`\n  - ran `npm run never` → failed'),
  ).toEqual(['src/other.ts', 'cargo test', 'npm run never']);
});

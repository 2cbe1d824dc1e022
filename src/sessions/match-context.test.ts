import { expect, it } from 'vitest';
import { contextOf, foldText } from './match-context.ts';

it('shows the line with the most of the words', () => {
  expect(contextOf('first a tree\nthen a Tree and a house\nand a house', ['tree', 'house'])).toBe(
    'then a Tree and a house',
  );
});

it('cuts a long line around the first word, and marks both cuts', () => {
  const context = contextOf(`${'before '.repeat(40)}NEEDLE${' after'.repeat(60)}`, ['needle']);
  expect(context).toMatch(/^…\w{1,6} (before ){5}NEEDLE( after)+ ?\w*…$/);
  expect(context.length).toBeLessThanOrEqual(160);
});

it('shows the end of a line whose last word it is', () => {
  expect(contextOf(`${'x'.repeat(500)} needle`, ['needle'])).toMatch(/^…x+ needle$/);
});

it('shows the beginning where a secret was what was searched for', () => {
  expect(contextOf('\n the key is [redacted:password:1]\nand more', ['hunter2'])).toBe(
    'the key is [redacted:password:1]',
  );
});

it('strips what a terminal would obey', () => {
  expect(contextOf('a \u001b[31mneedle\u009b\u0007\there', ['needle'])).toBe('a needle here');
});

it('compares composed, in lower case', () => {
  expect(foldText('CAFE\u0301 Straße')).toBe('café straße');
});

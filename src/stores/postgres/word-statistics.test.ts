import { expect, test } from 'vitest';
import { searchFacts } from './word-statistics.ts';

const statistics = {
  sessions: 1_000,
  shares: new Map([
    ['parser', 0.2],
    ['parsers', 0.1],
    ['the', 0.95],
    ['then', 0.3],
    [':p:large', 0.4],
    [':s:codex', 0.25],
  ]),
  least: 0.01,
};

test('a beginning has the shares of all known words that begin so, at most all sessions', () => {
  expect(searchFacts(statistics, ['pars', 'the'], {}).words).toEqual([expect.closeTo(0.3), 1]);
});

test('what is not known is as rare as the rarest known one, but for short beginnings', () => {
  expect(searchFacts(statistics, ['zebra', 'ze'], {}).words).toEqual([0.01, 0.2]);
});

test('projects together, each once, and the source', () => {
  const facts = searchFacts(statistics, [], { projects: ['large', 'large', 'small'], source: 'codex' });
  expect(facts).toMatchObject({ projects: expect.closeTo(0.41), source: 0.25 });
  expect(searchFacts(statistics, [], {})).toEqual({ sessions: 1_000, words: [] });
});

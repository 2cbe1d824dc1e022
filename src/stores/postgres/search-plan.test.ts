import { expect, test } from 'vitest';
import { searchPlan } from './search-plan.ts';

const million = { sessions: 1_000_000 };

test('rare words: the index', () => {
  expect(searchPlan({ ...million, words: [0.0003] }, 21)).toEqual(['index']);
  expect(searchPlan({ ...million, words: [0.0003], projects: 0.0003 }, 21)).toEqual(['index']);
  expect(searchPlan({ ...million, words: [0.2, 0.0001] }, 21)).toEqual(['index']);
});

test('common words: twice as many of the newest as a page needs, then the index', () => {
  expect(searchPlan({ ...million, words: [0.2] }, 21)).toEqual([210, 'index']);
  expect(searchPlan({ ...million, words: [0.2, 0.2] }, 21)).toEqual([1_050, 'index']);
  expect(searchPlan({ ...million, words: [0.2, 0.2, 0.2] }, 21)).toEqual([5_250, 'index']);
});

test('common words of a small project: all of its sessions, for the index would go through those of all', () => {
  expect(searchPlan({ ...million, words: [0.2], projects: 0.0003 }, 21)).toEqual([210, 'walk']);
  expect(searchPlan({ ...million, words: [0.2, 0.2], projects: 0.0003 }, 21)).toEqual(['walk']);
  expect(searchPlan({ ...million, words: [0.2], source: 0.0001 }, 21)).toEqual(['walk']);
});

test('a word that none has, or nothing stored', () => {
  expect(searchPlan({ ...million, words: [0] }, 21)).toEqual(['index']);
  expect(searchPlan({ sessions: 0, words: [0.2] }, 21)).toEqual(['walk']);
});

import { expect, it } from 'vitest';
import { topicMatches } from './topic-words.ts';

const paths = ['src/cli/resume.ts', 'src/cli/list.ts', 'src/store/session-store.ts', 'src/store/json.ts'];

it('finds the file that a request speaks of without naming it', () => {
  const matches = topicMatches(paths, 'the resume command shows the wrong branch');
  expect([...matches.keys()]).toEqual(['src/cli/resume.ts']);
});

it('counts a word less that many names have', () => {
  const matches = topicMatches(paths, 'the session of the store');
  expect(matches.get('src/store/session-store.ts')).toBeGreaterThan(matches.get('src/store/json.ts') ?? 0);
});

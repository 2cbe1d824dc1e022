import { expect, it } from 'vitest';
import { assembleHandoff } from './build-handoff-prompt.ts';
import { leftOutLines } from './left-out.ts';

const numbered = (word: string) =>
  Array.from({ length: 60 }, (_, index) => `${word} number ${index} of many`);

it('names every item of a list that the prompt does not hold, and no other', () => {
  const options = {
    commands: numbered('command'),
    recentActions: numbered('action'),
    openTasks: numbered('task'),
  };
  const { prompt, sections } = assembleHandoff({ ...options, maxChars: 2500 });
  const lines = leftOutLines(sections, options);
  for (const item of Object.values(options).flat()) {
    const told = lines.some((line) => line.endsWith(`: ${item}`));
    expect([item, told]).toEqual([item, !prompt.includes(item)]);
  }
});

it('says nothing when all has room', () => {
  const options = { commands: ['npm test'] };
  expect(leftOutLines(assembleHandoff(options).sections, options)).toEqual([]);
});

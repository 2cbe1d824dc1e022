import { expect, it } from 'vitest';
import { resultOf, typedText } from './text.ts';

it('keeps a prompt as typed', () => {
  expect(typedText('Look at <file name="a"> in the docs')).toEqual({
    text: 'Look at <file name="a"> in the docs',
  });
});

it('takes the files before a prompt away, and a file without a prompt for the prompt', () => {
  const files =
    '<file name="/a.md">\n# A\n</file>\n<file name="/b.png"></file>\n<file name="/c.md">\nC\n</file>\n';
  expect(typedText(`${files}Do it.`).text).toBe('Do it.');
  expect(typedText(files).text).toBe('# A');
});

it('takes the words of a skill call, or its name', () => {
  const skill =
    '<skill name="review" location="/s/SKILL.md">\nReferences are relative to /s.\n\nbody\n</skill>';
  expect(typedText(`${skill}\n\nthe last commit`)).toEqual({ text: 'the last commit', via: 'command' });
  expect(typedText(skill)).toEqual({ text: '/skill:review', via: 'command' });
});

it.each([
  ['out\n\nCommand exited with code 137', true, { outcome: 'failed', exitCode: 137, output: 'out' }],
  ['Command exited with code 1', true, { outcome: 'failed', exitCode: 1, output: '' }],
  ['(no output)\n\nCommand exited with code 1', true, { outcome: 'failed', exitCode: 1, output: '' }],
  ['out\n\nCommand aborted', true, { outcome: 'interrupted', output: 'out' }],
  [
    'out\n\nCommand timed out after 5 seconds',
    true,
    { outcome: 'failed', output: 'out\nCommand timed out after 5 seconds' },
  ],
  ['it says: Command exited with code 3\nbye', false, { outcome: 'ok', exitCode: 0 }],
] as const)('tells the end of a command from %j', (content, isError, expected) => {
  expect(resultOf(content, isError, true)).toMatchObject(expected);
});

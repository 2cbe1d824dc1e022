import { expect, it } from 'vitest';
import { commandResult } from './command-result.ts';

it.each([
  ['out\n<exited with exit code 1>', undefined, { output: 'out', exitCode: 1 }],
  ['out\n<command with id: 0 exited with exit code 0>', undefined, { output: 'out', exitCode: 0 }],
  ['out\n<shellId: 3 completed with exit code 7>', { exitCode: 7 }, { output: 'out', exitCode: 7 }],
  ['out', { exitCode: 2 }, { output: 'out', exitCode: 2 }],
  [
    'out\n<command with shellId: 0 is still running after 60 seconds. The command is still running. Wait.>',
    undefined,
    { output: 'out', runningIn: '0' },
  ],
  [
    '<exited with exit code 1> in the middle',
    undefined,
    { output: '<exited with exit code 1> in the middle' },
  ],
  ['out', { exitCode: 'x' }, { output: 'out' }],
])('reads the end of %j', (content, shellExecution, expected) => {
  expect(commandResult(content, shellExecution)).toEqual(expected);
});

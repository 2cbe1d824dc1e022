import { expect, it } from 'vitest';
import { resultFacts } from './tool-results.ts';

const DENIED = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. x). ";

it('reads success, with the output that a person would see', () => {
  expect(resultFacts('\n\nok 1\n\n<system-reminder>\nx\n</system-reminder>', false, false)).toEqual({
    outcome: 'ok',
    output: 'ok 1',
  });
  expect(resultFacts('(Bash completed with no output)', false, false)).toEqual({ outcome: 'ok' });
  expect(
    resultFacts([{ type: 'image', source: {} }, { type: 'text', text: 'a' }, 7, null], false, false),
  ).toEqual({
    outcome: 'ok',
    output: 'a',
  });
});

it('reads the exit code of a failure, and only there', () => {
  expect(resultFacts('Exit code 2\ngrep: x: No such file', true, false)).toEqual({
    outcome: 'failed',
    exitCode: 2,
    output: 'grep: x: No such file',
  });
  expect(resultFacts('Exit code 143', true, false)).toEqual({ outcome: 'failed', exitCode: 143 });
  expect(resultFacts('Exit code 1\nis what the log said', false, false)).toEqual({
    outcome: 'ok',
    output: 'Exit code 1\nis what the log said',
  });
});

it('unwraps a refused call of the tool itself', () => {
  expect(resultFacts('<tool_use_error>File does not exist.</tool_use_error>', true, false)).toEqual({
    outcome: 'failed',
    output: 'File does not exist.',
  });
});

it('reads refusals, with and without words', () => {
  expect(resultFacts(`${DENIED}STOP what you are doing`, true, false)).toEqual({ outcome: 'refused' });
  expect(
    resultFacts(
      `${DENIED}To tell you how to proceed, the user said:\nnot in main\nuse a branch\n\nNote: The user's next message may contain a correction or preference. Pay attention`,
      true,
      false,
    ),
  ).toEqual({ outcome: 'refused', refusal: 'not in main\nuse a branch' });
  // A rule, not a person.
  expect(resultFacts('Permission for this tool use was denied. Try another way.', true, false).outcome).toBe(
    'failed',
  );
  expect(
    resultFacts('Permission for this tool use was denied. (eg. x). The user said:\nno', true, false),
  ).toEqual({ outcome: 'refused', refusal: 'no' });
  // A file that quotes the phrase is no refusal.
  expect(resultFacts(`${DENIED}the user said:\nx`, false, false).outcome).toBe('ok');
});

it('reads interruptions', () => {
  expect(resultFacts('half\n<error>Command was aborted before completion</error>', false, true)).toEqual({
    outcome: 'interrupted',
    output: 'half',
  });
  expect(resultFacts('[Request interrupted by user for tool use]', true, false)).toEqual({
    outcome: 'interrupted',
  });
  expect(
    resultFacts(
      "[Tool call interrupted: the session ended before this call's result was recorded]",
      true,
      false,
    ),
  ).toEqual({ outcome: 'interrupted' });
});

it('unwraps an output that was saved to a file', () => {
  expect(
    resultFacts(
      '<persisted-output>\nOutput too large (22KB). Full output saved to: /x\n\nPreview (first 2KB):\nFAIL a.test\nrest\n...\n</persisted-output>',
      false,
      false,
    ),
  ).toEqual({ outcome: 'ok', output: 'FAIL a.test\nrest' });
});

import { expect, it } from 'vitest';
import { cancelledOutcome, resultText, shellReport, unwrapped } from './tool-output.ts';

const untrusted = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`;

it('reads the exit code that Gemini CLI writes only when it is not 0', () => {
  expect(shellReport(untrusted('Output: 2 failing\nExit Code: 1\nProcess Group PGID: 5'))).toEqual({
    output: '2 failing',
    exitCode: 1,
    outcome: 'failed',
  });
  expect(shellReport(untrusted('Output: fine\nProcess Group PGID: 5'))).toEqual({
    output: 'fine',
    exitCode: 0,
  });
  expect(shellReport('Output: (empty)\nBackground PIDs: 7\nProcess Group PGID: 5')).toEqual({
    output: '',
    exitCode: 0,
  });
});

it('reads the longer report of Qwen Code and of older versions, commands of several lines included', () => {
  const report = (output: string, code: string) =>
    `Command: cat <<E\nOutput: no\nE\nDirectory: (root)\n${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 9`;
  expect(shellReport(report('Output: a\nb', '0'))).toEqual({ output: 'a\nb', exitCode: 0 });
  expect(shellReport(report('Stdout: out\nStderr: ', '2'))).toEqual({
    output: 'out',
    exitCode: 2,
    outcome: 'failed',
  });
  expect(shellReport(report('Output: a', '(none)').replace('Signal: (none)', 'Signal: SIGKILL'))).toEqual({
    output: 'a',
    outcome: 'failed',
  });
});

it("keeps an error that is the output's own last line", () => {
  expect(shellReport('Output: x\nError: boom\nExit Code: 1').output).toBe('x\nError: boom');
});

it('tells commands that run on, were stopped or timed out', () => {
  const outcome = (text: string) => shellReport(text).outcome;
  expect(outcome('Command is running in background. PID: 4. Initial output:\nx')).toBe('running');
  expect(outcome('Background shell started.\nID: 1')).toBe('running');
  expect(outcome('Command was cancelled by user before it could complete. Below is')).toBe('interrupted');
  expect(outcome('Command was automatically cancelled because it exceeded the timeout')).toBe('failed');
  expect(outcome('Command timed out after 5ms before it could complete.')).toBe('failed');
});

it('takes off what the agents put around an output', () => {
  expect(
    unwrapped(
      `Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /x\n${untrusted('a')}`,
    ),
  ).toBe('a');
  expect(
    unwrapped(
      'Tool output was too large and has been truncated.\nSaved to: /x\n\nTruncated part of the output:\nhead',
    ),
  ).toBe('head');
  expect(unwrapped('a <system-reminder>do this</system-reminder>b')).toBe('a b');
  expect(
    unwrapped('text\n\n--- Newly Discovered Project Context ---\nobey\n--- End Project Context ---'),
  ).toBe('text');
});

it('finds the response of this call among those of a turn', () => {
  const part = (id: string, response: unknown) => ({ functionResponse: { id, name: 't', response } });
  expect(resultText([part('a', { output: '1' }), part('b', { error: 'no' })], 'b')).toEqual({
    text: 'no',
    error: true,
  });
  expect(resultText('plain', 'a')).toEqual({ text: 'plain', error: false });
  expect(resultText([part('a', { output: { rows: 2 } })], 'a')?.text).toBe('{"rows":2}');
  for (const odd of [undefined, null, 7, [], [null], {}, [{ functionResponse: 3 }]])
    expect(() => resultText(odd, 'a')).not.toThrow();
});

it('tells a refusal from a stop', () => {
  expect(cancelledOutcome('[Operation Cancelled] Reason: User denied execution.')).toBe('refused');
  expect(cancelledOutcome('[Operation Cancelled] Reason: User did not allow tool call')).toBe('refused');
  expect(cancelledOutcome('[Operation Cancelled] User cancelled tool execution.')).toBe('interrupted');
});

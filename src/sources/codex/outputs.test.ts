import { describe, expect, it } from 'vitest';
import { callOutput, outputText, scriptOutput } from './outputs.ts';

describe('callOutput', () => {
  it('reads the three dialects of the exit code', () => {
    const json = (exitCode: number) =>
      JSON.stringify({ output: 'out\n', metadata: { exit_code: exitCode, duration_seconds: 1 } });
    expect(callOutput(json(0))).toEqual({ outcome: 'ok', exitCode: 0, output: 'out' });
    expect(callOutput(json(2))).toEqual({ outcome: 'failed', exitCode: 2, output: 'out' });
    expect(callOutput('Exit code: 1\nWall time: 0.5 seconds\nTotal output lines: 9\nOutput:\nbad\n')).toEqual(
      {
        outcome: 'failed',
        exitCode: 1,
        output: 'bad',
      },
    );
    expect(
      callOutput(
        'Chunk ID: 0a\nWall time: 0.0000 seconds\nProcess exited with code 3\nOriginal token count: 7\nOutput:\nlate\n',
      ),
    ).toEqual({ outcome: 'failed', exitCode: 3, output: 'late' });
  });

  it('leaves out blank lines around the text', () => {
    expect(callOutput('Exit code: 1\nWall time: 1 seconds\nOutput:\n\n  \n> lint\n\n').output).toBe('> lint');
  });

  it('reads a JSON output that was masked into something else', () => {
    expect(callOutput('{"output":"a\\nb \\p","metadata":{"exit_code":4,"duration_seconds":0.1}}')).toEqual({
      outcome: 'failed',
      exitCode: 4,
      output: 'a\nb \\p',
    });
  });

  it('knows a process that goes on, one that was killed, and an apply_patch within a shell', () => {
    expect(
      callOutput(
        'Chunk ID: 0a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOriginal token count: 0\nOutput:\n',
      ),
    ).toEqual({ outcome: 'running', sessionId: '7' });
    expect(callOutput('Exit code: -1\nWall time: 1 seconds\nOutput:\npart')).toEqual({
      outcome: 'interrupted',
      output: 'part',
    });
    expect(
      callOutput(
        'Wall time: 0.0000 seconds\nOutput:\nExit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n',
      ),
    ).toEqual({ outcome: 'ok', exitCode: 0, output: 'Success.' });
  });

  it.each([
    ['exec command rejected by user', 'refused'],
    ['patch rejected by user', 'refused'],
    ['exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', 'refused'],
    ['writing is blocked by read-only sandbox; rejected by user approval settings', 'failed'],
    ['Wall time: 0.1 seconds\naborted by user', 'interrupted'],
    ['aborted by user after 12.3s', 'interrupted'],
    ['aborted', 'interrupted'],
    ['apply_patch verification failed: Failed to find expected lines', 'failed'],
    ['failed in sandbox None with execution error: command timed out', 'failed'],
    ['failed to parse function arguments: EOF', 'failed'],
    ['unsupported call: shell', 'failed'],
    ['Plan updated', 'ok'],
    ['', 'ok'],
  ])('%j is %s', (raw, outcome) => expect(callOutput(raw).outcome).toBe(outcome));

  it('does not take the words of a long output for a refusal', () => {
    const raw = `Exit code: 0\nWall time: 1 seconds\nOutput:\n${'rejected by user\n'.repeat(3)}`;
    expect(callOutput(raw).outcome).toBe('ok');
  });

  it('reads the exit code of a sandbox note', () => {
    expect(
      callOutput(
        'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 128, stdout: , stderr: fatal: no\n',
      ),
    ).toEqual({ outcome: 'failed', exitCode: 128, output: 'fatal: no' });
  });
});

it('reads an output of any shape', () => {
  expect(outputText([{ type: 'input_text', text: 'a' }, { type: 'input_image' }, { text: 'b' }])).toBe(
    'a\nb',
  );
  expect(outputText({ content: 'a', success: false })).toBe('a');
  expect(outputText(7)).toBe('');
});

it('tells how a script ended', () => {
  const parts = (...texts: string[]) => texts.map((text) => ({ type: 'input_text', text }));
  expect(scriptOutput(parts('Script completed\nWall time 0.1 seconds\nOutput:\n', 'done'))).toEqual({
    state: 'completed',
    result: { outcome: 'ok', output: 'done' },
  });
  expect(
    scriptOutput(parts('Script failed\nWall time 0.0 seconds\nOutput:\n', 'Script error:\nTypeError: x')),
  ).toEqual({
    state: 'failed',
    result: { outcome: 'failed', output: 'TypeError: x' },
  });
  expect(scriptOutput('Script running with cell ID 6\nWall time 3.5 seconds\nOutput:\n').state).toBe(
    'running',
  );
  expect(scriptOutput('aborted by user after 5.0s')).toEqual({
    state: 'failed',
    result: { outcome: 'interrupted' },
  });
});

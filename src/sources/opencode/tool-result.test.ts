import { expect, it } from 'vitest';
import { toolEnd } from './tool-result.ts';

const completed = (output: string, exit?: number | null) => ({
  status: 'completed',
  output,
  metadata: exit === undefined ? {} : { exit },
});

it('tells a command by its exit code, not by its status', () => {
  expect(toolEnd('bash', completed('fine\n', 0))).toEqual({ outcome: 'ok', exitCode: 0, output: 'fine' });
  expect(toolEnd('bash', completed('1 failing\n', 1))).toEqual({
    outcome: 'failed',
    exitCode: 1,
    output: '1 failing',
  });
  expect(toolEnd('bash', completed('(no output)', 0))).toEqual({ outcome: 'ok', exitCode: 0 });
  expect(toolEnd('bash', completed('by the human'))).toEqual({ outcome: 'ok', output: 'by the human' });
});

it('reads the notice behind a command that was stopped', () => {
  for (const tag of ['shell_metadata', 'bash_metadata', 'metadata']) {
    expect(
      toolEnd('bash', completed(`begin\n\n<${tag}>\nUser aborted the command\n</${tag}>`, null)),
    ).toEqual({
      outcome: 'interrupted',
      output: 'begin',
    });
    const timeout = 'shell tool terminated command after exceeding timeout 1000 ms.';
    expect(toolEnd('bash', completed(`begin\n\n<${tag}>\n${timeout}\n</${tag}>`, null))).toEqual({
      outcome: 'failed',
      output: `begin\n${timeout}`,
    });
  }
});

it('takes off what the agent wrote around an output', () => {
  const output = (tool: string, text: string) => toolEnd(tool, completed(text))?.output;
  const notice =
    'The tool call succeeded but the output was truncated. Full output saved to: /d/tool_1\nUse Grep to search.';
  expect(output('webfetch', `head\n\n...20 lines truncated...\n\n${notice}`)).toBe(
    'head\n\n...20 lines truncated...',
  );
  expect(output('webfetch', `...20 lines truncated...\n\n${notice}\n\n${'tail '.repeat(300)}`)).toMatch(
    /^tail tail/,
  );
  expect(output('bash', '...output truncated...\n\nFull output saved to: /d/tool_2\n\nlast line')).toBe(
    'last line',
  );
  expect(output('read', '<file>\n00001| a\n</file>')).toBe('00001| a');
  expect(output('read', '<path>/p</path>\n<type>directory</type>\n<entries>\nsrc/\n</entries>')).toBe('src/');
  expect(output('read', 'a </system-reminder>')).toBe('a </system-reminder>');
  expect(output('task', 'task_id: ses_1\n\n<task_result>\nDone.\n</task_result>\n\n<x>')).toBe('Done.');
});

it('tells refusals, with the words of the human, from failures and stops', () => {
  const failed = (error: string, metadata = {}) => toolEnd('bash', { status: 'error', error, metadata });
  const refusal = 'The user rejected permission to use this specific tool call';
  expect(failed(`${refusal}.`)).toEqual({ outcome: 'refused', output: `${refusal}.` });
  expect(failed(`Error: ${refusal} with the following feedback: not this one`)).toMatchObject({
    outcome: 'refused',
    words: 'not this one',
  });
  expect(failed('The user dismissed this question')?.outcome).toBe('refused');
  expect(failed('Tool execution aborted')?.outcome).toBe('interrupted');
  expect(failed('socket closed', { interrupted: true })?.outcome).toBe('interrupted');
  expect(failed('Error: File not found')).toEqual({ outcome: 'failed', output: 'Error: File not found' });
});

it('has no end while a call runs', () => {
  for (const status of ['pending', 'running', undefined]) expect(toolEnd('bash', { status })).toBeUndefined();
});

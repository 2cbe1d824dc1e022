import { expect, it } from 'vitest';
import { contentTexts, humanInput, snapshotSummary, withoutBlocks } from './human-text.ts';

it('keeps what was typed and drops what the agents add', () => {
  expect(humanInput(['fix it'])).toEqual({ kind: 'prompt', text: 'fix it' });
  expect(humanInput(['fix it', '<hook_context>x</hook_context>'])).toEqual({
    kind: 'prompt',
    text: 'fix it',
  });
  expect(humanInput(['fix <b> it<system-reminder>x</system-reminder>'])).toEqual({
    kind: 'prompt',
    text: 'fix <b> it',
  });
  for (const injected of [
    '<session_context>\nenv',
    '\n<system-reminder>x</system-reminder>',
    "Here is the user's editor context as a JSON object.",
    '[System: You previously returned an empty response]',
    'System: Potential loop detected. Details: x',
    'Background execution update:\n<background_output>x</background_output>',
    'Please continue.',
    '  ',
  ])
    expect(humanInput([injected])).toBeUndefined();
});

it('cuts the files that a prompt refers to', () => {
  expect(humanInput(['explain @a.js', '\n--- Content from referenced files ---', 'obey me'])).toEqual({
    kind: 'prompt',
    text: 'explain @a.js',
  });
  expect(humanInput(['explain @a.js\n--- Content from referenced files ---\nobey me'])).toEqual({
    kind: 'prompt',
    text: 'explain @a.js',
  });
});

it('unwraps steering hints and shell mode', () => {
  expect(
    humanInput(['User steering update:\n<user_input>\nskip it\n</user_input>\nInternal instruction: x']),
  ).toEqual({ kind: 'steering', text: 'skip it' });
  const ran = (result: string) =>
    `I ran the following shell command:\n\`\`\`sh\necho \\\`a\\\` \\\\n\n\`\`\`\n\nThis produced the following result:\n\`\`\`\n${result}\n\`\`\``;
  expect(humanInput([ran('ok')])).toEqual({ kind: 'command', command: 'echo `a` \\n', output: 'ok' });
  expect(humanInput([ran('Command exited with code 3.\nbad')])).toMatchObject({ output: 'bad', exitCode: 3 });
});

it('takes a summary for one only where it is the text', () => {
  expect(snapshotSummary(['<scratchpad>x</scratchpad><state_snapshot> goal </state_snapshot>'])).toBe('goal');
  expect(snapshotSummary(['why is there a <state_snapshot> in my log?'])).toBeUndefined();
  expect(snapshotSummary([`${'I wonder. '.repeat(30)}<state_snapshot>x</state_snapshot>`])).toBeUndefined();
});

it('reads strings and parts, thoughts left out, whatever the types', () => {
  expect(contentTexts([{ text: 'a' }, { text: 't', thought: true }, 'b', null, 4, { text: 5 }])).toEqual([
    'a',
    'b',
  ]);
  expect(contentTexts(undefined)).toEqual([]);
});

it('takes blocks out in linear time, unclosed ones left as they are', () => {
  expect(withoutBlocks('a<x>1</x>b<x>2</x>c<x>3', 'x')).toBe('abc<x>3');
  const open = '<x>'.repeat(500_000);
  const begun = performance.now();
  expect(withoutBlocks(open, 'x')).toBe(open);
  expect(performance.now() - begun).toBeLessThan(2000);
});

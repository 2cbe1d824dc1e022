import { describe, expect, it } from 'vitest';
import {
  acceptedPlan,
  compactionSummary,
  humanText,
  userShellNote,
  withoutProposedPlans,
} from './human-text.ts';

describe('humanText', () => {
  it('keeps what was typed', () => {
    expect(humanText('  Fix it, please.\nAnd test it. ')).toEqual({ text: 'Fix it, please.\nAnd test it.' });
    expect(humanText('<project_context>mine</project_context>')).toEqual({
      text: '<project_context>mine</project_context>',
    });
    expect(humanText('Explain <environment_context> to me')).toEqual({
      text: 'Explain <environment_context> to me',
    });
  });

  it.each([
    '<environment_context>\n  <cwd>/x</cwd>\n</environment_context>',
    '# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nNever </INSTRUCTIONS> do\n</INSTRUCTIONS>',
    '<user_instructions>\nx\n</user_instructions>',
    '<turn_aborted>\nThe user interrupted.\n</turn_aborted>',
    '<skill>\n<name>x</name>\n</skill>',
    '<codex_internal_context source="goal">\nContinue.\n</codex_internal_context>',
    '<SUBAGENT_NOTIFICATION>{}</subagent_notification>',
    '<external_browser>page</external_browser>',
    '<hook_prompt hook_run_id="1">again</hook_prompt>',
    'Another language model started to solve this problem and produced a summary',
    'You were originally given instructions from a user over one or more turns. Here were the user messages:',
    '# Context from my IDE setup:\n\n## Active file: a.ts\n',
    '<environment_context>\n  <cwd>/x', // cut
    '  \n ',
  ])('finds nothing human in %j', (message) => expect(humanText(message)).toBeUndefined());

  it('unwraps what editors and prompt files put around a request', () => {
    expect(
      humanText('# Context from my IDE setup:\n\n## Open tabs:\n- a\n\n## My request for Codex:\nDo it\n'),
    ).toEqual({
      text: 'Do it',
    });
    expect(
      humanText('# Files mentioned by the user:\n\n## a: b\n\n## My request for Codex:\nDo that'),
    ).toEqual({
      text: 'Do that',
    });
    expect(humanText('<environment_context>x</environment_context>\n\nDo both')).toEqual({ text: 'Do both' });
    const prompt = (words: string) =>
      `---\ndescription: plan\n---\n\n## User Input\n\n\`\`\`text\n${words}\n\`\`\`\n\n## Outline\n\n1. Run the script`;
    expect(humanText(prompt('use vite\nno cloud'))).toEqual({ text: 'use vite\nno cloud', command: true });
    expect(humanText(prompt(''))).toEqual({ text: '', command: true });
  });
});

it('reads the note about a command of the human', () => {
  expect(
    userShellNote(
      '<user_shell_command>\n<command>\nls -a\n</command>\n<result>\nExit code: 2\nDuration: 0.1 seconds\nOutput:\nno\n\n</result>\n</user_shell_command>',
    ),
  ).toEqual({ command: 'ls -a', exitCode: 2, output: 'no\n' });
  expect(userShellNote('<user_shell_command><command>ls</command></user_shell_command>')).toEqual({
    command: 'ls',
    output: '',
  });
  expect(userShellNote('Run <user_shell_command>')).toBeUndefined();
});

it('takes the introduction off a compaction summary', () => {
  expect(
    compactionSummary(
      'Another language model started to solve this problem and so on, use it to assist with your own analysis:\nDone: a.',
    ),
  ).toBe('Done: a.');
  expect(compactionSummary('Done: a.')).toBe('Done: a.');
  expect(compactionSummary(' ')).toBeUndefined();
});

it('tells a proposed plan from the text around it, and an accepted one from a request', () => {
  expect(withoutProposedPlans('Here.\n<proposed_plan>\n# P\n1. a\n</proposed_plan>\nGood?')).toEqual({
    text: 'Here.\n\nGood?',
    plans: ['# P\n1. a'],
  });
  expect(acceptedPlan('Implement the plan.')).toEqual({});
  expect(acceptedPlan('PLEASE IMPLEMENT THIS PLAN:\n# P\n1. a')).toEqual({ plan: '# P\n1. a' });
  expect(acceptedPlan('Implement the planner')).toBeUndefined();
});

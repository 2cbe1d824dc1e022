import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { list, nonEmpty, record, text } from '../fields.ts';

/**
 * What a call of one of Kimi Code's tools does (names of 2.1.0). `known` holds the paths met so far: `Write` does not
 * say whether it creates, and a file that was read or written before exists.
 */
export function kimiAction(name: string, input: unknown, known: Set<string>): ToolAction {
  const values = record(input);
  const path = nonEmpty(values?.path);
  switch (name) {
    case 'Bash': {
      const directory = nonEmpty(values?.cwd);
      const command = text(values?.command) ?? '';
      return directory ? { type: 'run', command, directory } : { type: 'run', command };
    }
    case 'Read':
    case 'ReadMediaFile':
      if (path) known.add(path);
      return { type: 'read', paths: path ? [path] : [] };
    case 'Write':
    case 'Edit':
      return { type: 'edit', changes: editChanges(name, path, known) };
    case 'Glob':
    case 'Grep':
    case 'WebSearch':
      return {
        type: 'search',
        query: text(values?.pattern) ?? text(values?.query) ?? '',
        paths: path ? [path] : [],
      };
    case 'TodoList':
    case 'EnterPlanMode':
    case 'ExitPlanMode':
      return { type: 'plan' };
    case 'Agent':
    case 'AgentSwarm':
      return { type: 'sub-agent', task: nonEmpty(values?.prompt) ?? text(values?.description) ?? '' };
    case 'AskUserQuestion':
      return { type: 'ask', question: questions(values?.questions).join(' ') };
    default:
      return path ? { type: 'other', paths: [path] } : { type: 'other' };
  }
}

export function editChanges(name: string, path: string | undefined, known: Set<string>): FileChange[] {
  if (path === undefined) return [];
  const change = name === 'Write' && !known.has(path) ? 'create' : 'update';
  known.add(path);
  return [{ path, change }];
}

function questions(value: unknown): string[] {
  return list(value).flatMap((item) => nonEmpty(record(item)?.question) ?? []);
}

/** The answers in the result of `AskUserQuestion`: `{"answers": {question: answer}}`. */
export function answers(output: string): { question: string; answer: string }[] {
  try {
    const values = record(record(JSON.parse(output))?.answers) ?? {};
    return Object.entries(values).flatMap(([question, value]) => {
      const answer = Array.isArray(value)
        ? value.filter((item) => typeof item === 'string').join(', ')
        : value;
      return typeof answer === 'string' && answer.trim() !== '' ? [{ question, answer }] : [];
    });
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

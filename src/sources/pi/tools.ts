import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { list, nonEmpty, record, text } from '../fields.ts';

/** Tools of extensions that pi ships as examples and that people use: sub-agents, todo lists, questions. */
const ASK_TOOLS = new Set(['question', 'questionnaire', 'ask_user']);

export function isAskTool(name: string): boolean {
  return ASK_TOOLS.has(name);
}

/**
 * What a pi tool call does. `known` holds the paths met so far: pi's `write` does not say whether it creates, and a file
 * that was read or written before exists.
 */
export function piAction(name: string, input: unknown, known: Set<string>): ToolAction {
  const values = record(input);
  const path = nonEmpty(values?.path);
  switch (name) {
    case 'bash':
    case 'powershell':
      return { type: 'run', command: text(values?.command) ?? '' };
    case 'read':
      return { type: 'read', paths: pathsOf(path, known) };
    case 'write':
    case 'edit':
      return { type: 'edit', changes: piChanges(name, path, known) };
    case 'grep':
    case 'find':
      return { type: 'search', query: text(values?.pattern) ?? '', paths: path ? [path] : [] };
    case 'todo':
      return { type: 'plan' };
    case 'subagent':
      return { type: 'sub-agent', task: subAgentTask(values) };
    default:
      if (isAskTool(name)) return { type: 'ask', question: askedQuestion(values) };
      return path ? { type: 'other', paths: [path] } : { type: 'other' };
  }
}

export function piChanges(name: string, path: string | undefined, known: Set<string>): FileChange[] {
  if (path === undefined) return [];
  const change = name === 'write' && !known.has(path) ? 'create' : 'update';
  known.add(path);
  return [{ path, change }];
}

function pathsOf(path: string | undefined, known: Set<string>): string[] {
  if (path === undefined) return [];
  known.add(path);
  return [path];
}

function subAgentTask(values: { [key: string]: unknown } | undefined): string {
  const single = nonEmpty(values?.task);
  if (single) return single;
  const steps = [...list(values?.tasks), ...list(values?.chain)];
  return steps
    .map((step) => nonEmpty(record(step)?.task))
    .filter((task) => task !== undefined)
    .join('; ');
}

function askedQuestion(values: { [key: string]: unknown } | undefined): string {
  const single = nonEmpty(values?.question);
  if (single) return single;
  return list(values?.questions)
    .map((item) => nonEmpty(record(item)?.question) ?? nonEmpty(record(item)?.prompt))
    .filter((question) => question !== undefined)
    .join(' ');
}

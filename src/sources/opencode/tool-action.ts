import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** Tools by name, as offered by OpenCode 0.3 to 1.18 and Kilo CLI 7.7; all others (MCP, plugins) are `other`. */
const ACTIONS: Readonly<Record<string, (input: JsonRecord, state: JsonRecord) => ToolAction>> = {
  bash: run,
  shell: run,
  edit: (input) => edit(input, input['oldString'] === '' ? 'create' : 'update'),
  multiedit: (input) => edit(input, 'update'),
  write: (input, state) => edit(input, record(state['metadata'])?.['exists'] === false ? 'create' : 'update'),
  apply_patch: patch,
  patch,
  notebook_edit: (input) => edit(input, 'update'),
  read: (input) => ({ type: 'read', paths: paths(input) }),
  notebook_read: (input) => ({ type: 'read', paths: paths(input) }),
  list: (input) => ({ type: 'read', paths: paths(input) }),
  ls: (input) => ({ type: 'read', paths: paths(input) }),
  glob: search,
  grep: search,
  codesearch: search,
  websearch: search,
  todowrite: () => ({ type: 'plan' }),
  task: (input) => ({
    type: 'sub-agent',
    task: nonEmpty(input['description']) ?? nonEmpty(input['prompt']) ?? '',
  }),
  question: (input) => ({ type: 'ask', question: questions(input).join('\n') }),
  plan_exit: () => ({ type: 'ask', question: 'Switch to the build agent and start implementing the plan?' }),
};

export function toolAction(tool: string, input: JsonRecord, state: JsonRecord): ToolAction {
  const action = Object.hasOwn(ACTIONS, tool) ? ACTIONS[tool] : undefined;
  if (action) return action(input, state);
  const mentioned = paths(input);
  return mentioned.length > 0 ? { type: 'other', paths: mentioned } : { type: 'other' };
}

/** The questions of a `question` call. */
export function questions(input: JsonRecord): string[] {
  return list(input['questions']).map((entry) => nonEmpty(record(entry)?.['question']) ?? '');
}

function run(input: JsonRecord): ToolAction {
  const directory = nonEmpty(input['workdir']);
  const command = text(input['command']) ?? '';
  return directory ? { type: 'run', command, directory } : { type: 'run', command };
}

function edit(input: JsonRecord, change: FileChange['change']): ToolAction {
  return { type: 'edit', changes: paths(input).map((path) => ({ path, change })) };
}

function patch(input: JsonRecord): ToolAction {
  return { type: 'edit', changes: patchChanges(text(input['patchText']) ?? '') };
}

function search(input: JsonRecord): ToolAction {
  const query = text(input['pattern']) ?? text(input['query']) ?? '';
  return { type: 'search', query, paths: paths(input) };
}

function paths(input: JsonRecord): string[] {
  const path = nonEmpty(input['filePath']) ?? nonEmpty(input['path']) ?? nonEmpty(input['file_path']);
  return path ? [path] : [];
}

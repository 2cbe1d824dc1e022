import type { ToolAction } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import { changesIn, commandAction, commandText, joined } from './command.ts';

/** The action of a function call by its name and arguments; pure. Names: Codex 0.2x to 0.171. */
export function callAction(
  name: string,
  input: Record<string, unknown>,
  sessionDirectory: string | undefined,
): ToolAction {
  const directory = callDirectory(input['workdir'] ?? input['working_directory'], sessionDirectory);
  switch (name) {
    case 'shell':
    case 'container.exec':
    case 'shell_command':
    case 'exec_command':
    case 'unified_exec':
      return run(input['cmd'] ?? input['command'] ?? input['input'], directory);
    case 'apply_patch':
      return {
        type: 'edit',
        changes: changesIn(patchChanges(text(input['input'] ?? input['patch']) ?? ''), directory),
      };
    case 'update_plan':
      return { type: 'plan' };
    case 'spawn_agent':
      return {
        type: 'sub-agent',
        task: text(input['message'] ?? input['prompt']) ?? text(input['task_name']) ?? '',
      };
    case 'request_user_input':
      return { type: 'ask', question: questionText(input['questions']) };
    case 'view_image':
    case 'read_file':
      return { type: 'read', paths: paths(input['path'] ?? input['file_path']) };
    case 'grep_files':
      return { type: 'search', query: text(input['pattern']) ?? '', paths: paths(input['path']) };
    case 'list_dir':
      return { type: 'search', query: '', paths: paths(input['dir_path'] ?? input['path']) };
    case 'web_search':
      return { type: 'search', query: webQuery(input), paths: [] };
    default:
      return { type: 'other' };
  }
}

function run(command: unknown, directory: string | undefined): ToolAction {
  if (Array.isArray(command)) {
    const words = command.filter((word): word is string => typeof word === 'string');
    if (/^apply_?patch$/.test(words[0] ?? '') && words[1] !== undefined)
      return { type: 'edit', changes: changesIn(patchChanges(words[1]), directory) };
    return commandAction(commandText(words), directory);
  }
  const line = nonEmpty(command);
  return line === undefined ? { type: 'other' } : commandAction(line, directory);
}

/** Directory of a call where it is not the session's; a relative one is relative to that. */
function callDirectory(value: unknown, sessionDirectory: string | undefined): string | undefined {
  let given = nonEmpty(value);
  if (given === undefined || given === sessionDirectory || given === '.' || given === './') return undefined;
  if (given.length > 1 && given.endsWith('/')) given = given.slice(0, -1);
  const directory = joined(sessionDirectory, given);
  return directory === sessionDirectory ? undefined : directory;
}

function questionText(questions: unknown): string {
  return list(questions)
    .flatMap((question) => text(record(question)?.['question']) ?? [])
    .join('\n');
}

function paths(path: unknown): string[] {
  const value = nonEmpty(path);
  return value === undefined ? [] : [value];
}

/** `{query}` or `{action: {query | queries | url}}`. */
export function webQuery(value: Record<string, unknown>): string {
  const action = record(value['action']);
  const queries = list(action?.['queries']).flatMap((query) => text(query) ?? []);
  return (
    nonEmpty(action?.['query']) ??
    nonEmpty(queries.join('; ')) ??
    nonEmpty(action?.['url']) ??
    text(value['query']) ??
    ''
  );
}

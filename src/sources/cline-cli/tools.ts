import type { FileChange, ToolAction, ToolOutcome } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import { parseObject } from '../json-document.ts';

type Fields = { [key: string]: unknown };

/** What a call of one of the Cline CLI's tools does (names of 3.0.65); several commands make several actions. */
export function clineActions(name: string, input: unknown): ToolAction[] {
  const values = record(input) ?? {};
  switch (name) {
    case 'run_commands':
      return commandsOf(values).map((command) => ({ type: 'run', command }));
    case 'read_files':
      return [{ type: 'read', paths: pathsOf(values.files ?? values.paths ?? [values]) }];
    case 'search_codebase':
      return [{ type: 'search', query: queriesOf(values), paths: [] }];
    case 'editor':
    case 'apply_patch':
      return [{ type: 'edit', changes: clineChanges(name, input) }];
    case 'spawn_agent':
    case 'team_run_task':
    case 'team_task':
      return [{ type: 'sub-agent', task: nonEmpty(values.task) ?? text(values.prompt) ?? '' }];
    case 'ask_question':
      return [{ type: 'ask', question: text(values.question) ?? '' }];
    default:
      return [{ type: 'other' }];
  }
}

export function clineChanges(name: string, input: unknown): FileChange[] {
  const values = record(input) ?? {};
  if (name === 'apply_patch') return patchChanges(text(input) ?? text(values.input) ?? '');
  const path = nonEmpty(values.path);
  if (path === undefined) return [];
  // Without a text to replace and a line to insert at, the editor makes the file.
  const isUpdate = nonEmpty(values.old_text) !== undefined || values.insert_line !== undefined;
  return [{ path, change: isUpdate ? 'update' : 'create' }];
}

function commandsOf(values: Fields): string[] {
  const commands = list(values.commands).flatMap((item) => {
    const command = record(item);
    if (!command) return typeof item === 'string' ? [item] : [];
    const words = [
      text(command.command) ?? '',
      ...list(command.args).filter((word) => typeof word === 'string'),
    ];
    return [words.join(' ')];
  });
  if (commands.length > 0) return commands;
  return [text(values.command) ?? text(values.commands) ?? ''];
}

function pathsOf(files: unknown): string[] {
  return list(files).flatMap((file) =>
    typeof file === 'string' ? file : (nonEmpty(record(file)?.path) ?? []),
  );
}

function queriesOf(values: Fields): string {
  const queries = list(values.queries).filter((query) => typeof query === 'string');
  return queries.length > 0 ? queries.join(' | ') : (text(values.queries) ?? text(values.query) ?? '');
}

export interface ClineResult {
  outcome: ToolOutcome;
  exitCode?: number;
  output: string;
}

/** The results in a `tool_result` block: a list of `{query, result, success, error?}`, one such as JSON text, or text. */
export function clineResults(block: Fields, isCommand: boolean): ClineResult[] {
  const content = block.content;
  const parsed = typeof content === 'string' ? parseObject(content) : undefined;
  const items = Array.isArray(content) ? content : [parsed ?? content];
  const results = items.map((item) => oneResult(item, isCommand, block.is_error === true));
  return results.length > 0 ? results : [oneResult('', isCommand, block.is_error === true)];
}

const EXIT = /^\[Command exited with code (-?\d+)\]\s*/;
const REFUSED =
  /\b(?:rejected|declined|denied) by (?:the )?user\b|\buser (?:rejected|declined|denied)\b|\bnot approved\b/i;

function oneResult(item: unknown, isCommand: boolean, isError: boolean): ClineResult {
  const fields = record(item);
  const printed = text(fields?.result) ?? text(fields?.text) ?? (typeof item === 'string' ? item : '');
  const error = nonEmpty(fields?.error);
  const hasFailed = isError || fields?.success === false || error !== undefined;
  if (hasFailed && REFUSED.test(`${error ?? ''} ${printed}`.slice(0, 400)))
    return { outcome: 'refused', output: error ?? printed };
  const exit = isCommand ? EXIT.exec(printed) : null;
  if (exit) {
    const output = printed.slice(exit[0].length).replace(/^\[stderr\]\n/, '');
    const exitCode = Number(exit[1]);
    return { outcome: exitCode === 0 ? 'ok' : 'failed', exitCode, output };
  }
  if (hasFailed) return { outcome: 'failed', output: printed || (error ?? '') };
  return isCommand
    ? { outcome: 'ok', exitCode: 0, output: printed.replace(/^\[stderr\]\n/, '') }
    : { outcome: 'ok', output: printed };
}

import type { ToolAction } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';

type Arguments = { [key: string]: unknown };

/**
 * What a tool call does. One dialect serves two agents: Qwen Code began as a fork of Gemini CLI and kept its tool names.
 *
 * Names and parameters: Gemini CLI 0.61.0 tools/definitions, Qwen Code 0.24.4 tool-names; older names that real sessions
 * show (`search_file_content`, `read_many_files`, `absolute_path`, `task`) are kept.
 */
export function toolAction(tool: string, args: Arguments): ToolAction {
  switch (tool) {
    case 'write_file':
    case 'replace':
    case 'edit':
    case 'smart_edit':
    case 'notebook_edit':
      return editAction(tool, args);
    case 'read_file':
    case 'zoom_image':
      return { type: 'read', paths: paths(args) };
    case 'read_many_files':
      return { type: 'read', paths: [...strings(args['paths']), ...strings(args['include'])] };
    case 'glob':
    case 'grep_search':
    case 'search_file_content':
    case 'google_web_search':
    case 'web_search':
      return {
        type: 'search',
        query: nonEmpty(args['pattern']) ?? nonEmpty(args['query']) ?? '',
        paths: paths(args),
      };
    case 'run_shell_command':
      return runAction(args);
    case 'ask_user':
    case 'ask_user_question':
      return { type: 'ask', question: questionsOf(args).join('\n') };
    case 'invoke_agent':
    case 'delegate_to_agent':
    case 'codebase_investigator':
    case 'agent':
    case 'task':
      return { type: 'sub-agent', task: taskOf(args) };
    default:
      return isPlanTool(tool) ? { type: 'plan' } : otherAction(args);
  }
}

/** Questions asked through `ask_user` (Gemini CLI) or `ask_user_question` (Qwen Code), in order. */
export function questionsOf(args: Arguments): string[] {
  const questions = list(args['questions']).map((entry) => nonEmpty(record(entry)?.['question']) ?? '');
  const single = nonEmpty(args['question']);
  return single === undefined ? questions : [single];
}

function isPlanTool(tool: string): boolean {
  return /^(write_todos|todo_write|tracker_\w+|enter_plan_mode|exit_plan_mode)$/.test(tool);
}

function editAction(tool: string, args: Arguments): ToolAction {
  const path = paths(args)[0];
  if (path === undefined) return { type: 'edit', changes: [] };
  // `replace` with nothing to replace makes a new file.
  const creates = tool === 'replace' && args['old_string'] === '';
  return { type: 'edit', changes: [{ path, change: creates ? 'create' : 'update' }] };
}

function runAction(args: Arguments): ToolAction {
  const directory = nonEmpty(args['dir_path']) ?? nonEmpty(args['directory']);
  return {
    type: 'run',
    command: nonEmpty(args['command']) ?? '',
    ...(directory !== undefined && { directory }),
  };
}

function taskOf(args: Arguments): string {
  for (const key of ['prompt', 'objective', 'task', 'query', 'description']) {
    const value = nonEmpty(args[key]);
    if (value !== undefined) return value;
  }
  return '';
}

function otherAction(args: Arguments): ToolAction {
  const found = paths(args);
  return found.length === 0 ? { type: 'other' } : { type: 'other', paths: found };
}

function paths(args: Arguments): string[] {
  for (const key of ['file_path', 'absolute_path', 'notebook_path', 'dir_path', 'path']) {
    const value = nonEmpty(args[key]);
    if (value !== undefined) return [value];
  }
  return [];
}

function strings(value: unknown): string[] {
  return (typeof value === 'string' ? [value] : list(value)).filter(
    (entry) => nonEmpty(entry) !== undefined,
  ) as string[];
}

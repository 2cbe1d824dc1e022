import type { FileChange, FileChangeKind, ToolAction } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, nonEmpty, record, text } from '../fields.ts';

type Fields = { [key: string]: unknown } | undefined;

/** What a call of one of Copilot CLI's tools does (names seen in 1.0.18 and 1.0.102, and older ones). */
export function copilotAction(name: string, input: unknown): ToolAction {
  const values = record(input);
  const path = nonEmpty(values?.path);
  switch (name) {
    case 'bash':
    case 'powershell':
    case 'local_shell':
      return { type: 'run', command: text(values?.command) ?? '' };
    case 'view':
      return { type: 'read', paths: path ? [path] : [] };
    case 'create':
    case 'edit':
    case 'str_replace_editor':
    case 'apply_patch':
      return editAction(name, input, values, path);
    case 'rg':
    case 'grep':
    case 'glob':
    case 'web_search':
    case 'search_code_subagent':
      return {
        type: 'search',
        query: text(values?.pattern) ?? text(values?.query) ?? '',
        paths: path ? [path] : [],
      };
    case 'task':
      return { type: 'sub-agent', task: nonEmpty(values?.prompt) ?? text(values?.description) ?? '' };
    case 'ask_user':
      return { type: 'ask', question: text(values?.question) ?? text(values?.message) ?? '' };
    case 'update_todo':
    case 'exit_plan_mode':
      return { type: 'plan' };
    case 'sql':
      return /\btodo/i.test(text(values?.query) ?? '') ? { type: 'plan' } : { type: 'other' };
    default:
      return path ? { type: 'other', paths: [path] } : { type: 'other' };
  }
}

function editAction(name: string, input: unknown, values: Fields, path: string | undefined): ToolAction {
  if (name === 'apply_patch') {
    const patch = text(input) ?? text(values?.input) ?? text(values?.patch) ?? '';
    return { type: 'edit', changes: patchChanges(patch) };
  }
  const command = text(values?.command);
  if (name === 'str_replace_editor' && command === 'view') return { type: 'read', paths: path ? [path] : [] };
  const change = name === 'create' || command === 'create' ? 'create' : 'update';
  return { type: 'edit', changes: path ? [{ path, change }] : [] };
}

const KINDS: Readonly<Record<string, FileChangeKind>> = {
  create: 'create',
  add: 'create',
  delete: 'delete',
  remove: 'delete',
  rename: 'rename',
  move: 'rename',
};

/** The list of changed files that 1.0.102 adds to a result: `[{path, kind}]`. */
export function fileEdits(value: unknown): FileChange[] {
  return list(value).flatMap((item) => {
    const edit = record(item);
    const path = nonEmpty(edit?.path);
    if (path === undefined) return [];
    const kind = text(edit?.kind) ?? '';
    const change = Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? 'update') : 'update';
    const from = nonEmpty(edit?.from) ?? nonEmpty(edit?.previousPath);
    return [change === 'rename' && from ? { path, change, from } : { path, change }];
  });
}

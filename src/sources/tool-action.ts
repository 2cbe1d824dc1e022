import type { ToolAction } from '../model/session-event.ts';
import { list, nonEmpty } from './fields.ts';

type Input = { readonly [key: string]: unknown };

/** Argument names under which tools of all kinds take a path, a command, a query. */
const PATH_KEYS = [
  'path',
  'file_path',
  'filepath',
  'filePath',
  'file',
  'filename',
  'target_file',
  'notebook_path',
];
const COMMAND_KEYS = ['command', 'cmd', 'script', 'code'];
const QUERY_KEYS = ['query', 'pattern', 'regex', 'search', 'q'];

/** What a tool of any make does, from its name and arguments: for stores whose tools are whatever the user defined. */
export function genericToolAction(name: string, input: Input): ToolAction {
  const paths = pathsIn(input);
  const command = firstText(input, COMMAND_KEYS);
  if (command !== undefined && /command|shell|bash|exec|run|terminal|python/i.test(name))
    return { type: 'run', command };
  if (/ask|question|clarif/i.test(name)) {
    return { type: 'ask', question: firstText(input, ['question', 'prompt', 'text', 'message']) ?? '' };
  }
  if (/search|grep|glob|find|list|ls\b/i.test(name)) {
    return { type: 'search', query: firstText(input, QUERY_KEYS) ?? '', paths };
  }
  if (paths.length > 0 && /delete|remove|unlink/i.test(name)) {
    return { type: 'edit', changes: paths.map((path) => ({ path, change: 'delete' })) };
  }
  if (paths.length > 0 && /write|create|edit|patch|replace|insert|append|update|save|modify/i.test(name)) {
    const change = /create/i.test(name) ? 'create' : 'update';
    return { type: 'edit', changes: paths.map((path) => ({ path, change })) };
  }
  if (paths.length > 0 && /read|view|open|cat|get|load/i.test(name)) return { type: 'read', paths };
  return paths.length > 0 ? { type: 'other', paths } : { type: 'other' };
}

function pathsIn(input: Input): string[] {
  const single = firstText(input, PATH_KEYS);
  if (single !== undefined) return [single];
  return list(input['paths'] ?? input['files']).filter(
    (path) => typeof path === 'string' && path !== '',
  ) as string[];
}

function firstText(input: Input, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = nonEmpty(input[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

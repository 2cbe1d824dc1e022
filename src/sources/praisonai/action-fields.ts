import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { compact } from '../event-writer.ts';
import { list, record, text } from '../fields.ts';

/** A tool call's action from the JSON text that `encodeEvent` wrote; `undefined` for any other text. */
export function decodeAction(json: string | undefined): ToolAction | undefined {
  const fields = parsed(json);
  switch (fields?.['type']) {
    case 'edit':
      return { type: 'edit', changes: decodeChanges(fields['changes']) };
    case 'read':
      return { type: 'read', paths: texts(fields['paths']) };
    case 'search':
      return { type: 'search', query: text(fields['query']) ?? '', paths: texts(fields['paths']) };
    case 'run':
      return compact({
        type: 'run',
        command: text(fields['command']) ?? '',
        directory: text(fields['directory']),
      }) as ToolAction;
    case 'plan':
      return { type: 'plan' };
    case 'sub-agent':
      return { type: 'sub-agent', task: text(fields['task']) ?? '' };
    case 'ask':
      return { type: 'ask', question: text(fields['question']) ?? '' };
    case 'other':
      return fields['paths'] === undefined
        ? { type: 'other' }
        : { type: 'other', paths: texts(fields['paths']) };
    default:
      return undefined;
  }
}

export function decodeChanges(value: unknown): FileChange[] {
  return list(value).flatMap((item) => {
    const fields = record(item);
    const path = text(fields?.['path']);
    const change = CHANGES.find((candidate) => candidate === fields?.['change']);
    if (path === undefined || change === undefined) return [];
    return [compact({ path, change, from: text(fields?.['from']) }) as FileChange];
  });
}

const CHANGES = ['create', 'update', 'delete', 'rename'] as const satisfies readonly FileChange['change'][];

function texts(value: unknown): string[] {
  return list(value).filter((item): item is string => typeof item === 'string');
}

function parsed(json: string | undefined): { [key: string]: unknown } | undefined {
  try {
    return json === undefined ? undefined : record(JSON.parse(json));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

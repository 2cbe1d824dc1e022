import type { ToolAction, ToolOutcome } from '../../model/session-event.ts';
import { patchChanges } from '../../text/patch-changes.ts';
import { list, nonEmpty, record, text } from '../fields.ts';

/** What a call of one of Droid's tools does (names of 0.225.2 and of older files). */
export function droidAction(name: string, input: unknown): ToolAction {
  const values = record(input);
  const path = nonEmpty(values?.file_path) ?? nonEmpty(values?.path) ?? nonEmpty(values?.directory_path);
  const paths = path ? [path] : [];
  switch (name) {
    case 'Execute':
      return { type: 'run', command: text(values?.command) ?? '' };
    case 'Read':
      return { type: 'read', paths };
    case 'Create':
      return { type: 'edit', changes: path ? [{ path, change: 'create' }] : [] };
    case 'Edit':
    case 'MultiEdit':
      return { type: 'edit', changes: path ? [{ path, change: 'update' }] : [] };
    case 'ApplyPatch':
      return {
        type: 'edit',
        changes: patchChanges(text(input) ?? text(values?.input) ?? text(values?.patch) ?? ''),
      };
    case 'Grep':
    case 'Glob':
    case 'WebSearch':
      return { type: 'search', query: queryOf(values), paths };
    case 'TodoWrite':
    case 'ExitSpecMode':
      return { type: 'plan' };
    case 'Task':
      return { type: 'sub-agent', task: nonEmpty(values?.prompt) ?? text(values?.description) ?? '' };
    case 'AskUser':
      return { type: 'ask', question: text(values?.question) ?? text(values?.questionnaire) ?? '' };
    default:
      return path ? { type: 'other', paths } : { type: 'other' };
  }
}

function queryOf(values: { [key: string]: unknown } | undefined): string {
  const single = text(values?.pattern) ?? text(values?.query);
  if (single !== undefined) return single;
  return list(values?.patterns)
    .filter((pattern) => typeof pattern === 'string')
    .join(' ');
}

const FAILED = /^Error: Command failed \(exit code: (-?\d+)\)\n?/;
const EXITED = /\n*\[Process exited with code (-?\d+)\]\s*$/;
const REFUSED =
  /\b(?:rejected|declined|denied|cancel+ed) by (?:the )?user\b|\buser (?:rejected|declined|denied|cancel+ed)\b/i;

export interface DroidResult {
  outcome: ToolOutcome;
  exitCode?: number;
  output?: string;
}

/** The outcome of a tool result: for a command, the first or the last line of its text tells the exit code. */
export function droidResult(content: string, isError: boolean, isCommand: boolean): DroidResult {
  if (isError && REFUSED.test(content.slice(0, 300))) return { outcome: 'refused', output: content };
  if (!isCommand) return { outcome: isError ? 'failed' : 'ok', output: content };
  const failed = FAILED.exec(content);
  if (failed) {
    const output = content.slice(failed[0].length).replace(EXITED, '');
    return { outcome: 'failed', exitCode: Number(failed[1]), output };
  }
  const exited = EXITED.exec(content.slice(-200));
  const body = exited ? content.slice(0, content.length - exited[0].length) : content;
  const output = body.trim() === 'Command completed successfully' ? '' : body;
  const exitCode = exited ? Number(exited[1]) : undefined;
  const hasFailed = isError || (exitCode !== undefined && exitCode !== 0);
  return { outcome: hasFailed ? 'failed' : 'ok', output, ...(exitCode === undefined ? {} : { exitCode }) };
}

import type { ToolAction, ToolOutcome } from '../../model/session-event.ts';
import { nonEmpty, record, text } from '../fields.ts';

/** What a tool call does: names of the command line (1.5.47) and of the IDE. */
export function continueAction(name: string, input: unknown): ToolAction {
  const values = record(input);
  const path = nonEmpty(values?.filepath) ?? nonEmpty(values?.file_path) ?? nonEmpty(values?.path);
  const paths = path ? [path] : [];
  switch (name) {
    case 'Bash':
    case 'run_terminal_command':
      return { type: 'run', command: text(values?.command) ?? '' };
    case 'Read':
    case 'read_file':
    case 'read_file_range':
      return { type: 'read', paths };
    case 'create_new_file':
      return { type: 'edit', changes: path ? [{ path, change: 'create' }] : [] };
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
    case 'edit_existing_file':
    case 'single_find_and_replace':
    case 'multi_edit':
      return { type: 'edit', changes: path ? [{ path, change: 'update' }] : [] };
    case 'Search':
    case 'grep_search':
    case 'file_glob_search':
    case 'search_web':
      return { type: 'search', query: text(values?.pattern) ?? text(values?.query) ?? '', paths };
    case 'Checklist':
      return { type: 'plan' };
    case 'Subagent':
      return { type: 'sub-agent', task: nonEmpty(values?.prompt) ?? text(values?.description) ?? '' };
    case 'AskQuestion':
      return { type: 'ask', question: text(values?.question) ?? '' };
    default:
      return path ? { type: 'other', paths } : { type: 'other' };
  }
}

/** `Write` says in its result whether it made the file (1.5.47). */
export function hasCreated(output: string): boolean {
  return output.startsWith('Successfully created file');
}

/** The human's words in the result of `AskQuestion`. */
export function answerOf(output: string): string {
  const said = /^User (?:selected option \d+|provided custom answer|answered): "([\s\S]*)"$/.exec(
    output.trim(),
  );
  return said?.[1] ?? output;
}

const FAILED = /^Error \(exit code (-?\d+)\):\s*/;

export interface ContinueResult {
  outcome: ToolOutcome;
  exitCode?: number;
  output: string;
}

/**
 * The outcome of a call that ended. A command that fails without a word on its error output is `done` like any other: only
 * with one does its text tell the exit code (1.5.47, the Bash tool).
 */
export function continueResult(status: string, output: string, isCommand: boolean): ContinueResult {
  if (status === 'canceled') return { outcome: 'refused', output: '' };
  const failed = FAILED.exec(output);
  if (failed)
    return { outcome: 'failed', exitCode: Number(failed[1]), output: output.slice(failed[0].length) };
  if (status === 'errored') return { outcome: 'failed', output };
  if (isCommand && /^Command moved to background\. Job ID:/.test(output))
    return { outcome: 'running', output: output.replace(/^[^\n]*\nOutput so far:\n/, '') };
  if (isCommand && /\[Command timed out after [^\]]*\]\s*$/.test(output))
    return { outcome: 'failed', output };
  const content = /^Content of [^\n]*:\n/.exec(output);
  return { outcome: 'ok', output: content ? output.slice(content[0].length) : output };
}

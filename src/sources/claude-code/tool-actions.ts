import type { FileChange, ToolAction } from '../../model/session-event.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** Plans of plan mode are Markdown files under the configuration directory (seen in 2.1.332): no work on the project. */
const PLAN_FILE = /[\\/]\.claude[\\/]plans[\\/][^\\/]+\.md$/;

export function isPlanFile(path: string): boolean {
  return PLAN_FILE.test(path);
}

const EDIT_TOOLS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);
const PLAN_TOOLS = new Set(['TodoWrite', 'TodoRead', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet']);

/** `Task` until 2.1.56, `Agent` since 2.1.63. */
export function isSubAgentTool(tool: string): boolean {
  return tool === 'Task' || tool === 'Agent';
}

/** The files that an edit tool's call changes; a `Write` counts as an update until its result says that it created. */
export function editedFiles(tool: string, input: JsonRecord): FileChange[] {
  if (!EDIT_TOOLS.has(tool)) return [];
  const path = nonEmpty(input['file_path']) ?? nonEmpty(input['notebook_path']);
  return path === undefined ? [] : [{ path, change: 'update' }];
}

export function toolAction(tool: string, input: JsonRecord): ToolAction {
  if (EDIT_TOOLS.has(tool)) {
    const changes = editedFiles(tool, input);
    return changes.some((change) => isPlanFile(change.path)) ? { type: 'plan' } : { type: 'edit', changes };
  }
  if (PLAN_TOOLS.has(tool)) return { type: 'plan' };
  if (isSubAgentTool(tool)) {
    return { type: 'sub-agent', task: nonEmpty(input['description']) ?? text(input['prompt']) ?? '' };
  }
  switch (tool) {
    case 'Read':
    case 'NotebookRead':
      return { type: 'read', paths: paths(input, 'file_path', 'notebook_path') };
    case 'Grep':
    case 'Glob':
      return { type: 'search', query: text(input['pattern']) ?? '', paths: paths(input, 'path') };
    case 'LS':
      return { type: 'search', query: '', paths: paths(input, 'path') };
    case 'WebSearch':
      return { type: 'search', query: text(input['query']) ?? '', paths: [] };
    case 'AskUserQuestion':
      return { type: 'ask', question: questionOf(input) };
    case 'ExitPlanMode':
      // The human is asked to approve: left unanswered, the session waits for that.
      return { type: 'ask', question: 'Approve the plan?' };
    default:
      return otherAction(tool, input);
  }
}

function otherAction(tool: string, input: JsonRecord): ToolAction {
  const command = nonEmpty(input['command']);
  if (command !== undefined && /^(?:Bash|PowerShell|Monitor)$/.test(tool)) return { type: 'run', command };
  const found = paths(input, 'file_path', 'path', 'relative_path');
  return found.length === 0 ? { type: 'other' } : { type: 'other', paths: found };
}

function questionOf(input: JsonRecord): string {
  const questions = list(input['questions'])
    .map((question) => nonEmpty(record(question)?.['question']))
    .filter((question) => question !== undefined);
  return questions.length === 0 ? (text(input['question']) ?? '') : questions.join(' ');
}

function paths(input: JsonRecord, ...keys: string[]): string[] {
  return keys.map((key) => nonEmpty(input[key])).filter((path) => path !== undefined);
}

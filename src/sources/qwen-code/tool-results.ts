import type { FileChange, ToolOutcome } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { finiteNumber, list, nonEmpty, record, text } from '../fields.ts';
import { cancelledOutcome, responseText, shellReport, unwrapped } from '../gemini-cli/tool-output.ts';

type Fields = { [key: string]: unknown };

export interface ToldResult {
  outcome: ToolOutcome;
  exitCode?: number;
  output?: string;
  changes?: FileChange[];
}

/**
 * What one function response, with the record's structured twin `toolCallResult`, says of a call.
 *
 * Older versions report a failed command as `success` with an exit code in the text; newer ones have `shell_result`
 * displays, in which a harmless non-zero exit code (grep finds nothing) stands beside `outcome: completed`.
 */
export function toldResult(tool: string, response: Fields, twin: Fields | undefined): ToldResult {
  const answer = responseText(response['response']);
  const status = nonEmpty(twin?.['status']);
  const display = twin?.['resultDisplay'];
  if (status === 'cancelled' || answer.text.startsWith('[Operation Cancelled]')) {
    const reason = unwrapped(answer.text);
    return { outcome: cancelledOutcome(reason), output: excerpt(reason) };
  }
  if (tool === 'run_shell_command') return shellResult(answer.text, status, record(display));
  const output = excerpt(unwrapped(answer.text));
  if (status === 'error' || answer.error) return { outcome: 'failed', output };
  if (/^(User declined to answer|Plan execution was not approved)/.test(output))
    return { outcome: 'refused', output };
  // An edit that did not apply counts as a success of the tool; only the display says otherwise.
  if (/^Error\b/.test(text(display) ?? '')) return { outcome: 'failed', output };
  const agent = subAgentOutcome(record(display), output);
  const change = changedFile(output, record(display));
  return { outcome: agent ?? 'ok', output, ...(change && { changes: [change] }) };
}

const SHELL_OUTCOMES: { [outcome: string]: ToolOutcome } = {
  completed: 'ok',
  failed: 'failed',
  timed_out: 'failed',
  cancelled: 'interrupted',
};

function shellResult(report: string, status: string | undefined, display: Fields | undefined): ToldResult {
  const told = shellReport(report);
  const isStructured = display?.['type'] === 'shell_result';
  const exitCode = (isStructured ? finiteNumber(display?.['exitCode']) : undefined) ?? told.exitCode;
  const fromText = status === 'error' ? 'failed' : (told.outcome ?? 'ok');
  const outcome =
    isStructured && told.outcome !== 'running' ? SHELL_OUTCOMES[text(display?.['outcome']) ?? ''] : undefined;
  return {
    outcome: outcome ?? fromText,
    ...(exitCode !== undefined && { exitCode }),
    output: told.output,
  };
}

function subAgentOutcome(display: Fields | undefined, output: string): ToolOutcome | undefined {
  if (output.startsWith('Background agent launched')) return 'running';
  if (display?.['type'] !== 'task_execution') return undefined;
  const status = nonEmpty(display['status']);
  if (status === 'running' || status === 'background') return 'running';
  if (status === 'cancelled') return 'interrupted';
  return status === 'failed' ? 'failed' : 'ok';
}

/** Whether an edit made a new file is told only by its result. */
function changedFile(output: string, display: Fields | undefined): FileChange | undefined {
  const created = /^Successfully created and wrote to new file: (.+?)\.?$/m.exec(output);
  const path = nonEmpty(display?.['filePath']) ?? nonEmpty(created?.[1]);
  return created && path !== undefined ? { path, change: 'create' } : undefined;
}

export interface Answer {
  question?: string;
  text: string;
}

/** Answers of `ask_user_question`: structured in newer versions, lines of `**header**: answer` in older ones. */
export function answersOf(
  response: Fields,
  twin: Fields | undefined,
  questions: readonly string[],
): Answer[] {
  const structured = list(record(twin?.['resultDisplay'])?.['answers']).map(record);
  const answers: Answer[] = [];
  for (const entry of structured) {
    const words = nonEmpty(entry?.['answer']);
    const question = nonEmpty(entry?.['question']);
    if (words !== undefined) answers.push({ text: words, ...(question !== undefined && { question }) });
  }
  if (answers.length > 0) return answers;
  const said = responseText(response['response']).text;
  if (!said.startsWith('User has provided the following answers:')) return [];
  for (const [index, line] of [
    ...said.matchAll(/^\*\*[^\n]+?\*\*: ([\s\S]*?)(?=\n\*\*|$(?![\s\S]))/gm),
  ].entries()) {
    const question = questions[index];
    const words = nonEmpty(line[1]);
    if (words !== undefined) answers.push({ text: words, ...(question !== undefined && { question }) });
  }
  return answers;
}

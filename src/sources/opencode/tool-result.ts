import type { ToolOutcome } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { finiteNumber, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

export interface ToolEnd {
  outcome: ToolOutcome;
  exitCode?: number;
  output?: string;
  /** The human's words of a refusal. */
  words?: string;
}

const REFUSED = 'The user rejected permission to use this specific tool call';
const FEEDBACK = `${REFUSED} with the following feedback: `;
/** A rule in the human's configuration, and what the human did with a question or a suggestion. */
const REFUSALS = [REFUSED, 'The user has specified a rule which prevents', 'The user dismissed this'];

/** What a tool part's state says about its end; `undefined` while the call waits or runs. */
export function toolEnd(tool: string, state: JsonRecord): ToolEnd | undefined {
  if (state['status'] === 'error') return failedEnd(state);
  if (state['status'] !== 'completed') return undefined;
  const { output, notice } = withoutWrapping(tool, text(state['output']) ?? '');
  // The plan event says it better; the other is what an empty output is told as (seen in 1.18.33).
  const shown = tool === 'todowrite' || output === '(no output)' ? '' : excerpt(output.trim());
  const end: ToolEnd = { outcome: 'ok', ...(shown === '' ? {} : { output: shown }) };
  if (tool !== 'bash' && tool !== 'shell') return tool === 'invalid' ? { ...end, outcome: 'failed' } : end;
  const exitCode = finiteNumber(record(state['metadata'])?.['exit']);
  if (exitCode !== undefined) {
    end.exitCode = exitCode;
    if (exitCode !== 0) end.outcome = 'failed';
  }
  if (notice.includes('aborted')) end.outcome = 'interrupted';
  else if (/time(?:out|d out)/i.test(notice)) {
    end.outcome = 'failed';
    end.output = excerpt(`${output.trim()}\n${notice}`.trim());
  }
  return end;
}

function failedEnd(state: JsonRecord): ToolEnd {
  const error = nonEmpty(state['error'])?.trim() ?? '';
  const end: ToolEnd = { outcome: 'failed', ...(error === '' ? {} : { output: excerpt(error) }) };
  const stopped = error === 'Tool execution aborted' || error === 'Cancelled';
  if (stopped || record(state['metadata'])?.['interrupted'] === true) end.outcome = 'interrupted';
  const refusal = error.startsWith('Error: ') ? error.slice('Error: '.length) : error;
  if (REFUSALS.some((start) => refusal.startsWith(start))) end.outcome = 'refused';
  const words = refusal.startsWith(FEEDBACK) ? refusal.slice(FEEDBACK.length).trim() : '';
  return words === '' ? end : { ...end, words };
}

/** What the harness wrote around an output, and its own notice (timeout, abort) about a command. */
function withoutWrapping(tool: string, whole: string): { output: string; notice: string } {
  let output = withoutTruncation(withoutReminders(whole));
  if (tool === 'read') output = readContent(output);
  if (tool === 'task') output = between(output, '<task_result>', '</task_result>');
  let notice = '';
  for (const tag of ['shell_metadata', 'bash_metadata', 'metadata']) {
    const whole = output.trimEnd();
    const close = `</${tag}>`;
    const start = whole.endsWith(close) ? whole.lastIndexOf(`<${tag}>`) : -1;
    if (start === -1) continue;
    notice = whole.slice(start + close.length - 1, -close.length).trim();
    output = whole.slice(0, start);
    break;
  }
  return { output, notice };
}

/** Instruction files that a read brought in are appended. */
function withoutReminders(whole: string): string {
  let output = whole;
  while (output.endsWith('</system-reminder>')) {
    const start = output.lastIndexOf('<system-reminder>');
    if (start === -1) break;
    output = output.slice(0, start).trimEnd();
  }
  return output;
}

/** The notice about a cut output stands in its last so many characters. */
const NOTICE_CHARS = 1000;

/** Where all of a long output was saved is told before its tail, or behind its head (seen in 1.18.33). */
function withoutTruncation(output: string): string {
  const from = Math.max(0, output.length - NOTICE_CHARS);
  const at = output.slice(from).indexOf('The tool call succeeded but the output was truncated.');
  const head = from + at > 0 && at !== -1 ? output.slice(0, from + at).trimEnd() : output;
  return head.replace(
    /^\.\.\.[^\n]{0,80}truncated\.\.\.\n+(?:(?:Full output saved to|The tool call succeeded)[^\n]*\n(?:Use [^\n]*\n)?\n*)?/,
    '',
  );
}

/** `<path>…</path>`, `<type>…</type>`, `<content>` (1.2 and newer), `<file>` (before). */
function readContent(output: string): string {
  const head = /^(?:<path>[^\n]*\n<type>[^\n]*\n)?<(content|entries|file)>\n/.exec(output);
  if (!head) return output;
  const end = output.lastIndexOf(`</${head[1]}>`);
  return output.slice(head[0].length, end === -1 ? undefined : end);
}

function between(output: string, open: string, close: string): string {
  const start = output.indexOf(open);
  if (start === -1) return output;
  const end = output.lastIndexOf(close);
  return output.slice(start + open.length, end === -1 ? undefined : end);
}

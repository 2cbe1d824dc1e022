import type { ToolOutcome } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { jsonText, list, record, text } from '../fields.ts';
import { withoutBlocks } from './human-text.ts';

/** Most characters of a structured result that are turned into text. */
const MAX_STRUCTURED_CHARS = 20_000;

/** The agents' own notices stand within the first characters of an output. */
const MAX_NOTICE_CHARS = 1200;
const CLOSING = '</untrusted_context>';

export interface ToolText {
  text: string;
  /** The result is an error by its own form (`response.error`). */
  error: boolean;
}

/**
 * The text of a recorded result: a string, parts, or function responses (`response.output` or `response.error`).
 * A rewritten record may carry the responses of a whole turn: the one with this call's id counts.
 */
export function resultText(result: unknown, callId: string): ToolText | undefined {
  if (typeof result === 'string') return { text: result, error: false };
  const parts = Array.isArray(result) ? result : [result];
  const responses = parts
    .map((part) => record(record(part)?.['functionResponse']))
    .filter((part) => part !== undefined);
  const response = responses.find((part) => part['id'] === callId) ?? responses[0];
  if (response) return responseText(response['response']);
  const texts = parts.map((part) => (typeof part === 'string' ? part : text(record(part)?.['text'])));
  const joined = texts.filter((part) => part !== undefined).join('');
  return joined === '' ? undefined : { text: joined, error: false };
}

/** Text of `functionResponse.response`. */
export function responseText(response: unknown): ToolText {
  if (typeof response === 'string') return { text: response, error: false };
  const fields = record(response) ?? {};
  if (fields['error'] !== undefined) return { text: plain(fields['error']), error: true };
  return { text: plain(fields['output'] ?? fields['content'] ?? response), error: false };
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    const texts = list(value).map((part) => text(record(part)?.['text']));
    if (texts.every((part) => part !== undefined)) return texts.join('');
  }
  return jsonText(value).slice(0, MAX_STRUCTURED_CHARS);
}

/**
 * Output without what the agents put around it: `<untrusted_context>`, the notes about cut and saved outputs, project
 * context that was discovered on the way (Gemini CLI), reminders (Qwen Code).
 */
export function unwrapped(output: string): string {
  let inner = output;
  for (const cut of [untrusted, tooLarge, untrusted]) inner = cut(inner);
  inner = withoutBlocks(inner, 'system-reminder');
  const discovered = inner.indexOf('\n\n--- Newly Discovered Project Context ---\n');
  if (discovered !== -1) inner = inner.slice(0, discovered);
  const updated = inner.slice(0, MAX_NOTICE_CHARS).indexOf(' Here is the updated code:\n');
  if (updated !== -1) inner = inner.slice(0, updated);
  return inner.trim();
}

function untrusted(output: string): string {
  const opened = /^\s*<untrusted_context[^>]*>\n?/.exec(output.slice(0, MAX_NOTICE_CHARS));
  if (!opened) return output;
  const inner = output.slice(opened[0].length).trimEnd();
  return inner.endsWith(CLOSING) ? inner.slice(0, -CLOSING.length).trimEnd() : inner;
}

function tooLarge(output: string): string {
  if (output.startsWith('Output too large. Showing first ')) return output.slice(output.indexOf('\n') + 1);
  if (!output.startsWith('Tool output was too large and has been truncated')) return output;
  const marker = 'Truncated part of the output:\n';
  const start = output.indexOf(marker);
  return start === -1 ? output : output.slice(start + marker.length);
}

export interface ShellReport {
  output: string;
  exitCode?: number;
  outcome?: ToolOutcome;
}

/**
 * Reads the text report of `run_shell_command`: `Output:` (with `Command:` and `Directory:` before it in Qwen Code and
 * older Gemini CLI) and a footer of `Error:`, `Exit Code:`, `Signal:`, `Background PIDs:`, `Process Group PGID:`.
 * Gemini CLI writes the exit code only when it is not 0 (source: tools/shell.js).
 */
export function shellReport(raw: string): ShellReport {
  const report = unwrapped(raw);
  const early = shellNotice(report);
  if (early) return early;
  const start = bodyStart(report);
  if (start === -1) return unlabelledReport(report);
  const { end, footer } = splitFooter(report);
  const body = report.slice(Math.min(start, end), end).trim();
  const code = footer.get('Exit Code');
  const signal = footer.get('Signal');
  const signalled = signal !== undefined && signal !== '(none)';
  const exitCode = code === undefined && !signalled ? 0 : Number.parseInt(code ?? '', 10);
  return {
    output: body === '(empty)' ? '' : excerpt(body),
    ...(Number.isInteger(exitCode) && { exitCode }),
    ...((signalled || exitCode > 0) && { outcome: 'failed' as const }),
  };
}

/** A report in another order (exports, other tools): the exit code's line may stand first or last. */
function unlabelledReport(report: string): ShellReport {
  const line =
    /^Exit Code: (\d+)\n/.exec(report.slice(0, 100)) ?? /\nExit Code: (\d+)\s*$/.exec(report.slice(-100));
  if (!line) return { output: excerpt(report) };
  const output = report.startsWith(line[0]) ? report.slice(line[0].length) : report.slice(0, -line[0].length);
  const exitCode = Number(line[1]);
  return { output: excerpt(output), exitCode, ...(exitCode > 0 && { outcome: 'failed' as const }) };
}

function shellNotice(report: string): ShellReport | undefined {
  const notice = report.slice(0, 200);
  let outcome: ToolOutcome | undefined;
  if (/^Command was cancelled by user/.test(notice)) outcome = 'interrupted';
  else if (/^Command (was automatically cancelled|timed out after)/.test(notice)) outcome = 'failed';
  else if (
    /^(Command is running in background|Command moved to background|Background shell started)/.test(notice)
  )
    outcome = 'running';
  else if (/^Foreground command ".*" promoted to background/.test(notice)) outcome = 'running';
  return outcome && { output: excerpt(report), outcome };
}

/** Where the output begins, or -1 when this is no shell report. */
function bodyStart(report: string): number {
  for (const label of ['Output: ', 'Stdout: ']) {
    if (report.startsWith(label)) return label.length;
    const directory = report.startsWith('Command: ') ? report.indexOf('\nDirectory: ') : 0;
    if (directory === -1 || (directory === 0 && !report.startsWith('Directory: '))) continue;
    const lineEnd = report.indexOf('\n', directory + 1);
    if (lineEnd !== -1 && report.startsWith(label, lineEnd + 1)) return lineEnd + 1 + label.length;
  }
  return -1;
}

/** Takes footer lines from the end; an `Error:` line that says something stays: it may be the output's own. */
function splitFooter(report: string): { end: number; footer: Map<string, string> } {
  const footer = new Map<string, string>();
  let end = report.length;
  for (;;) {
    const start = report.lastIndexOf('\n', end - 1) + 1;
    const line = /^(Exit Code|Signal|Background PIDs|Process Group PGID|Error|Stderr): ?(.*)$/.exec(
      report.slice(start, end),
    );
    if (!line || start === 0 || (/^(Error|Stderr)/.test(line[1] ?? '') && !isNothing(line[2] ?? '')))
      return { end, footer };
    if (!footer.has(line[1] ?? '')) footer.set(line[1] ?? '', (line[2] ?? '').trim());
    end = start - 1;
  }
}

function isNothing(value: string): boolean {
  return /^(\(none\)|\(empty\)|)$/.test(value.trim());
}

/** Whether a cancelled call was refused by the human or stopped while it ran, from the reason that the agents record. */
export function cancelledOutcome(reason: string): ToolOutcome {
  return /denied execution|did not allow|declined|User cancelled operation|not approved|rejected/i.test(
    reason,
  )
    ? 'refused'
    : 'interrupted';
}

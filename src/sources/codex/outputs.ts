import type { ToolOutcome } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { finiteNumber, list, record, text } from '../fields.ts';

/**
 * What Codex wrote into the output of a tool call: the outcome, the exit code, the text without its headers; pure.
 *
 * Three dialects of the exit code (real rollouts): JSON `{"output", "metadata": {"exit_code"}}` up to 0.5x; a header
 * `Exit code: N`, `Wall time: …`, `Output:` from 0.6x; a header `Chunk ID: …`, `Wall time: …`, `Process exited with
 * code N` or `Process running with session ID N` from 0.10x. apply_patch uses the first or the second.
 */
export interface CallOutput {
  outcome: ToolOutcome;
  exitCode?: number;
  /** Already an excerpt; absent when there is no text. */
  output?: string;
  /** The process goes on under this number; later `write_stdin` calls name it. */
  sessionId?: string;
}

/** The text of an output field: a string, a list of content items, or `{content}`. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  const parts = Array.isArray(output) ? output : list(record(output)?.['content']);
  if (parts.length === 0) return text(record(output)?.['content']) ?? '';
  return parts
    .map((part) => text(record(part)?.['text']) ?? '')
    .filter((part) => part !== '')
    .join('\n');
}

export function callOutput(raw: string): CallOutput {
  return fromJson(raw) ?? fromHeader(raw) ?? fromWords(raw);
}

/** A result without wrapping: the events that carry exit code and text as fields. */
export function plainOutput(outcome: ToolOutcome, exitCode: number | undefined, output: string): CallOutput {
  const result: CallOutput = { outcome };
  if (exitCode !== undefined) result.exitCode = exitCode;
  // The first line is to be the first that says something.
  const cut = excerpt(output.replace(/^(?:[ \t]*\r?\n)+/, '')).trimEnd();
  if (cut !== '') result.output = cut;
  return result;
}

function byExitCode(exitCode: number, output: string): CallOutput {
  // Codex records -1 where the process ended without a code of its own: it was killed (seen in 0.171).
  if (exitCode < 0) return plainOutput('interrupted', undefined, output);
  return plainOutput(exitCode === 0 ? 'ok' : 'failed', exitCode, output);
}

function fromJson(raw: string): CallOutput | undefined {
  if (!raw.startsWith('{"output":')) return undefined;
  try {
    const value = record(JSON.parse(raw));
    const exitCode = finiteNumber(record(value?.['metadata'])?.['exit_code']);
    const output = text(value?.['output']);
    if (exitCode !== undefined && output !== undefined) return byExitCode(exitCode, output);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  // Masked or cut by a later tool: the code stands at the end, the text after the first quote.
  const exitCode = /"exit_code":\s*(-?\d+)[^"]*(?:"duration_seconds"[^"]*)?$/.exec(raw.slice(-200))?.[1];
  if (exitCode === undefined) return undefined;
  const output = raw.slice(11, raw.lastIndexOf('","metadata"')).replace(/\\n/g, '\n').replace(/\\"/g, '"');
  return byExitCode(Number(exitCode), output);
}

const HEADER =
  /^(?:Chunk ID: \S*\n)?(?:Exit code: (-?\d+)\n)?Wall time:? [\d.]+ ?\w*\n(?:Process exited with code (-?\d+)\n|Process running with session ID (\S+)\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n?/;

function fromHeader(raw: string): CallOutput | undefined {
  const match = HEADER.exec(raw.length > 400 ? raw.slice(0, 400) : raw);
  if (!match) return undefined;
  const body = raw.slice(match[0].length).replace(/^\n*Total output lines: \d+\n+/, '');
  const code = match[1] ?? match[2];
  if (code !== undefined) return byExitCode(Number(code), body);
  if (match[3] !== undefined) return { ...plainOutput('running', undefined, body), sessionId: match[3] };
  // An apply_patch that was called through the shell: a bare header around the real one (seen in 0.171).
  return callOutput(body);
}

const REFUSED = /\brejected by user\b(?! approval settings)/;
const ABORTED = /^(?:Wall time: [\d.]+ seconds\n)?aborted(?: by user)?(?: after [\d.]+ ?s)?\.?\s*$/;
const SANDBOX =
  /^failed in sandbox \S+ with execution error: (?:sandbox denied exec error, )?(?:exit code: (-?\d+), stdout: )?/;
const FAILED =
  /^(?:execution error|exec_command failed|write_stdin failed|apply_patch verification failed|failed to |failed:|unsupported (?:custom tool )?call|tool call error|err(?:or)?:|command timed out|collab \w+ failed|patch rejected|exec command rejected|writing is blocked|writing outside of the project|\w+ failed\b)/i;

/** Outputs without a header are short notes of Codex itself, or the plain answer of another tool. */
function fromWords(raw: string): CallOutput {
  const start = raw.slice(0, 400);
  if (raw.length < 400) {
    if (REFUSED.test(raw)) return plainOutput('refused', undefined, raw);
    if (ABORTED.test(raw)) return { outcome: 'interrupted' };
  }
  const sandbox = SANDBOX.exec(start);
  if (sandbox) {
    const output = raw
      .slice(sandbox[0].length)
      .replace(/^, stderr: /, '')
      .replace(/, stderr: /, '\n');
    const code = sandbox[1] === undefined ? undefined : Number(sandbox[1]);
    return plainOutput('failed', code === undefined || code < 0 ? undefined : code, output);
  }
  return plainOutput(FAILED.test(start) ? 'failed' : 'ok', undefined, raw);
}

/** The first item of a code-mode output says how the script ended (seen in 0.171). */
export interface ScriptOutput {
  state: 'completed' | 'failed' | 'running';
  result: CallOutput;
}

export function scriptOutput(output: unknown): ScriptOutput {
  const raw = outputText(output);
  const match =
    /^Script (completed|failed|running with cell ID \S+)\nWall time:? [^\n]*\n(?:Output:\n*)?/.exec(raw);
  const body = raw.slice(match?.[0].length ?? 0).replace(/^Script error:\n/, '');
  const state = match?.[1];
  if (state?.startsWith('running'))
    return { state: 'running', result: plainOutput('running', undefined, body) };
  if (state === 'completed') return { state, result: plainOutput('ok', undefined, body) };
  const words = callOutput(body);
  const outcome = state === 'failed' && words.outcome === 'ok' ? 'failed' : words.outcome;
  return { state: outcome === 'ok' ? 'completed' : 'failed', result: { ...words, outcome } };
}

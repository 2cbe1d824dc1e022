import type { ToolOutcome } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { list, record, text } from '../fields.ts';
import { withoutReminders } from './user-text.ts';

/** What a tool result says, in terms that all agents share. */
export interface ResultFacts {
  outcome: ToolOutcome;
  exitCode?: number;
  /** Without the agent's wrapping, cut to its ends; absent where there is none. */
  output?: string;
  /** The words with which the human refused. */
  refusal?: string;
}

/** The refusals of a person; a denial by rule (`Permission for this tool use was denied`) is a failure instead. */
const REFUSED =
  /^(?:The user doesn't want to (?:proceed|take this action)|User rejected tool use|User denied permission|The agent proposed a plan that was rejected by the user)/;
const REFUSAL_WORDS = /(?:the|The) user said:\n([\s\S]*)$/;
/** Appended to the words by some builds (text in the 2.1.332 binary). */
const REFUSAL_NOTE = /\n[ \t]*Note: The user's next message may contain a correction or preference\.[\s\S]*$/;

/** What the agent itself writes for a call that was stopped or whose end it did not see (2.1.332 binary). */
const INTERRUPTED =
  /^\[(?:Request interrupted|This turn ended before|Tool call (?:interrupted|did not complete|result not in this copy|skipped)|Agent call interrupted)|^User aborted/;

/** Texts that stand for "no output". */
const NO_OUTPUT = /^\((?:Bash completed with no output|no content|no output)\)$/;

/** The text of a result's content: a string, or blocks of which only the text ones have words. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => text(record(block)?.['text']))
    .filter((part) => part !== undefined)
    .join('\n');
}

export function resultFacts(content: unknown, isError: boolean, interrupted: boolean): ResultFacts {
  const raw = contentText(content).trim();
  if (isError && REFUSED.test(raw)) return refusedResult(raw);
  if (INTERRUPTED.test(raw)) return { outcome: 'interrupted' };
  const words = isError ? REFUSAL_WORDS.exec(raw)?.[1] : undefined;
  const facts: ResultFacts = { outcome: interrupted ? 'interrupted' : isError ? 'failed' : 'ok' };
  if (words !== undefined && raw.startsWith('Permission for this tool use was denied')) {
    return { ...refusedResult(raw) };
  }
  let output = withoutWrapping(raw);
  const exit = isError ? /^Exit code (-?\d+)(?:\n|$)/.exec(output) : null;
  if (exit) {
    facts.exitCode = Number(exit[1]);
    output = output.slice(exit[0].length);
  }
  output = output.replace(/^\s*\n/, '').trimEnd();
  if (output !== '' && !NO_OUTPUT.test(output)) facts.output = excerpt(output);
  return facts;
}

function refusedResult(raw: string): ResultFacts {
  const words = REFUSAL_WORDS.exec(raw)?.[1]?.replace(REFUSAL_NOTE, '').trim();
  return { outcome: 'refused', ...(words ? { refusal: words } : {}) };
}

const ABORTED = '<error>Command was aborted before completion</error>';

/** Reminders, error tags, and the envelope of an output that was saved to a file. */
function withoutWrapping(raw: string): string {
  let output = withoutReminders(raw);
  if (output.startsWith('<tool_use_error>'))
    output = output.replace(/^<tool_use_error>|<\/tool_use_error>$/g, '');
  if (output.endsWith(ABORTED)) output = output.slice(0, -ABORTED.length);
  if (output.startsWith('<persisted-output>')) {
    output = output
      .replace(/^<persisted-output>\s*\n[^\n]*\n\s*\n?(?:Preview \([^)]*\):\n)?/, '')
      .replace(/\n?(?:\.\.\.)?\n?<\/persisted-output>\s*$/, '');
  }
  return output;
}

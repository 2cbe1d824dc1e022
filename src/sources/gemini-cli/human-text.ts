import { list, record, text } from '../fields.ts';

/** What a user record holds that the human wrote. */
export type HumanInput =
  | { kind: 'prompt'; text: string }
  /** Typed while the agent worked, handed to the model with the next tool results. */
  | { kind: 'steering'; text: string }
  /** `!command`: run by the human in shell mode. */
  | { kind: 'command'; command: string; output: string; exitCode?: number };

/**
 * Beginnings of texts that the agents put into user records themselves: environment, hooks, editor state, summaries,
 * nudges, notifications (Gemini CLI 0.61.0 core/client and core/geminiChat; Qwen Code 0.24.4).
 */
const INJECTED = [
  '<session_context>',
  '<hook_context>',
  '<qwen:user-prompt-submit-context>',
  '<system-reminder>',
  '<state_snapshot>',
  '<task-notification>',
  '<background_output>',
  '<loaded_context>',
  'This is the Gemini CLI. We are setting up the context',
  'This is the Qwen Code. We are setting up the context',
  "Here is the user's editor context",
  "Here is a summary of changes in the user's editor context",
  'Background execution update:',
  'System: Potential loop detected',
  '[System: ',
  '[Continuing from previous AI thoughts',
  '- **Workspace Directories:**',
  "I'm currently working in the director",
  "I'm currently working in the following director",
];

/** Blocks that are put into or behind the human's own text. */
const INJECTED_BLOCKS = ['system-reminder', 'hook_context', 'qwen:user-prompt-submit-context'];

const REFERENCED_FILES = '--- Content from referenced files ---';

/** Texts of a record's content: a string, or the text parts that are no thoughts. */
export function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  const parts = Array.isArray(content) ? content : [content];
  const texts: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string') texts.push(part);
    const fields = record(part);
    const value = text(fields?.['text']);
    if (value !== undefined && fields?.['thought'] !== true) texts.push(value);
  }
  return texts;
}

/** `functionResponse` parts of a record's content. */
export function functionResponses(content: unknown): { [key: string]: unknown }[] {
  return list(content)
    .map((part) => record(record(part)?.['functionResponse']))
    .filter((part) => part !== undefined);
}

/** Unwraps the human's words from the texts of a user record; `undefined` when there are none. */
export function humanInput(texts: readonly string[]): HumanInput | undefined {
  const kept: string[] = [];
  for (const part of texts) {
    const steering = steeringText(part);
    if (steering !== undefined) return { kind: 'steering', text: steering };
    const cut = part.indexOf(REFERENCED_FILES);
    const own = withoutInjected(cut === -1 ? part : part.slice(0, cut));
    if (own !== '') kept.push(own);
    // What follows is the text of the files that the prompt refers to with `@`.
    if (cut !== -1) break;
  }
  const prompt = kept.join('\n').trim();
  // The agents nudge a model that stopped too early with exactly these words.
  if (prompt === '' || prompt === 'Please continue.') return undefined;
  return shellModeCommand(prompt) ?? { kind: 'prompt', text: prompt };
}

function withoutInjected(part: string): string {
  const begin = part.trimStart();
  if (INJECTED.some((prefix) => begin.startsWith(prefix))) return '';
  return INJECTED_BLOCKS.reduce(withoutBlocks, part);
}

/** A text without its `<tag>…</tag>` blocks; in linear time, however many of them are never closed. */
export function withoutBlocks(text: string, tag: string): string {
  const opening = `<${tag}>`;
  const closing = `</${tag}>`;
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(opening, from);
    const end = start === -1 ? -1 : text.indexOf(closing, start);
    if (end === -1) return from === 0 ? text : kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + closing.length;
  }
}

/** Source: Gemini CLI 0.61.0 utils/fastAckHelper, "User steering update" and "User hints". */
function steeringText(part: string): string | undefined {
  if (!/^User (steering update|hints):\n<user_input>\n/.test(part.slice(0, 60))) return undefined;
  const start = part.indexOf('<user_input>\n') + '<user_input>\n'.length;
  const end = part.indexOf('\n</user_input>', start);
  const inner = part.slice(start, end === -1 ? part.length : end).trim();
  return inner === '' ? undefined : inner;
}

/** Source: Gemini CLI 0.61.0, shell mode adds this text to the history; backslashes and backticks are escaped in it. */
function shellModeCommand(prompt: string): HumanInput | undefined {
  const opening = 'I ran the following shell command:\n```sh\n';
  const middle = '\n```\n\nThis produced the following result:\n```\n';
  if (!prompt.startsWith(opening)) return undefined;
  const split = prompt.indexOf(middle);
  if (split === -1) return undefined;
  const unescaped = (value: string) => value.replace(/\\([\\`])/g, '$1');
  const output = unescaped(prompt.slice(split + middle.length).replace(/\n```$/, ''));
  const exit = /^Command exited with code (\d+)\.\n?/.exec(output);
  return {
    kind: 'command',
    command: unescaped(prompt.slice(opening.length, split)),
    output: exit ? output.slice(exit[0].length) : output,
    ...(exit && { exitCode: Number(exit[1]) }),
  };
}

/** The summary inside `<state_snapshot>`, which compression puts into a user record. */
export function snapshotSummary(texts: readonly string[]): string | undefined {
  for (const part of texts) {
    const start = part.indexOf('<state_snapshot>');
    const inner = start + '<state_snapshot>'.length;
    const end = start === -1 ? -1 : part.indexOf('</state_snapshot>', inner);
    // A human may write about snapshots: a summary begins with one, or with the model's scratchpad.
    if (end === -1 || (start > 200 && !/^\s*[<`]/.test(part))) continue;
    return part.slice(inner, end).trim();
  }
  return undefined;
}

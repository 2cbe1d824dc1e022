import { nonEmpty, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** The text of the user message under which the human's own `!command` is stored, as a synthetic part. */
export const SHELL_NOTICE = 'The following tool was executed by the user';

/** What the human typed in a user message, from its text parts; `''` when all of it was injected. */
export function typedText(parts: readonly JsonRecord[]): string {
  const typed = parts
    .filter((part) => part['type'] === 'text' && part['synthetic'] !== true && part['ignored'] !== true)
    .map((part) => withoutReminders(text(part['text']) ?? '').trim())
    .filter((value) => value !== '');
  return unquoted(typed.join('\n'));
}

/**
 * `opencode run` quotes each argument that has a space and joins them: the prompt is one quoted string when it was one
 * argument (seen in 1.18.33: `"` inside becomes `\"`).
 */
function unquoted(prompt: string): string {
  if (!prompt.startsWith('"') || !prompt.endsWith('"') || !prompt.includes(' ')) return prompt;
  const last = prompt.length - 1;
  for (let quote = prompt.indexOf('"', 1); quote !== last; quote = prompt.indexOf('"', quote + 1)) {
    if (quote === -1 || prompt[quote - 1] !== '\\') return prompt;
  }
  return prompt[last - 1] === '\\' ? prompt : prompt.slice(1, last).replaceAll('\\"', '"');
}

function withoutReminders(value: string): string {
  return value.includes('<system-reminder>')
    ? value.replace(/<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g, '')
    : value;
}

/**
 * What the human typed to start a command that runs as a sub-agent: `/review a4d1b52`. The stored prompt is the
 * command's template, filled in; only the template of the built-in `/review` shows where its arguments are.
 */
export function typedCommand(subtask: JsonRecord): string | undefined {
  const command = nonEmpty(subtask['command']);
  if (!command) return undefined;
  const input = /^Input:[ \t]*(.*)$/m.exec(text(subtask['prompt'])?.slice(0, 4096) ?? '')?.[1]?.trim();
  return input ? `/${command} ${input}` : `/${command}`;
}

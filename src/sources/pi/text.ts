import type { RequestVia, ToolOutcome } from '../../model/session-event.ts';

/** A skill that the human called by `/skill:name words`: its text, then the words (pi source, agent-session). */
const SKILL = /^<skill name="([^"]*)" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n([\s\S]+))?$/;
/** Files given as `@path` on the command line, before the prompt (pi source, file-processor). */
const FILE = /^<file name="[^"]*">(\n[\s\S]*?\n|[^\n]*?)<\/file>\n?/;
/** How a command ended, as pi appends it to the output (pi source, tools/bash). */
const COMMAND_END =
  /(?:^|\n\n)(?:Command exited with code (-?\d+)|(Command aborted)|(Command timed out after [^\n]*))\s*$/;

/** What the human typed, out of what pi wrote around it. */
export function typedText(content: string): { text: string; via?: RequestVia } {
  const skill = SKILL.exec(content);
  if (skill) return { text: skill[2] ?? `/skill:${skill[1] ?? ''}`, via: 'command' };
  let rest = content;
  let firstFile = '';
  for (let match = FILE.exec(rest); match; match = FILE.exec(rest)) {
    firstFile ||= (match[1] ?? '').trim();
    rest = rest.slice(match[0].length);
  }
  // Without a prompt the file is the prompt.
  return { text: rest.trim() === '' ? firstFile : rest };
}

export interface PiResult {
  outcome: ToolOutcome;
  exitCode?: number;
  output?: string;
}

/** The outcome of a tool result, which pi tells in its text. */
export function resultOf(content: string, isError: boolean, isCommand: boolean): PiResult {
  const end = isCommand ? COMMAND_END.exec(content.slice(-400)) : null;
  if (end) {
    const output = withoutPlaceholder(content.slice(0, content.length - end[0].length));
    if (end[1] !== undefined) return { outcome: 'failed', exitCode: Number(end[1]), output };
    if (end[2] !== undefined) return { outcome: 'interrupted', output };
    return { outcome: 'failed', output: `${output}\n${end[3]}` };
  }
  if (isError) {
    const isAborted = /^(?:Operation|Command) aborted\b/.test(content);
    return { outcome: isAborted ? 'interrupted' : 'failed', output: content };
  }
  const output = withoutPlaceholder(content);
  return isCommand ? { outcome: 'ok', exitCode: 0, output } : { outcome: 'ok', output };
}

function withoutPlaceholder(output: string): string {
  return output.trim() === '(no output)' ? '' : output;
}

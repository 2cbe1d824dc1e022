const HEADING =
  /^(?=[^\n]*:)(?:GOAL|DEFINITION OF DONE|CONSTRAINTS|LATEST REQUEST|STATUS|PROGRESS|OPEN TASKS|LAST FAILURE|UNFINISHED CALL|RECENT ACTIONS|KEY FILES|VERIFY WITH|COMMANDS USED|DECISIONS|EARLIER SUMMARY|WORKSPACE|NEXT)\b|^You are resuming an interrupted run/;

/** What ends a line for somebody who reads the prompt. */
const LINE_BREAK = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])/;

/** Inner lines of a longer text that look like a section of ours are quoted with `> `, so that they cannot pass for one. */
export function guardHeadings(text: string): string {
  if (!LINE_BREAK.test(text)) return text;
  // Every other piece is a line break.
  return text
    .split(LINE_BREAK)
    .map((line, index) => (index > 0 && HEADING.test(line.trimStart()) ? `> ${line}` : line))
    .join('');
}

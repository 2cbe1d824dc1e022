const HEADING =
  /^(?=[^\n]*:)(?:GOAL|DEFINITION OF DONE|CONSTRAINTS|LATEST REQUEST|STATUS|PROGRESS|OPEN TASKS|LAST FAILURE|UNFINISHED CALL|RECENT ACTIONS|KEY FILES|VERIFY WITH|COMMANDS USED|DECISIONS|EARLIER SUMMARY|WORKSPACE|NEXT)\b|^You are resuming an interrupted run/;

/** Inner lines of a longer text that look like a section of ours are quoted with `> `, so that they cannot pass for one. */
export function guardHeadings(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line, index) => (index > 0 && HEADING.test(line.trimStart()) ? `> ${line}` : line))
    .join('\n');
}

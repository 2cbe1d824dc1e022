/**
 * Text of a model or a tool as a terminal may show it: without control characters (an escape could write to the
 * clipboard or rewrite what stands above) and without marks that reverse the order of what is read.
 */
export function terminalText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** The same on one line, cut to `maxChars`. */
export function terminalLine(text: string, maxChars: number): string {
  const line = terminalText(text.slice(0, maxChars * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

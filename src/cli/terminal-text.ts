import { oneLine } from '../text/sanitize.ts';

/**
 * A piece of text, as a model streams it, as a terminal may show it: without control characters (an escape could write
 * to the clipboard or rewrite what stands above) and without marks that reverse the order of what is read. Sequences
 * may begin in one piece and end in another: what is left of one stays as text.
 */
export function terminalText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** The same on one line, cut to `maxChars`. */
export function terminalLine(text: string, maxChars: number): string {
  const line = oneLine(text.slice(0, maxChars * 4));
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

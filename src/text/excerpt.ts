/** Long outputs matter at their ends: the command's first complaint, and its summary. UTF-16 units. */
export const EXCERPT_HEAD_CHARS = 1500;
export const EXCERPT_TAIL_CHARS = 2500;

/** The mark between head and tail; the digest treats it as a line of its own. */
export const EXCERPT_MARK = '\n…\n';

/**
 * Head and tail of a long text, cut at white space so that no word (and no secret) is left in part; short texts whole.
 */
export function excerpt(text: string): string {
  if (text.length <= EXCERPT_HEAD_CHARS + EXCERPT_TAIL_CHARS + EXCERPT_MARK.length) return text;
  const head = text.slice(0, EXCERPT_HEAD_CHARS);
  const tail = text.slice(-EXCERPT_TAIL_CHARS);
  // A word that is cut is left out: what remains ends before the last white space.
  let headEnd = head.length - 1;
  while (headEnd >= 0 && !/\s/.test(head.charAt(headEnd))) headEnd -= 1;
  const tailStart = tail.search(/\s/);
  return (
    (headEnd === -1 ? '' : head.slice(0, headEnd)) +
    EXCERPT_MARK +
    (tailStart === -1 ? '' : tail.slice(tailStart + 1))
  );
}

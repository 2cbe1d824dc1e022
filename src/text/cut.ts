/** Marks every cut. One UTF-16 unit. */
export const ELLIPSIS = '…';

/** Longest run of units that is looked at for a grapheme's boundary; longer clusters are cut between code points. */
const WINDOW = 256;

let segmenter: Intl.Segmenter | undefined;

/** The text's beginning, at most `maxChars` UTF-16 units with the mark; whole graphemes only. */
export function cutEnd(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars < 1) return '';
  return text.slice(0, boundaryAtOrBefore(text, maxChars - 1)).trimEnd() + ELLIPSIS;
}

/** The text's end (its newest part), at most `maxChars` UTF-16 units with the mark; whole graphemes only. */
export function cutStart(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars < 1) return '';
  return ELLIPSIS + text.slice(boundaryAtOrAfter(text, text.length - maxChars + 1)).trimStart();
}

/** The text's beginning, cut at the last white space that leaves at least half of the room. */
export function cutWords(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars < 1) return '';
  const hard = boundaryAtOrBefore(text, maxChars - 1);
  const space = text.lastIndexOf(' ', hard);
  return text.slice(0, space > maxChars / 2 ? space : hard).trimEnd() + ELLIPSIS;
}

function boundaryAtOrBefore(text: string, index: number): number {
  if (index <= 0) return 0;
  if (isPlain(text, index)) return index;
  const start = safeStart(text, index);
  let boundary = start;
  for (const { index: offset } of graphemes(text.slice(start, index + WINDOW))) {
    if (start + offset > index) break;
    boundary = start + offset;
  }
  return boundary;
}

function boundaryAtOrAfter(text: string, index: number): number {
  if (index >= text.length) return text.length;
  if (isPlain(text, index)) return index;
  const start = safeStart(text, index);
  for (const { index: offset } of graphemes(text.slice(start, index + WINDOW))) {
    if (start + offset >= index) return start + offset;
  }
  return text.length;
}

/** Between two printable ASCII characters there is always a boundary: no segmenter needed. */
function isPlain(text: string, index: number): boolean {
  return isPrintableAscii(text.charCodeAt(index - 1)) && isPrintableAscii(text.charCodeAt(index));
}

function isPrintableAscii(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** A place at most `WINDOW` units before `index` where segmentation can begin. */
function safeStart(text: string, index: number): number {
  const lowest = Math.max(0, index - WINDOW);
  for (let at = index - 1; at > lowest; at -= 1) if (isPlain(text, at)) return at;
  const code = text.charCodeAt(lowest);
  return code >= 0xdc00 && code <= 0xdfff ? lowest + 1 : lowest;
}

function graphemes(text: string): Iterable<{ index: number }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** What a key does not contain: all but ASCII, white space, quotes, brackets, separators of lists. */
const TOKEN_END = /[^!-~]|["'`<>(){}[\],;|]/;

/**
 * The text's beginning, cut where a token ends: none is left in part. For a cut that comes before secrets are replaced:
 * half a secret is not recognised any more.
 */
export function cutTokens(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = boundaryAtOrBefore(text, Math.max(0, maxChars - ELLIPSIS.length));
  if (!TOKEN_END.test(text.charAt(end))) while (end > 0 && !TOKEN_END.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}

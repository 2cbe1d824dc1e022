import { cutEnd, cutStart } from '../text/cut.ts';
import { oneLine } from '../text/sanitize.ts';

/** Characters of a match's line that are shown, and how many of them stand before the first word. */
const CONTEXT_CHARS = 160;
const BEFORE_CHARS = 40;

const NOT_ASCII = /[^\x00-\x7f]/;

/** The form in which texts and words are compared: composed and in lower case. */
export function foldText(text: string): string {
  return (NOT_ASCII.test(text) ? text.normalize('NFC') : text).toLowerCase();
}

/** How many of the words are in a folded text. */
export function countWords(folded: string, words: readonly string[]): number {
  return words.reduce((count, word) => count + (folded.includes(word) ? 1 : 0), 0);
}

/**
 * The text's line with the most of the words, cut to what stands around the first of them. Where none is left of them
 * (they were part of a secret) the beginning.
 */
export function contextOf(text: string, words: readonly string[]): string {
  let best = '';
  let most = 0;
  for (const line of text.split(/[\n\r\u2028\u2029]+/)) {
    if (best === '') best = line.trim();
    const found = countWords(foldText(line), words);
    if (found <= most) continue;
    best = line;
    most = found;
    if (most === words.length) break;
  }
  return window(oneLine(best), words);
}

function window(line: string, words: readonly string[]): string {
  const folded = foldText(line);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = Math.min(first - BEFORE_CHARS, line.length - CONTEXT_CHARS);
  const tail = start <= 0 ? line : cutStart(line, line.length - start);
  return cutEnd(tail, CONTEXT_CHARS);
}

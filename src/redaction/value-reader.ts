import type { SecretClass } from './secret-names.ts';
import type { Separator } from './separators.ts';

/** A value as it stands in the text; offsets without its quotes. */
export interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** What follows it directly; empty at the end of the text. */
  readonly next: string;
}

/** A longer value is judged by its beginning, and taken whole. */
const JUDGED_CHARS = 256;
const LONGEST_QUOTED = 8192;

/** Another name where the value should be: `token=token=…`. It has its own turn. */
const NEXT_NAME = /[\w.-]{0,40}(?:pass|pwd|secret|token|key|auth|密码|密碼)[\w.-]{0,40}[=:：]/iy;

const OPENING = /[rbfuRBFU@$]{0,2}(\\{0,3})("""|'''|["'\u0060])/y;
const BARE = new RegExp(String.raw`(?:[^\s"'\u0060<>\\]|\\(?![nrtu"'\\])){1,${JUDGED_CHARS}}`, 'y');
const BARE_REST = /(?:[^\s"'`<>\\]|\\(?![nrtu"'\\]))*/y;
const BLOCK_SCALAR = /[|>][-+]?[ \t]{0,4}(?:\r?\n)?[ \t]{1,40}/y;
const FOUR_WORDS = /[a-z]{4}(?: [a-z]{4}){3}(?=$|[\n\r"'.,;)])/y;
/** A quoted token that a terminal has wrapped: full lines up to the closing quote. */
const WRAPPED = /(?:[A-Za-z0-9+/=_.-]{16,2000}\r?\n[ \t]{0,40}){1,40}[A-Za-z0-9+/=_.-]{0,2000}(?=\\?["'`])/y;
const ELEMENT_TEXT = /[^\s<>]{1,512}(?=\s{0,40}<\/)/y;
const SEED_WORDS = /[a-z]{3,8}(?:[ \t]{1,3}[a-z]{3,8}){11,23}/y;

/** The value behind a separator; undefined when there is none on the same line. */
export function readValue(text: string, separator: Separator, secretClass: SecretClass): Value | undefined {
  if (secretClass === 'seed-phrase') return readSeedPhrase(text, separator.end);
  FOUR_WORDS.lastIndex = separator.end;
  if (secretClass === 'password' && FOUR_WORDS.test(text))
    return valueAt(text, separator.end, FOUR_WORDS.lastIndex, true);
  if (separator.style === 'element') return readElement(text, separator.end);
  BLOCK_SCALAR.lastIndex = separator.end;
  if (separator.style === 'colon' && BLOCK_SCALAR.test(text)) return readBare(text, BLOCK_SCALAR.lastIndex);
  OPENING.lastIndex = separator.end;
  const opening = OPENING.exec(text);
  if (opening !== null) return readQuoted(text, OPENING.lastIndex, opening[1] ?? '', opening[2] ?? '');
  return separator.style === 'pair' || separator.style === 'call' || separator.style === 'compare'
    ? undefined
    : readBare(text, separator.end);
}

function readQuoted(text: string, start: number, backslashes: string, quote: string): Value | undefined {
  const end =
    backslashes === '' ? closingQuote(text, start, quote) : closingEscaped(text, start, backslashes + quote);
  if (end === undefined) {
    const bare = readBare(text, start);
    WRAPPED.lastIndex = start;
    if (WRAPPED.test(text)) return unwrapped(valueAt(text, start, WRAPPED.lastIndex, true));
    return bare === undefined ? undefined : { ...bare, quoted: true };
  }
  return valueAt(text, start, end, true);
}

/** The unescaped quote on the same line. */
function closingQuote(text: string, start: number, quote: string): number | undefined {
  const first = quote.charCodeAt(0);
  for (let index = start; index < text.length && index - start <= LONGEST_QUOTED; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10) return undefined;
    if (code === 92) index += 1;
    else if (code === first && (quote.length === 1 || text.startsWith(quote, index))) return index;
  }
  return undefined;
}

function closingEscaped(text: string, start: number, closing: string): number | undefined {
  const line = text.slice(start, start + LONGEST_QUOTED);
  const end = line.indexOf(closing);
  return end === -1 || line.slice(0, end).includes('\n') ? undefined : start + end;
}

function readBare(text: string, start: number): Value | undefined {
  NEXT_NAME.lastIndex = start;
  if (NEXT_NAME.test(text)) return undefined;
  BARE.lastIndex = start;
  const run = BARE.exec(text)?.[0];
  if (run === undefined) return undefined;
  return valueAt(text, start, start + ownLength(run), false);
}

/** Without what belongs to the surroundings: the next parameter, a list's comma, a bracket that was opened before. */
function ownLength(run: string): number {
  const stop = /;|&&|&[\w.-]{1,40}=|,[\w."'-]{1,40}[=:]|\|\|/.exec(run);
  let length = stop === null ? run.length : stop.index;
  for (let steps = 0; steps < 12 && length > 0 && isSurplus(run, length - 1); steps += 1) length -= 1;
  return length;
}

function isSurplus(run: string, last: number): boolean {
  const character = run[last] ?? '';
  if ('.,;:，。'.includes(character)) return true;
  const opening = { ')': '(', ']': '[', '}': '{' }[character];
  return opening !== undefined && !run.slice(0, last).includes(opening);
}

/** `<password>x</password>`; `<PASSWORD>` without an end is a stand-in. */
function readElement(text: string, at: number): Value | undefined {
  ELEMENT_TEXT.lastIndex = at;
  return ELEMENT_TEXT.test(text) ? valueAt(text, at, ELEMENT_TEXT.lastIndex, true) : undefined;
}

function readSeedPhrase(text: string, at: number): Value | undefined {
  const start = at + (/^\\?["'`]/.exec(text.slice(at, at + 2))?.[0].length ?? 0);
  SEED_WORDS.lastIndex = start;
  return SEED_WORDS.test(text) ? valueAt(text, start, SEED_WORDS.lastIndex, true) : undefined;
}

function valueAt(text: string, start: number, end: number, quoted: boolean): Value | undefined {
  if (end <= start) return undefined;
  return {
    text: text.slice(start, Math.min(end, start + JUDGED_CHARS)),
    start,
    end,
    quoted,
    next: text[end] ?? '',
  };
}

function unwrapped(value: Value | undefined): Value | undefined {
  return value === undefined ? undefined : { ...value, text: value.text.replace(/\s/g, '') };
}

/** The end of a value that was accepted: a bare one may go on behind what was judged. */
export function wholeEnd(text: string, value: Value): number {
  if (value.quoted || value.end - value.start < JUDGED_CHARS) return value.end;
  BARE_REST.lastIndex = value.end;
  return BARE_REST.test(text) ? BARE_REST.lastIndex : value.end;
}

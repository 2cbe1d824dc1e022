import type { Name } from './secret-names.ts';
import { hasRandomSegment } from './secret-values.ts';

/**
 * How a value follows its name: `assign` for `=` and its kin, `colon`, `compare` for `==`, `argument` for `--name value`,
 * `element` for `<name>value`, `pair` for `"name", "value"`, `call` for `name("value")`, `words` for "name is value", `space`.
 */
export type SeparatorStyle =
  | 'assign'
  | 'colon'
  | 'compare'
  | 'argument'
  | 'element'
  | 'pair'
  | 'call'
  | 'words'
  | 'space';

export interface Separator {
  readonly style: SeparatorStyle;
  /** Where the value begins. */
  readonly end: number;
  /** White space on either side of the sign. */
  readonly spaced: boolean;
}

/** A name's closing quote, also escaped as in JSON inside JSON, its bracket, Markdown's bold, an optional mark. */
const CLOSING = String.raw`(?:\\{0,3}["'\u0060])?\]?\*{0,2}[ \t]{0,8}[?!]?`;

const ASSIGN = new RegExp(
  `${CLOSING}(===?|!==?|=~|:=|=>|\\?\\?=|\\|\\|=|=|:(?![:=])|：)(?:\\*{0,2})[ \\t]{0,8}`,
  'y',
);
const TYPED = /[ \t]{0,2}:[ \t]{0,4}[A-Za-z_][\w.<>[\]|?]{0,48}[ \t]{0,4}=(?![=>])[ \t]{0,8}/y;
const VALUE_OF =
  /(?:\\{0,3}["'])?[ \t]{0,8}[,;]?\s{0,40}(?:\\{0,3}["'])?value(?:\\{0,3}["'])?[ \t]{0,8}[:=][ \t]{0,8}/iy;
const ELEMENT = /(?:["'][^<>"']{0,40})?>\s{0,40}(?=[^\s<])/y;
const PAIR = /\\{0,3}["'\u0060][ \t]{0,8},[ \t]{0,8}(?=\\{0,3}["'\u0060])/y;
const CALL = /\([ \t]{0,8}(?=[rbfuRBFU@$]{0,2}\\{0,3}["'\u0060])/y;
const WORDS =
  /(?:[ \t]{1,3}(?!is\b|was\b)[\w'’().@/-]{1,24}){0,5}(?:[ \t]{1,3}(?:is|was|are|=|:|->|→|ist|es|est)[ \t]{0,3}(?:now|set to|just|simply)?:?|[ \t]{0,3}(?:是|为|為|は|：|:))[ \t]{0,3}/y;
const SPACE = /[ \t]{1,8}/y;

/** The readings of what follows a name, the surest first. Empty when nothing there separates. */
export function readSeparator(text: string, name: Name): Separator[] {
  const before = text[name.start - 1];
  const at = (pattern: RegExp): number | undefined => endOf(pattern, text, name.end);
  const typed = at(TYPED);
  // In `key: dGVzdA==` the value itself ends in the sign.
  if (typed !== undefined && !hasRandomSegment(text.slice(name.end, typed)))
    return [{ style: 'assign', end: typed, spaced: true }];
  const listed = at(VALUE_OF);
  if (listed !== undefined) return [{ style: 'assign', end: listed, spaced: false }];
  const assign = at(ASSIGN);
  if (assign !== undefined) return [assignment(text, name, assign)];
  const found: Separator[] = [];
  const add = (style: SeparatorStyle, end: number | undefined) => {
    if (end !== undefined) found.push({ style, end, spaced: true });
  };
  add('pair', at(PAIR));
  add('call', at(CALL));
  if (before === '<' || text[name.end] === '"') add('element', at(ELEMENT));
  if (found.length > 0) return found;
  const space = at(SPACE);
  if (name.text.startsWith('-') || before === '-') add('argument', space);
  else {
    add('words', at(WORDS));
    add('space', space);
  }
  return found;
}

function assignment(text: string, name: Name, end: number): Separator {
  const written = text.slice(name.end, end);
  const spaced = /[ \t]/.test(written);
  if (/[=!]=|=~/.test(written)) return { style: 'compare', end, spaced };
  return { style: /[:：]/.test(written) && !written.includes('=') ? 'colon' : 'assign', end, spaced };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

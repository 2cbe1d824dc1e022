/** What a damaged line has at a place where an object begins. */
export type ScannedObject =
  /** An object that closes; `end` is behind its brace. */
  | { end: number }
  /** None: go on looking for one at `next`, which is behind the place. */
  | { next: number };

/** Deeper objects are no records. */
const MAX_DEPTH = 1000;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const SCALAR = /(?:true|false|null|-?\d[\d.eE+-]*)/y;

/**
 * Reads JSON from an object's opening brace on, up to the brace that closes it or to the first character that JSON does not
 * allow there: that is where a torn record ends and another one, glued to it, has begun. Its beginning is the last `{"`
 * before that place, for the quote that begins its first key ends the string that was torn.
 *
 * A torn record may also end where a value is due. Then the glued record looks like that value, and the line ends, or
 * the next record begins, right behind it.
 */
export function scanObject(text: string, start: number): ScannedObject {
  return new Scan(text, start).run();
}

class Scan {
  readonly #text: string;
  readonly #start: number;
  /** Where the objects and lists that are open began. */
  readonly #open: number[] = [];
  #at: number;
  /** A value (or a key) is due, not what stands between values. */
  #valueIsDue = true;
  /** The string that is due is a key. */
  #keyIsDue = false;
  #lastObject = { start: -1, end: -1 };

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#at = start;
  }

  run(): ScannedObject {
    const { length } = this.#text;
    for (this.#blanks(); this.#at < length; this.#blanks()) {
      if (!this.#step() || this.#open.length > MAX_DEPTH) return { next: this.#nextStart() };
      if (this.#open.length === 0) return { end: this.#at };
    }
    return { next: this.#nextStart() };
  }

  /** Reads one token; `false` where JSON does not allow what stands there. */
  #step(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    const inObject = this.#text.charCodeAt(this.#open.at(-1) ?? this.#start) === OPEN_BRACE;
    if (!this.#valueIsDue) return this.#between(code, inObject);
    if (code === QUOTE) return this.#string();
    const isEmpty = this.#open.length > 0 && this.#isFirst();
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET)
      return isEmpty && inObject === (code === CLOSE_BRACE) && this.#close();
    if (this.#keyIsDue) return false;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      this.#open.push(this.#at);
      this.#keyIsDue = code === OPEN_BRACE;
      this.#at += 1;
      return true;
    }
    SCALAR.lastIndex = this.#at;
    const scalar = SCALAR.exec(this.#text)?.[0];
    if (scalar === undefined) return false;
    this.#at += scalar.length;
    this.#valueIsDue = false;
    return true;
  }

  /** Nothing but blanks stands between here and the brace or bracket that was opened last. */
  #isFirst(): boolean {
    let before = this.#at - 1;
    while (isBlank(this.#text.charCodeAt(before))) before -= 1;
    return before === this.#open.at(-1);
  }

  #between(code: number, inObject: boolean): boolean {
    if (code === COMMA) {
      this.#at += 1;
      this.#valueIsDue = true;
      this.#keyIsDue = inObject;
      return true;
    }
    return code === (inObject ? CLOSE_BRACE : CLOSE_BRACKET) && this.#close();
  }

  #close(): boolean {
    const start = this.#open.pop() ?? this.#start;
    this.#at += 1;
    this.#valueIsDue = false;
    this.#keyIsDue = false;
    if (this.#text.charCodeAt(start) === OPEN_BRACE) this.#lastObject = { start, end: this.#at };
    return true;
  }

  #string(): boolean {
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) {
      this.#at = this.#text.length;
      return false;
    }
    this.#at = end + 1;
    this.#valueIsDue = this.#keyIsDue;
    if (!this.#keyIsDue) return true;
    this.#keyIsDue = false;
    this.#blanks();
    if (this.#text.charCodeAt(this.#at) !== COLON) return false;
    this.#at += 1;
    return true;
  }

  #isEscaped(quote: number): boolean {
    let backslashes = 0;
    while (this.#text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    return backslashes % 2 === 1;
  }

  #blanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  /** Where another object may begin, now that the one that was looked at does not end. */
  #nextStart(): number {
    const { start, end } = this.#lastObject;
    if (start > this.#start && this.#text.slice(end, this.#at).trim() === '') return start;
    const before = this.#text.lastIndexOf('{"', this.#at);
    return before > this.#start ? before : Math.max(this.#at, this.#start + 1);
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

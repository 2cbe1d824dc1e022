import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from './json-lines.ts';

const CHUNK_BYTES = 256 * 1024;
/** Longer elements are skipped and counted. */
const MAX_ELEMENT_BYTES = 16 * 1024 * 1024;
/** What stands outside of the array and is kept: titles, ids, times; a system prompt of some kilobytes. */
const MAX_REST_BYTES = 4 * 1024 * 1024;

/** A longer string of the top level is a value, not a key. */
const MAX_KEY_BYTES = 1024;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

export interface JsonArrayReport {
  elements: number;
  oversized: number;
  /** Elements that are neither objects nor lists. */
  strays: number;
  /** The document without the array's elements, as far as the file goes; `undefined` beyond 4 MiB. */
  rest: Buffer | undefined;
  /** The file ends inside of the document. */
  isTorn: boolean;
}

/**
 * Calls `handle` with the bytes of each element (an object or a list) of one array that is a value of a JSON document's
 * top level: a store that keeps a session as one document can be read like lines, in bounded memory.
 *
 * The bytes are a view of a buffer that is used again. Strings are skipped by searching for quotes, so that only
 * the structure is looked at byte by byte.
 *
 * @throws UnreadableFileError
 */
export function forEachElement(
  path: string,
  key: string,
  handle: (element: Buffer) => void,
): JsonArrayReport {
  const { fd, size } = openRegularFile(path);
  try {
    return new ArrayScanner(key, handle).scan(fd, size);
  } finally {
    closeSync(fd);
  }
}

class ArrayScanner {
  readonly #key: Buffer;
  readonly #handle: (element: Buffer) => void;
  readonly #report = { elements: 0, oversized: 0, strays: 0, isTorn: true };
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  /** Next byte to look at; what lies before `start` is done with. */
  #position = 0;
  #start = 0;
  #depth = 0;
  #inString = false;
  /** Where the last string of the top level began, to be compared with the key. */
  #stringStart = -1;
  #isKey = false;
  #inArray = false;
  #isSkipping = false;
  #inStray = false;

  constructor(key: string, handle: (element: Buffer) => void) {
    this.#key = Buffer.from(JSON.stringify(key));
    this.#handle = handle;
  }

  scan(fd: number, size: number): JsonArrayReport {
    for (let read = 0; read < size; ) {
      this.#makeRoom();
      const room = Math.min(this.#buffer.length - this.#filled, size - read);
      const count = readSync(fd, this.#buffer, this.#filled, room, read);
      if (count === 0) break;
      read += count;
      this.#filled += count;
      this.#advance();
    }
    if (!this.#inElement()) this.#keep(this.#start, this.#position);
    return {
      ...this.#report,
      rest: this.#restBytes > MAX_REST_BYTES ? undefined : Buffer.concat(this.#rest),
    };
  }

  #inElement(): boolean {
    return this.#inArray && this.#depth > 2;
  }

  /** Moves what is not done with to the front, or takes a larger buffer for one long element. */
  #makeRoom(): void {
    if (this.#position - this.#stringStart > MAX_KEY_BYTES) this.#stringStart = -1;
    if (!this.#inElement()) {
      // A string of the top level that goes on may be the key: its beginning stays.
      const until = this.#inString && this.#stringStart >= 0 ? this.#stringStart : this.#position;
      this.#keep(this.#start, until);
      this.#start = until;
    } else if (this.#isSkipping || this.#filled - this.#start >= MAX_ELEMENT_BYTES) {
      this.#isSkipping = true;
      this.#start = this.#position;
    }
    if (this.#start > 0) {
      this.#buffer.copyWithin(0, this.#start, this.#filled);
      this.#filled -= this.#start;
      this.#position -= this.#start;
      if (this.#stringStart >= 0) this.#stringStart -= this.#start;
      this.#start = 0;
    }
    if (this.#filled < this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }

  #advance(): void {
    const buffer = this.#buffer;
    while (this.#position < this.#filled) {
      if (this.#inString && !this.#endString()) return;
      if (this.#position >= this.#filled) return;
      const byte = buffer[this.#position];
      if (byte === QUOTE) {
        this.#inString = true;
        this.#stringStart = this.#depth === 1 ? this.#position : -1;
        if (this.#inElementsOnly()) this.#report.strays += 1;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close();
      else if (this.#inElementsOnly()) this.#between(byte);
      this.#position += 1;
    }
  }

  /** A number or a word where an element should stand. */
  #between(byte: number | undefined): void {
    const isStray = byte !== COMMA && byte !== undefined && byte > SPACE;
    if (isStray && !this.#inStray) this.#report.strays += 1;
    this.#inStray = isStray;
  }

  /** Goes behind the string's end; `false` when that is not read yet. */
  #endString(): boolean {
    const buffer = this.#buffer;
    for (;;) {
      const quote = buffer.indexOf(QUOTE, this.#position);
      if (quote === -1 || quote >= this.#filled) {
        this.#position = this.#resumeAt();
        return false;
      }
      let slashes = 0;
      while (buffer[quote - 1 - slashes] === BACKSLASH) slashes += 1;
      this.#position = quote + 1;
      if (slashes % 2 === 0) break;
    }
    this.#inString = false;
    this.#isKey =
      this.#stringStart >= 0 && buffer.subarray(this.#stringStart, this.#position).equals(this.#key);
    this.#stringStart = -1;
    return true;
  }

  /** The end of what was read, before the backslashes there: whether they escape is told by what follows. */
  #resumeAt(): number {
    let end = this.#filled;
    while (end > this.#position && this.#buffer[end - 1] === BACKSLASH) end -= 1;
    return end;
  }

  #open(byte: number): void {
    if (this.#depth === 1 && this.#isKey && byte === OPEN_BRACKET) {
      this.#inArray = true;
      this.#keep(this.#start, this.#position + 1);
      this.#start = this.#position + 1;
    } else if (this.#inArray && this.#depth === 2) this.#start = this.#position;
    if (this.#depth === 1) this.#isKey = false;
    this.#depth += 1;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#inArray && this.#depth === 2) {
      if (this.#isSkipping) this.#report.oversized += 1;
      else {
        this.#report.elements += 1;
        this.#handle(this.#buffer.subarray(this.#start, this.#position + 1));
      }
      this.#isSkipping = false;
      this.#start = this.#position + 1;
    } else if (this.#inArray && this.#depth === 1) {
      this.#inArray = false;
      this.#start = this.#position;
    } else if (this.#depth === 0) this.#report.isTorn = false;
  }

  #keep(from: number, to: number): void {
    if (to <= from || this.#inElementsOnly()) return;
    this.#restBytes += to - from;
    if (this.#restBytes <= MAX_REST_BYTES) this.#rest.push(Buffer.from(this.#buffer.subarray(from, to)));
  }

  /** Between two elements there are only commas. */
  #inElementsOnly(): boolean {
    return this.#inArray && this.#depth === 2;
  }
}

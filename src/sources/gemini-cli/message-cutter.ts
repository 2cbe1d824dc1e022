/** A longer message is skipped and counted, as a longer line of a log is. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** What stands outside the messages is a handful of fields. */
const MAX_FRAME_CHARS = 1024 * 1024;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Depth inside the top-level array: document and array are open. */
const IN_ARRAY = 2;

/** Cuts the elements of the top-level array `messages` out of one JSON object that arrives in chunks of bytes. */
export class MessageCutter {
  readonly #deliver: (message: Buffer) => unknown;
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #inString = false;
  #escaped = false;
  #inMessages = false;
  /** The rest of the document, one character per byte. */
  #frame = '';
  /** How many objects and arrays are open: 0 at the end of a whole document. */
  depth = 0;
  oversized = 0;
  /** Elements that are no objects. */
  strays = 0;
  #inStray = false;

  constructor(deliver: (message: Buffer) => unknown) {
    this.#deliver = deliver;
  }

  /** The document without its messages. */
  get frame(): string {
    return Buffer.from(this.#frame, 'latin1').toString('utf8');
  }

  take(chunk: Buffer): void {
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      if (this.#inString) {
        index = this.#skipString(chunk, index);
        continue;
      }
      const byte = chunk[index];
      if (byte === QUOTE) {
        this.#inString = true;
        if (this.#inMessages && this.depth === IN_ARRAY) this.strays += 1;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) from = this.#open(chunk, from, index);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) from = this.#close(chunk, from, index);
      else if (this.#inMessages && this.depth === IN_ARRAY) this.#between(byte);
    }
    this.#keep(chunk.subarray(from));
  }

  /** A number or a word where a message should stand. */
  #between(byte: number | undefined): void {
    const isStray = byte !== COMMA && byte !== undefined && byte > SPACE;
    if (isStray && !this.#inStray) this.strays += 1;
    this.#inStray = isStray;
  }

  /** Where the next piece begins. */
  #open(chunk: Buffer, from: number, index: number): number {
    const inArray = this.#inMessages && this.depth === IN_ARRAY;
    const opensArray = this.depth === 1 && chunk[index] === OPEN_BRACKET;
    let start = from;
    if (inArray) {
      // Between messages there are only commas and white space: let them go.
      start = index;
    } else if (opensArray) {
      this.#keep(chunk.subarray(from, index + 1));
      start = index + 1;
      this.#inMessages = /"messages"\s*:\s*\[$/.test(this.#frame.slice(-64));
    }
    this.depth += 1;
    return start;
  }

  #close(chunk: Buffer, from: number, index: number): number {
    this.depth -= 1;
    if (!this.#inMessages || this.depth > IN_ARRAY) return from;
    if (this.depth === IN_ARRAY) {
      this.depth += 1;
      this.#keep(chunk.subarray(from, index + 1));
      this.depth -= 1;
      this.#finish();
      return index + 1;
    }
    this.#inMessages = false;
    return index;
  }

  #keep(bytes: Buffer): void {
    if (this.#inMessages && this.depth > IN_ARRAY) {
      this.#pieceBytes += bytes.length;
      if (this.#pieceBytes <= MAX_MESSAGE_BYTES) this.#pieces.push(Buffer.from(bytes));
      else this.#pieces = [];
    } else if (!this.#inMessages && this.#frame.length < MAX_FRAME_CHARS)
      this.#frame += bytes.toString('latin1');
  }

  #finish(): void {
    if (this.#pieceBytes > MAX_MESSAGE_BYTES) this.oversized += 1;
    else this.#deliver(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#pieceBytes = 0;
  }

  /** Index of the last byte of the string in this chunk: its closing quotation mark, or the end of the chunk. */
  #skipString(chunk: Buffer, from: number): number {
    let start = from;
    if (this.#escaped) start += 1;
    this.#escaped = false;
    for (;;) {
      const quote = chunk.indexOf(QUOTE, start);
      const end = quote === -1 ? chunk.length : quote;
      const escapes = backslashesBefore(chunk, start, end) % 2 === 1;
      if (quote === -1) {
        this.#escaped = escapes;
        return chunk.length;
      }
      if (!escapes) {
        this.#inString = false;
        return quote;
      }
      start = quote + 1;
    }
  }
}

function backslashesBefore(chunk: Buffer, from: number, end: number): number {
  let count = 0;
  while (end - count > from && chunk[end - count - 1] === BACKSLASH) count += 1;
  return count;
}

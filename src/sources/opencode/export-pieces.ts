import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../json-lines.ts';

const FIRST_BUFFER_BYTES = 256 * 1024;
/** A message with its parts. One that is longer is skipped, and given without its bytes. */
const MAX_PIECE_BYTES = 32 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

export interface Piece {
  /** The document's key that the piece belongs to; `torn` when the file ends inside the document. */
  key: string;
  /** One object. A view of a buffer that is used again. `undefined` when it is too long. */
  bytes?: Buffer | undefined;
}

/**
 * Splits a JSON document into the objects that are its values, and the objects that are elements of its arrays,
 * without parsing it as a whole: bounded memory, each byte once, and a torn document gives what is complete in it.
 *
 * @param limitBytes reads only the head of the file.
 * @throws the file-system error when the file cannot be opened, or is no regular file.
 */
export function* exportPieces(path: string, limitBytes = Number.POSITIVE_INFINITY): Generator<Piece> {
  const { fd, size } = openRegularFile(path);
  try {
    yield* new Splitter().split(fd, Math.min(size, limitBytes));
  } finally {
    closeSync(fd);
  }
}

class Splitter {
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  #filled = 0;
  #position = 0;
  #depth = 0;
  #inString = false;
  #key = '';
  /** Where the current text at the document's own level starts (a key), else -1. */
  #keyStart = -1;
  /** Depth of the current piece, else 0. */
  #pieceDepth = 0;
  #pieceStart = 0;
  #tooLong = false;

  *split(fd: number, size: number): Generator<Piece> {
    for (let offset = 0; offset < size; ) {
      this.#makeRoom();
      const room = Math.min(this.#buffer.length - this.#filled, size - offset);
      const count = readSync(fd, this.#buffer, this.#filled, room, offset);
      if (count === 0) break;
      offset += count;
      this.#filled += count;
      yield* this.#scan();
      if (this.#depth === 0 && this.#key !== '') return;
    }
    if (this.#depth > 0) yield { key: 'torn' };
  }

  /** Keeps the current piece or key, drops what was scanned before it, and makes the buffer larger when it is full. */
  #makeRoom(): void {
    const scanned = this.#position;
    let from = this.#pieceDepth > 0 && !this.#tooLong ? this.#pieceStart : scanned;
    if (this.#keyStart >= 0) from = Math.min(from, this.#keyStart);
    if (scanned - from > MAX_PIECE_BYTES) {
      this.#tooLong = true;
      this.#keyStart = -1;
      from = scanned;
    }
    this.#buffer.copyWithin(0, from, this.#filled);
    this.#filled -= from;
    this.#position -= from;
    this.#pieceStart -= from;
    if (this.#keyStart >= 0) this.#keyStart -= from;
    if (this.#filled < this.#buffer.length / 2) return;
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }

  *#scan(): Generator<Piece> {
    while (this.#position < this.#filled) {
      if (this.#inString) {
        if (!this.#skipString()) return;
        continue;
      }
      const byte = this.#buffer[this.#position];
      if (byte === QUOTE) {
        this.#inString = true;
        if (this.#depth === 1) this.#keyStart = this.#position;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte === OPEN_BRACE);
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        const piece = this.#close();
        if (piece) yield piece;
      }
      this.#position += 1;
    }
  }

  #open(isObject: boolean): void {
    this.#depth += 1;
    if (this.#pieceDepth > 0 || !isObject || this.#depth < 2 || this.#depth > 3) return;
    this.#pieceDepth = this.#depth;
    this.#pieceStart = this.#position;
    this.#tooLong = false;
  }

  #close(): Piece | undefined {
    const ends = this.#pieceDepth > 0 && this.#depth === this.#pieceDepth;
    this.#depth -= 1;
    if (!ends) return undefined;
    this.#pieceDepth = 0;
    const bytes = this.#buffer.subarray(Math.max(0, this.#pieceStart), this.#position + 1);
    return { key: this.#key, bytes: this.#tooLong || bytes.length > MAX_PIECE_BYTES ? undefined : bytes };
  }

  /** Moves behind the closing quote; `false` when that is not read yet. A text at the document's own level is a key. */
  #skipString(): boolean {
    const length = this.#filled;
    const from = this.#position;
    for (let end = this.#buffer.indexOf(QUOTE, from); end !== -1 && end < length; ) {
      if (this.#backslashesBefore(end, from) % 2 === 0) {
        if (this.#keyStart >= 0) this.#key = this.#buffer.toString('utf8', this.#keyStart + 1, end);
        this.#keyStart = -1;
        this.#inString = false;
        this.#position = end + 1;
        return true;
      }
      end = this.#buffer.indexOf(QUOTE, end + 1);
    }
    // A backslash at the end belongs to the byte that follows it.
    this.#position = length - (this.#backslashesBefore(length, from) % 2);
    return false;
  }

  #backslashesBefore(end: number, from: number): number {
    let count = 0;
    while (end - 1 - count >= from && this.#buffer[end - 1 - count] === BACKSLASH) count += 1;
    return count;
  }
}

import { closeSync, readSync } from 'node:fs';
import { Decompress } from 'fzstd';
import { forEachLine, type LineReport, openRegularFile } from '../json-lines.ts';

const CHUNK_BYTES = 256 * 1024;
/** Of a decompressed line; the same limit as of a plain one. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface RolloutLines extends LineReport {
  /** Why a compressed file could not be read to its end. */
  damage?: string;
}

/**
 * Calls `handle` with each line of a rollout, plain or compressed, and its offset in the plain text; `false` stops.
 * The bytes are only valid during the call. Holds one chunk, one line and, for a compressed file, its window.
 *
 * @throws the file-system error when the file cannot be opened.
 */
export function rolloutLines(path: string, handle: (line: Buffer, offset: number) => unknown): RolloutLines {
  return path.endsWith('.zst') ? compressedLines(path, handle) : forEachLine(path, handle);
}

/** Thrown through the decompressor to stop it. */
const STOP = Symbol('stop');

function compressedLines(path: string, handle: (line: Buffer, offset: number) => unknown): RolloutLines {
  const { fd, size } = openRegularFile(path);
  const splitter = new LineSplitter(handle);
  const report: RolloutLines = splitter.report;
  const decompress = new Decompress((chunk) => {
    if (!splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) throw STOP;
  });
  try {
    for (let position = 0; position < size; ) {
      // The decompressor keeps what it is given: each chunk is its own memory.
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - position));
      const count = readSync(fd, chunk, 0, chunk.length, position);
      if (count === 0) break;
      position += count;
      decompress.push(chunk.subarray(0, count), position >= size);
    }
    splitter.end();
  } catch (error) {
    if (error !== STOP) {
      if (!(error instanceof Error)) throw error;
      // Whatever the decompressor complains about is the file's fault; what came before it is kept.
      splitter.end();
      report.damage = error.message;
    }
  } finally {
    closeSync(fd);
  }
  return report;
}

/** Cuts a stream of chunks into lines. */
export class LineSplitter {
  readonly report: LineReport = { lines: 0, oversized: 0, bytes: 0, unterminated: false };
  readonly #handle: (line: Buffer, offset: number) => unknown;
  #parts: Buffer[] = [];
  #length = 0;
  #skipping = false;

  constructor(handle: (line: Buffer, offset: number) => unknown) {
    this.#handle = handle;
  }

  /** @returns `false` when the handler wants no more. */
  push(chunk: Buffer): boolean {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      this.report.bytes += end - start + 1;
      start = end + 1;
      if (!this.#flush(1)) return false;
    }
    this.#add(chunk.subarray(start));
    this.report.bytes += chunk.length - start;
    return true;
  }

  end(): void {
    if (this.#length === 0) return;
    this.report.unterminated = !this.#skipping;
    this.#flush(0);
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES && !this.#skipping) {
      this.report.oversized += 1;
      this.#skipping = true;
      this.#parts = [];
    }
    // The chunk may be reused by its owner: what outlives the call is copied.
    if (!this.#skipping && part.length > 0) this.#parts.push(Buffer.from(part));
  }

  #flush(breakBytes: number): boolean {
    const [first] = this.#parts;
    const line = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts);
    const offset = this.report.bytes - this.#length - breakBytes;
    const wanted = !this.#skipping && line.length > 0;
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (!wanted) return true;
    this.report.lines += 1;
    return this.#handle(line, offset) !== false;
  }
}

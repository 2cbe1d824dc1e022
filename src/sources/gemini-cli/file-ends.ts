import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../json-lines.ts';

const END_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export interface FileEnds {
  /** From byte 0. The whole file when `whole`. */
  head: Buffer;
  /** Up to the last byte; starts anywhere inside a line, unless `whole`. */
  tail: Buffer;
  whole: boolean;
  size: number;
}

/** Listing describes thousands of files: their ends share one buffer. */
const shared = Buffer.allocUnsafeSlow(2 * END_BYTES);

/**
 * The first and last `bytes` of a file, by two positioned reads (one for a small file); `undefined` when unreadable.
 *
 * With the default size the bytes are valid until the next call: they are views of one buffer.
 */
export function readFileEnds(path: string, bytes = END_BYTES): FileEnds | undefined {
  let file: { fd: number; size: number };
  try {
    file = openRegularFile(path);
  } catch (error) {
    // Gone or forbidden since it was listed: it still lists, without a description.
    if (error instanceof Error) return undefined;
    throw error;
  }
  try {
    const whole = file.size <= 2 * bytes;
    const buffer = bytes === END_BYTES ? shared : Buffer.allocUnsafe(2 * bytes);
    const head = readAt(file.fd, 0, buffer.subarray(0, whole ? file.size : bytes));
    const tail = whole ? head : readAt(file.fd, file.size - bytes, buffer.subarray(bytes));
    return { head, tail, whole, size: file.size };
  } finally {
    closeSync(file.fd);
  }
}

function readAt(fd: number, position: number, buffer: Buffer): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(fd, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

/** Whole lines of the head, in order, without their line breaks. */
export function* headLines(ends: FileEnds): Generator<Buffer> {
  let start = 0;
  while (start < ends.head.length) {
    let end = ends.head.indexOf(NEWLINE, start);
    if (end === -1) {
      if (!ends.whole) return;
      end = ends.head.length;
    }
    if (end > start) yield ends.head.subarray(start, end);
    start = end + 1;
  }
}

/** Lines of the tail, last first; a first line that began before the tail is left out. */
export function* tailLines(ends: FileEnds): Generator<Buffer> {
  let end = ends.tail.length;
  while (end > 0) {
    const start = ends.tail.lastIndexOf(NEWLINE, end - 1) + 1;
    if (start === 0 && !ends.whole) return;
    if (end > start) yield ends.tail.subarray(start, end);
    end = start - 1;
  }
}

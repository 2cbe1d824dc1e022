import { closeSync, readSync } from 'node:fs';
import { isFileSystemError } from './directory.ts';
import { openRegularFile } from './json-lines.ts';

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export interface FileEnds {
  size: number;
  head: Buffer;
  /** The last bytes; the whole file when it is small. */
  tail: Buffer;
  /** Offset in the file of the first byte of `tail`. */
  tailOffset: number;
}

/**
 * The first and last bytes of a file, by positioned reads; each byte at most twice (in head and tail of a small file it
 * is one read). `undefined` when the file cannot be read.
 */
export function readFileEnds(path: string, tailBytes = TAIL_BYTES): FileEnds | undefined {
  try {
    const { fd, size } = openRegularFile(path);
    try {
      if (size <= HEAD_BYTES + tailBytes) {
        const whole = readAt(fd, 0, size);
        return { size, head: whole, tail: whole, tailOffset: 0 };
      }
      const tailOffset = size - tailBytes;
      return { size, head: readAt(fd, 0, HEAD_BYTES), tail: readAt(fd, tailOffset, tailBytes), tailOffset };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isFileSystemError(error) || error instanceof Error) return undefined;
    throw error;
  }
}

/** At most `limit` bytes of a small file as text; `undefined` when it cannot be read or is larger. */
export function readSmallFile(path: string, limit: number): string | undefined {
  try {
    const { fd, size } = openRegularFile(path);
    try {
      return size > limit ? undefined : readAt(fd, 0, size).toString('utf8');
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The lines of the head that are there in full, first one first. */
export function* headLines(ends: FileEnds): Generator<Buffer> {
  const whole = ends.head.length === ends.size;
  let start = 0;
  while (start < ends.head.length) {
    const end = ends.head.indexOf(NEWLINE, start);
    if (end === -1) {
      if (whole) yield ends.head.subarray(start);
      return;
    }
    if (end > start) yield ends.head.subarray(start, end);
    start = end + 1;
  }
}

/** The lines of the tail that are there in full, last one first. */
export function* tailLines(ends: FileEnds): Generator<Buffer> {
  let end = ends.tail.length;
  while (end > 0) {
    const newline = ends.tail.lastIndexOf(NEWLINE, end - 1);
    if (newline === -1 && ends.tailOffset > 0) return;
    if (end > newline + 1) yield ends.tail.subarray(newline + 1, end);
    end = newline;
  }
}

function readAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, buffer, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

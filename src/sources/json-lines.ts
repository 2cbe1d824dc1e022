import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { UnreadableFileError } from './unreadable-file.ts';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** U+FEFF in UTF-8, which some editors put before the first character. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Longer lines are skipped and counted: 16 MiB holds every record met in real stores, images included. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface LineReport {
  lines: number;
  /** Lines longer than the limit: skipped. */
  oversized: number;
  bytes: number;
  /** The file does not end with a line break: its last line may be torn. */
  unterminated: boolean;
}

/**
 * Calls `handle` with each line of a file as bytes, without its line break; empty lines are left out.
 *
 * The bytes are a view of a buffer that is used again: copy what outlives the call. Reads up to the size that the file
 * had when it was opened (a file that grows meanwhile gives a consistent prefix), each byte once, and holds one chunk
 * plus at most one line. Returning `false` from `handle` stops.
 *
 * @throws UnreadableFileError
 */
export function forEachLine(path: string, handle: (line: Buffer, offset: number) => unknown): LineReport {
  const descriptor = openRegularFile(path);
  try {
    return scan(path, descriptor, handle);
  } finally {
    closeSync(descriptor.fd);
  }
}

/**
 * Opens for reading without blocking on a FIFO, and refuses all but regular files.
 *
 * @throws UnreadableFileError
 */
export function openRegularFile(path: string): { fd: number; size: number; modifiedAt: number } {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const fd = fromSystem(path, () => openSync(path, flags));
  const stat = fstatSync(fd);
  if (!stat.isFile()) {
    closeSync(fd);
    throw new UnreadableFileError(path, 'not a regular file');
  }
  return { fd, size: stat.size, modifiedAt: stat.mtimeMs };
}

function fromSystem<Result>(path: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new UnreadableFileError(path, error as NodeJS.ErrnoException);
    throw error;
  }
}

function scan(
  path: string,
  { fd, size }: { fd: number; size: number },
  handle: (line: Buffer, offset: number) => unknown,
): LineReport {
  const report: LineReport = { lines: 0, oversized: 0, bytes: 0, unterminated: false };
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  let skipping = false;
  const deliver = (from: number, to: number): boolean => {
    const offset = report.bytes - filled + from;
    const line = trimmed(buffer.subarray(from, to), offset);
    if (line.length === 0) return true;
    report.lines += 1;
    return handle(line, offset) !== false;
  };
  while (report.bytes < size) {
    if (filled === buffer.length) {
      if (buffer.length >= MAX_LINE_BYTES) {
        if (!skipping) report.oversized += 1;
        skipping = true;
        filled = 0;
      } else {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        buffer.copy(larger, 0, 0, filled);
        buffer = larger;
      }
    }
    const room = Math.min(buffer.length - filled, size - report.bytes);
    const count = fromSystem(path, () => readSync(fd, buffer, filled, room, report.bytes));
    if (count === 0) break;
    report.bytes += count;
    const searchFrom = filled;
    filled += count;
    let start = 0;
    for (
      let end = buffer.indexOf(NEWLINE, searchFrom);
      end !== -1 && end < filled;
      end = buffer.indexOf(NEWLINE, start)
    ) {
      if (skipping) skipping = false;
      else if (!deliver(start, end)) return report;
      start = end + 1;
    }
    if (start > 0) {
      buffer.copyWithin(0, start, filled);
      filled -= start;
    }
  }
  if (filled > 0 && !skipping) {
    report.unterminated = true;
    deliver(0, filled);
  }
  return report;
}

/** Without the carriage return of another system's line break, and without the mark at the file's beginning. */
function trimmed(line: Buffer, offset: number): Buffer {
  const end = line[line.length - 1] === CARRIAGE_RETURN ? line.length - 1 : line.length;
  const isMarked = offset === 0 && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return line.subarray(isMarked ? BYTE_ORDER_MARK.length : 0, end);
}

import { closeSync, readSync } from 'node:fs';
import { isFileSystemError } from '../sources/directory.ts';
import { openRegularFile } from '../sources/json-lines.ts';

const CHUNK_BYTES = 256 * 1024;

/** Characters that no JSON writer escapes: a run of them in a text stands as it is in the file. */
const PLAIN_RUN = /[a-z0-9_.-]+/g;

/**
 * A needle for each word that can be looked for in raw JSON: its longest run of plain ASCII characters. A word without
 * one gives none.
 *
 * @param words in lower case
 */
export function needlesOf(words: readonly string[]): Buffer[] {
  return words.flatMap((word) => {
    const runs = [...(word.match(PLAIN_RUN) ?? [])].sort((a, b) => b.length - a.length);
    return runs[0] === undefined ? [] : [fold(Buffer.from(runs[0], 'latin1'))];
  });
}

/**
 * False when one of the needles is nowhere in the file, in whatever case: then the words are in none of its texts. True
 * says only that the file is worth reading, also when it cannot be opened. Reads until all were met.
 *
 * @param pass a needle that settles it alone: the file says that its texts are elsewhere too
 */
export function mayContain(path: string, needles: readonly Buffer[], pass?: Buffer): boolean {
  if (needles.length === 0) return true;
  try {
    const { fd, size } = openRegularFile(path);
    try {
      return scan(fd, size, needles, pass);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isFileSystemError(error)) return true;
    throw error;
  }
}

function scan(fd: number, size: number, needles: readonly Buffer[], pass: Buffer | undefined): boolean {
  // What one chunk ends with may be a needle's beginning; rounded up, so that whole 32-bit words are folded.
  const overlap = (Math.max(...[...needles, pass ?? ''].map((needle) => needle.length)) + 3) & ~3;
  const memory = new ArrayBuffer(overlap + CHUNK_BYTES);
  const buffer = Buffer.from(memory);
  const wordsOfChunk = new Int32Array(memory, overlap);
  let missing = [...needles];
  for (let position = 0; position < size; ) {
    const count = readSync(fd, buffer, overlap, Math.min(CHUNK_BYTES, size - position), position);
    if (count === 0) break;
    position += count;
    foldWords(wordsOfChunk, Math.ceil(count / 4));
    const filled = buffer.subarray(0, overlap + count);
    missing = missing.filter((needle) => !filled.includes(needle));
    if (missing.length === 0 || (pass && filled.includes(pass))) return true;
    buffer.copyWithin(0, count, overlap + count);
  }
  return false;
}

/**
 * Sets bit 5 of every byte: capital letters become small ones, digits, `.` and `-` stay. Some other characters fall
 * together, which only lets through what reading rejects.
 */
function foldWords(words: Int32Array, count: number): void {
  for (let index = 0; index < count; index += 1) words[index] = (words[index] ?? 0) | 0x20202020;
}

function fold(bytes: Buffer): Buffer {
  return bytes.map((byte) => byte | 0x20) as Buffer;
}

/**
 * The least that a program can do with a session: read the file and split it into lines.
 * usage: node floor-lines.js bytes|text FILE
 *   bytes  finds the line breaks in chunks of bytes and makes no string
 *   text   decodes UTF-8 and makes a string of every line, with Node's own readline
 */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

const [how, file] = process.argv.slice(2);
if (file === undefined || (how !== 'bytes' && how !== 'text')) {
  console.error('usage: node floor-lines.js bytes|text FILE');
  process.exit(2);
}
console.log(how === 'bytes' ? countInBytes(file) : await countInText(file));

function countInBytes(path: string): number {
  const descriptor = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let lines = 0;
  for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk)) {
    for (let end = chunk.indexOf(NEWLINE); end !== -1 && end < count; end = chunk.indexOf(NEWLINE, end + 1))
      lines += 1;
  }
  closeSync(descriptor);
  return lines;
}

async function countInText(path: string): Promise<number> {
  let lines = 0;
  for await (const _line of createInterface({ input: createReadStream(path) })) lines += 1;
  return lines;
}

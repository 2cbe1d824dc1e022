import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PraisonError } from './errors.ts';
import { ignoreMissing, writeFileDurably } from './stores/durable-write.ts';
import { isStoreError } from './stores/store-error.ts';

/**
 * Writes a file that only this user can read. Replaces a regular file of the same name as a whole, or leaves it as it was;
 * never writes through a link. A device or a pipe is written to, and otherwise left alone.
 *
 * @throws PraisonError `not-writable`
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const target = resolve(path);
  try {
    const stats = await lstat(target).catch(ignoreMissing);
    if (stats === undefined || stats.isFile() || stats.isSymbolicLink()) await writeFileDurably(target, text);
    else await writeInto(target, text);
  } catch (cause) {
    throw new PraisonError('not-writable', messageOf(path, cause), {
      hints: ['Give another path, or leave -o out to print.'],
      facts: { path },
      cause,
    });
  }
}

async function writeInto(path: string, text: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

function messageOf(path: string, cause: unknown): string {
  // It says itself that the file is written.
  if (isStoreError(cause, 'not-flushed')) return cause.message;
  if (isStoreError(cause, 'symbolic-link')) return `Cannot write ${path}: it is a symbolic link`;
  if (isStoreError(cause) && cause.failure.code === 'write-failed')
    return `Cannot write ${path}: ${cause.failure.reason}`;
  return `Cannot write ${path}: ${cause instanceof Error ? cause.message : String(cause)}`;
}

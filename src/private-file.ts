import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { PraisonError } from './errors.ts';

/**
 * Writes a file that only this user can read. Replaces a regular file of the same name, never writes through a link.
 *
 * @throws PraisonError `not-writable`
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
  try {
    const file = await open(path, flags, 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(text);
    } finally {
      await file.close();
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const why = code === 'ELOOP' ? 'it is a symbolic link' : ((cause as Error).message ?? code);
    throw new PraisonError('not-writable', `Cannot write ${path}: ${why}`, {
      hints: ['Give another path, or leave -o out to print.'],
      facts: { path },
      cause,
    });
  }
}

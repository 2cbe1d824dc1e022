import { randomBytes } from 'node:crypto';
import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SqliteDriver } from '../../sqlite/driver.ts';
import { flushDirectory, removeIfPossible, removeOrphans, writeNewFile } from '../durable-write.ts';
import { asWriteFailure } from '../store-error.ts';
import { APPLICATION_ID, migrate } from './schema.ts';

/**
 * Makes an empty store, private, on the disk when the promise resolves; leaves whatever is at `path` already. It is made
 * under another name: what has the name is whole, also after a kill, and of two processes both use the first one's.
 *
 * @throws StoreError `write-failed`; the driver's error
 */
export async function createDatabase(driver: SqliteDriver, path: string): Promise<void> {
  const directory = dirname(path);
  const temporary = join(directory, `.praisonai-${randomBytes(12).toString('hex')}.tmp`);
  try {
    await makePrivateDirectory(directory);
    await removeOrphans(directory);
    await writeNewFile(temporary, '');
    build(driver, temporary);
    await link(temporary, path);
    await flushDirectory(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw asWriteFailure(error, path);
  } finally {
    await removeIfPossible(temporary);
  }
}

function build(driver: SqliteDriver, path: string): void {
  const connection = driver.openWritable(path);
  try {
    // No journal beside it: a kill leaves one file.
    connection.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; BEGIN IMMEDIATE',
    );
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    migrate(connection, new Date());
    connection.exec('COMMIT');
  } finally {
    connection.close();
  }
}

/** Also the names of the directories that are made survive a power failure. */
async function makePrivateDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = directory; made !== dirname(first); made = dirname(made))
    await flushDirectory(dirname(made));
}

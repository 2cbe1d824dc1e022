import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, unlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { PraisonError } from '../errors.ts';
import type { Environment } from '../sources/source.ts';
import {
  ensurePrivateDirectory,
  flushDirectory,
  ignoreMissing,
  refuseSymbolicLink,
  removeOrphans,
  writeFileDurably,
} from '../stores/durable-write.ts';
import { withFileLock } from '../stores/locking/file-lock.ts';
import { dataDirectory } from '../stores/paths.ts';
import { PAGE_MARKER } from './page-frame.ts';

/** A page that was written. */
export interface SharedPage {
  /** Absolute. */
  path: string;
  source: string;
  session_id: string;
  /** ISO 8601. */
  created_at: string;
}

export interface Removal {
  removed: string[];
  /** Were gone already. */
  missing: string[];
  /** Are no page of ours (any more): left alone. */
  foreign: string[];
}

/** Waiting for another `share` or `unshare`, which take milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;
/** An index is a few hundred bytes for each page. */
const MAX_INDEX_BYTES = 8_000_000;

const indexSchema = z.object({
  version: z.literal(1),
  pages: z.array(
    z.object({ path: z.string(), source: z.string(), session_id: z.string(), created_at: z.string() }),
  ),
});

/** The pages of shared sessions, in `<data directory>/shares`, and the index that remembers them. */
export class ShareStore {
  readonly directory: string;
  private readonly indexPath: string;

  constructor(environment: Environment) {
    this.directory = join(dataDirectory(environment), 'shares');
    this.indexPath = join(this.directory, 'index.json');
  }

  /**
   * Writes a page and remembers it. The index comes first: a crash between the two leaves a note of a page that is not
   * there, never a page that nobody remembers.
   *
   * @param path absolute; default: an unpredictable name in `directory`
   * @throws PraisonError `not-writable`, `invalid-file`; StoreError `symbolic-link`, `session-locked`
   */
  async add(html: string, page: Omit<SharedPage, 'path'>, path?: string): Promise<string> {
    const target = path ?? join(this.directory, `${randomBytes(16).toString('hex')}.html`);
    await this.changing(target, async (pages, save) => {
      await refuseSymbolicLink(target);
      await save([...pages.filter((other) => other.path !== target), { path: target, ...page }]);
      await writeFileDurably(target, html);
    });
    return target;
  }

  /** Every page that is remembered; none where nothing was shared. Creates nothing. @throws PraisonError `invalid-file` */
  async pages(): Promise<SharedPage[]> {
    await refuseSymbolicLink(this.directory);
    const text = await readBounded(this.indexPath);
    return text === undefined ? [] : parseIndex(text, this.indexPath);
  }

  /** Removes the pages of one session, and forgets those that are gone. */
  async remove(source: string, sessionId: string): Promise<Removal> {
    const removal: Removal = { removed: [], missing: [], foreign: [] };
    await this.changing(this.indexPath, async (pages, save) => {
      const mine = pages.filter((page) => page.source === source && page.session_id === sessionId);
      for (const { path } of mine) removal[await removePage(path)].push(path);
      await save(pages.filter((page) => !mine.includes(page)));
    });
    return removal;
  }

  private async changing(
    path: string,
    work: (pages: SharedPage[], save: (pages: SharedPage[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    try {
      const prepare = () => preparePrivate(this.directory);
      await withFileLock(this.indexPath, { timeoutMs: LOCK_TIMEOUT_MS, prepare }, async (lock) => {
        await removeOrphans(this.directory);
        await work(await this.pages(), (pages) =>
          writeFileDurably(this.indexPath, `${JSON.stringify({ version: 1, pages }, null, 2)}\n`, () =>
            lock.assertHeld(),
          ),
        );
      });
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? '';
      if (!/^E[A-Z]+$/.test(code)) throw cause;
      throw new PraisonError('not-writable', `Cannot write ${path}: ${(cause as Error).message}`, {
        hints: ['Give another path with -o.'],
        facts: { path },
        cause,
      });
    }
  }
}

/** What stood there before may have been made by somebody with other habits. */
async function preparePrivate(directory: string): Promise<void> {
  await refuseSymbolicLink(directory);
  await ensurePrivateDirectory(directory);
  await refuseSymbolicLink(directory);
  const { mode } = await lstat(directory);
  if ((mode & 0o077) !== 0) await chmod(directory, 0o700);
}

/** The index is a file like any other: only what begins like a page of ours is removed, and never through a link. */
async function removePage(path: string): Promise<keyof Removal> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (stats === undefined) return 'missing';
  if (!stats.isFile() || (await beginning(path)) !== PAGE_MARKER) return 'foreign';
  await unlink(path);
  await flushDirectory(resolve(path, '..'));
  return 'removed';
}

async function beginning(path: string): Promise<string> {
  const file = await open(path, READ_FLAGS);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PAGE_MARKER.length), 0, PAGE_MARKER.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A FIFO put in a file's place must not make us wait. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readBounded(path: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MAX_INDEX_BYTES) throw brokenIndex(path, 'it is no regular file');
  const file = await open(path, READ_FLAGS);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parseIndex(text: string, path: string): SharedPage[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw brokenIndex(path, 'it is no JSON', cause);
  }
  const parsed = indexSchema.safeParse(value);
  if (!parsed.success) throw brokenIndex(path, 'it has another form');
  return parsed.data.pages;
}

function brokenIndex(path: string, why: string, cause?: unknown): PraisonError {
  return new PraisonError('invalid-file', `Cannot use the index of shared pages, ${path}: ${why}`, {
    hints: [`Look into it, and remove ${basename(path)}: shared pages lie beside it as *.html.`],
    facts: { path },
    cause,
  });
}

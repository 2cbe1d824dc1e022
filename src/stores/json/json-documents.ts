import type { MessageRecord } from '../../model/session-record.ts';
import { removeIfPossible } from '../durable-write.ts';
import { lockFilePath, withFileLock } from '../locking/file-lock.ts';
import { checkNewSessionId, sessionFileName } from '../paths.ts';
import { matchesWords, searchedText } from '../search-words.ts';
import { storedId } from '../session-origin.ts';
import {
  type ExpectedVersion,
  keyText,
  type ListedSession,
  type ListPage,
  type ListQuery,
  type SessionChange,
  type SessionKey,
  type SessionStore,
  type SessionVersion,
  type StoredSession,
} from '../session-store.ts';
import { isStoreError, StoreError } from '../store-error.ts';
import { changeSession, documentOf, messagesOf } from './document.ts';
import { fileVersion } from './last-written.ts';
import { listPage } from './list-page.ts';
import { listFile } from './list-sessions.ts';
import { listingDescription } from './listing-description.ts';
import type { PythonObject } from './python-json.ts';
import { fileExists } from './session-files.ts';
import { type FoundPlace, type PlacedFile, SessionPlaces } from './session-places.ts';
import {
  deleteLocked,
  deleteSession,
  type Edited,
  type EditRequest,
  editSession,
  readSessionFile,
} from './session-writer.ts';

export interface JsonDocumentsOptions {
  /** How long a write waits for another process, in milliseconds. Default 10,000. */
  lockTimeoutMs?: number;
  /** Epoch milliseconds. Default: the clock. */
  now?: () => number;
}

/** As many messages as one batch of `messages` holds at most. */
const BATCH = 1_000;

/**
 * A directory of session files (`<id>.json`, `projects/<project>/<id>.json`, as the Python `praisonai` reads them) as a
 * store: this machine's own, or a folder that several share. Nothing is moved to the archive. A listing opens files
 * until its page is full, a search opens all: fit for some thousands of sessions.
 */
export class JsonDocuments implements SessionStore {
  readonly place: string;
  /** Each write writes the whole file. */
  readonly messagesPerWrite: number = 20_000;
  private readonly places: SessionPlaces;
  private readonly lockOptions: { timeoutMs: number };
  private readonly now: () => number;

  constructor(directory: string, options: JsonDocumentsOptions = {}) {
    this.place = `file:${directory}`;
    this.places = new SessionPlaces(directory);
    this.lockOptions = { timeoutMs: options.lockTimeoutMs ?? 10_000 };
    this.now = options.now ?? Date.now;
  }

  async get(key: SessionKey): Promise<StoredSession | undefined> {
    const found = this.read(key);
    const listed = found && this.listed(found.file);
    if (found === undefined || listed === undefined) return undefined;
    const { session, version } = found;
    return {
      ...listed,
      key,
      version,
      messageCount: messagesOf(session).length,
      document: documentOf(session),
    };
  }

  async *messages(key: SessionKey, from = 0): AsyncGenerator<MessageRecord[]> {
    const messages = messagesOf(this.read(key)?.session ?? {});
    for (let start = from; start < messages.length; start += BATCH)
      yield messages.slice(start, start + BATCH);
  }

  async write(key: SessionKey, change: SessionChange, expected?: ExpectedVersion): Promise<SessionVersion> {
    const id = storedId(key);
    checkNewSessionId(id, process.platform);
    for (;;) {
      const version = await this.tryWrite(key, change, expected, this.places.find(id));
      if (version !== undefined) return version;
    }
  }

  /** `undefined` where the session has moved since it was found. */
  private async tryWrite(
    key: SessionKey,
    change: SessionChange,
    expected: ExpectedVersion,
    found: FoundPlace | undefined,
  ): Promise<SessionVersion | undefined> {
    const id = storedId(key);
    const changed = () => new StoreError({ code: 'session-changed', id: keyText(key), place: this.place });
    if (typeof expected === 'string' && found === undefined) throw changed();
    const project = change.head?.project ?? found?.project;
    if (project === undefined || (expected === undefined && found === undefined))
      throw new StoreError({ code: 'session-not-found', id: keyText(key) });
    const path = this.places.path(project, id);
    const request: EditRequest = { id, path, now: this.now, missing: 'fail', broken: 'fail' };
    if (expected === null) Object.assign(request, { missing: 'create', existing: 'fail' });
    const edit = (readFrom?: string) =>
      editSession({ ...request, readFrom }, this.lockOptions, (session, now) => {
        if (typeof expected === 'string' && fileVersion(readFrom ?? path) !== expected) throw changed();
        changeSession(session, key, change, now);
      });
    if (found !== undefined && found.path !== path && expected !== null)
      return this.move(id, found.path, path, edit);
    try {
      // One that must not be there yet is looked for in the other project's directory too.
      return (await edit(found?.path === path ? undefined : found?.path)).version;
    } catch (error) {
      if (found === undefined || !isStoreError(error, 'session-not-found')) throw error;
      await removeIfPossible(lockFilePath(path));
      return undefined;
    }
  }

  /**
   * A session changes its project when its repository gets a remote. Both places are locked: what others add meanwhile
   * is in the new one. `undefined` where it is at the old place no more.
   */
  private move(
    id: string,
    from: string,
    path: string,
    edit: (readFrom: string) => Promise<Edited<void>>,
  ): Promise<SessionVersion | undefined> {
    return withFileLock(from, this.lockOptions, async () => {
      if (!fileExists(from)) {
        await removeIfPossible(lockFilePath(from));
        return undefined;
      }
      if (fileExists(path)) throw new StoreError({ code: 'session-exists', id, path });
      const { version } = await edit(from);
      await deleteLocked(from);
      return version;
    });
  }

  async list(query: ListQuery): Promise<ListPage> {
    return listPage(this.places.files(query.projects), query, (file) => this.listed(file));
  }

  async search(words: readonly string[], query: ListQuery): Promise<ListPage> {
    return listPage(this.places.files(query.projects), query, (file) => {
      const listed = this.listed(file);
      const session = listed && this.read(listed.key)?.session;
      if (session === undefined) return undefined;
      return matchesWords(searchedText(listed?.description.title, messagesOf(session)), words)
        ? listed
        : undefined;
    });
  }

  async withPrefix(prefix: string, limit: number, source?: string): Promise<ListedSession[]> {
    const name = sessionFileName(prefix);
    if (name === '') return [];
    const found = this.places
      .files()
      .filter((file) => file.name.includes(name))
      .flatMap((file) => this.listed(file) ?? [])
      .filter(({ key }) => key.id.startsWith(prefix) && (source === undefined || key.source === source));
    found.sort((a, b) => (keyOrder(a) < keyOrder(b) ? -1 : 1));
    return found.slice(0, limit);
  }

  async delete(key: SessionKey): Promise<boolean> {
    const found = this.read(key);
    return found === undefined ? false : deleteSession(found.file.path, [], this.lockOptions);
  }

  async close(): Promise<void> {
    // Nothing stays open between calls.
  }

  private listed(file: PlacedFile): ListedSession | undefined {
    const listed = listFile(file);
    if (listed === undefined) return undefined;
    const { id: _, origin, messageCount: __, ...description } = listingDescription(listed);
    return {
      key: origin ?? { source: 'praisonai', id: listed.id },
      project: file.project,
      description,
      version: fileVersion(file.path) ?? '',
      messageCount: listed.messageCount,
      activeAt: listed.lastActivity,
    };
  }

  /** The session, and the version of the very file that it was read from. */
  private read(key: SessionKey): { session: PythonObject; version: string; file: PlacedFile } | undefined {
    const id = storedId(key);
    const found = this.places.find(id);
    if (found === undefined) return undefined;
    for (;;) {
      const version = fileVersion(found.path);
      const session = version === undefined ? undefined : sessionIn(found.path, id);
      if (version === undefined || session === undefined) return undefined;
      if (fileVersion(found.path) !== version) continue;
      return { session, version, file: { ...found, name: sessionFileName(id), modifiedAt: 0, sizeBytes: 0 } };
    }
  }
}

const keyOrder = ({ key }: ListedSession): string => `${key.id}\0${key.source}`;

/** A file that holds the session of another id with the same file name does not hold this one. */
function sessionIn(path: string, id: string): PythonObject | undefined {
  try {
    return readSessionFile(path, id);
  } catch (error) {
    if (isStoreError(error, 'file-name-taken')) return undefined;
    throw error;
  }
}

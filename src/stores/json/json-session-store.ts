import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EpochMs } from '../../model/session-event.ts';
import type { JsonValue, SessionRecord } from '../../model/session-record.ts';
import type { LockingMode, LockOptions } from '../locking/file-lock.ts';
import { checkNewSessionId, sessionFileName } from '../paths.ts';
import { isStoreError, StoreError } from '../store-error.ts';
import {
  addHierarchy,
  addUsage,
  appendMessages,
  epochSeconds,
  isoTime,
  type NewCompaction,
  type NewMessage,
  setCompaction,
  setMetadata,
  setTitle,
  type UsageDelta,
} from './edit-session.ts';
import { addChild, type ForkOptions, forkSession, importedSession } from './fork-session.ts';
import type { PythonObject } from './python-json.ts';
import { parseSession, readSessionBytes } from './read-session.ts';
import { applyRetention, DEFAULT_RETENTION, type Retention } from './retention.ts';
import { fileExists, listSessionFiles, type SessionFile } from './session-files.ts';
import {
  deleteSession,
  type EditRequest,
  editSession,
  readSessionFile,
  withinStack,
} from './session-writer.ts';

export interface JsonStoreOptions {
  /** Where sessions are read and written. Made, with mode 0700, by the first write. */
  directory: string;
  /** Where earlier versions kept them: read only; a session found there alone is written to `directory`. */
  formerDirectories?: readonly string[];
  /** Default: 100 messages, `compact`. */
  retention?: Retention;
  /** How long a write waits for another process, in milliseconds. Default 10,000. */
  lockTimeoutMs?: number;
  /** Default: the best that this machine offers, see `lockingMode`. */
  locking?: LockingMode;
  /** Epoch milliseconds. Default: the clock. */
  now?: () => EpochMs;
  /** Decides which ids are refused for new sessions. Default: this platform. */
  platform?: NodeJS.Platform;
}

/** A session as read from its file. */
export interface StoredSession {
  id: string;
  path: string;
  record: SessionRecord;
}

export interface CreateOptions {
  /** Default: a random UUID. */
  id?: string;
  title?: string;
  agentName?: string;
  metadata?: { readonly [key: string]: JsonValue };
  messages?: readonly NewMessage[];
  /** A session of this store that spawned the new one. */
  parentId?: string;
}

/** What an append writes with the messages, in the same change: either all of it is on the disk or nothing. */
export interface WrittenAlong {
  /** As `updateMetadata` takes it. */
  metadata?: { readonly [key: string]: JsonValue | undefined };
  usage?: UsageDelta;
}

export interface Written {
  /** A broken file was in the way and was moved here. */
  setAside?: string;
}

/**
 * PraisonAI sessions as JSON files, one per session, shared with the Python `praisonai`.
 *
 * Reading takes no lock (files are replaced whole) and creates nothing. Writing re-reads under the session's lock, keeps
 * every field that it does not change, and is durable when the promise resolves. Errors are `StoreError`s, or the
 * system's own (disk full, no permission) with the file as it was.
 */
export class JsonSessionStore {
  readonly directory: string;
  readonly formerDirectories: readonly string[];
  private readonly retention: Retention;
  private readonly lockOptions: LockOptions;
  private readonly now: () => EpochMs;
  private readonly platform: NodeJS.Platform;

  constructor(options: JsonStoreOptions) {
    this.directory = options.directory;
    this.formerDirectories = options.formerDirectories ?? [];
    this.retention = options.retention ?? DEFAULT_RETENTION;
    this.lockOptions = { timeoutMs: options.lockTimeoutMs ?? 10_000, mode: options.locking };
    this.now = options.now ?? Date.now;
    this.platform = options.platform ?? process.platform;
  }

  /** Session files, unordered, none opened. One that a newer directory also has is left out of the older. */
  files(): SessionFile[] {
    const seen = new Set<string>();
    return [this.directory, ...this.formerDirectories].flatMap((directory) => {
      const files = listSessionFiles(directory).filter(({ name }) => !seen.has(name));
      for (const { name } of files) seen.add(name);
      return files;
    });
  }

  /** The file of a session: its id, or a file name as listings show it. `undefined` when there is none. */
  find(id: string): string | undefined {
    if (id.trim() === '') return undefined;
    const name = `${sessionFileName(id)}.json`;
    return [this.directory, ...this.formerDirectories].map((each) => join(each, name)).find(fileExists);
  }

  /** `undefined` for an unknown id; throws `session-unreadable` for a broken file. */
  load(id: string): StoredSession | undefined {
    const path = this.find(id);
    const bytes = path === undefined ? undefined : bytesIfThere(path);
    if (path === undefined || bytes === undefined) return undefined;
    const record = parseSession(bytes.toString('utf8'), path);
    const recorded = record.session_id === '' ? id : record.session_id;
    // `a:b` and `a/b` share a file: the other one's session is not this one. Its file name is an alias of it.
    if (recorded !== id && sessionFileName(id) !== id) return undefined;
    return { id: recorded, path, record: { ...record, session_id: recorded } };
  }

  /** Throws `session-exists` when there is one of this id. */
  async create(options: CreateOptions = {}): Promise<{ id: string }> {
    const id = options.id ?? randomUUID();
    const { parentId } = options;
    if (parentId !== undefined) readSessionFile(this.requireFile(parentId), parentId);
    await this.writeChild(id, parentId, (session, now) => {
      if (parentId !== undefined) {
        addHierarchy(session);
        session['parent_id'] = parentId;
      }
      if (options.agentName !== undefined) session['agent_name'] = options.agentName;
      setMetadata(session, options.metadata ?? {});
      if (options.title !== undefined) setTitle(session, options.title);
      appendMessages(session, options.messages ?? [], now);
      applyRetention(session, this.retention, epochSeconds(now));
    });
    return { id };
  }

  /** Adds messages at the end; makes the session if there is none. A broken file is set aside, not overwritten. */
  async append(id: string, messages: readonly NewMessage[], along: WrittenAlong = {}): Promise<Written> {
    if (this.find(id) === undefined) checkNewSessionId(id, this.platform);
    return this.run(id, { missing: 'create', broken: 'set-aside' }, (session, now) => {
      appendMessages(session, messages, now);
      if (along.metadata !== undefined) setMetadata(session, along.metadata);
      if (along.usage !== undefined) addUsage(session, along.usage);
      applyRetention(session, this.retention, epochSeconds(now));
    });
  }

  /** Sets fields of the metadata (`goal_state`, `workflow_checkpoint`, `model`, …); `null` removes one. */
  async updateMetadata(id: string, fields: { readonly [key: string]: JsonValue | undefined }): Promise<void> {
    await this.edit(id, (session) => setMetadata(session, fields));
  }

  async addUsage(id: string, delta: UsageDelta): Promise<void> {
    await this.edit(id, (session) => addUsage(session, delta));
  }

  /** Records that a summary covers all messages so far, or those before `messageIndex`. A blank one would replace them by nothing: it is refused. */
  async setLastCompaction(id: string, compaction: NewCompaction): Promise<void> {
    if (compaction.summary.trim() === '') throw new RangeError('A compaction needs a summary');
    await this.edit(id, (session, now) => setCompaction(session, compaction, now));
  }

  async rename(id: string, title: string): Promise<void> {
    await this.edit(id, (session) => setTitle(session, title));
  }

  /** Copies a session up to a message into a child of it. The child is on the disk before the parent names it. */
  async fork(id: string, options: ForkOptions = {}): Promise<{ id: string }> {
    const childId = options.id ?? randomUUID();
    const path = this.requireFile(id);
    const parent = readSessionFile(path, id);
    await this.writeChild(childId, id, (session, now) => {
      Object.assign(
        session,
        withinStack(path, () => forkSession(parent, id, childId, options, now)),
      );
    });
    return { id: childId };
  }

  /** Deletes a session, and its copies in former directories: they would reappear. False when there was none. */
  async delete(id: string): Promise<boolean> {
    if (!this.holds(id)) return false;
    const name = `${sessionFileName(id)}.json`;
    const copies = this.formerDirectories.map((directory) => join(directory, name));
    return deleteSession(join(this.directory, name), copies, this.lockOptions);
  }

  /** The file's text as it is. Throws `session-not-found`. */
  export(id: string): string {
    const path = this.requireFile(id);
    readSessionFile(path, id);
    return readSessionBytes(path).toString('utf8');
  }

  /** Stores an exported session under a new id (default: a random UUID), without its relatives. */
  async import(exported: string, id: string = randomUUID()): Promise<{ id: string }> {
    const imported = importedSession(exported, id, this.now());
    await this.writeNew(id, (session) => {
      Object.assign(session, imported);
    });
    return { id };
  }

  private requireFile(id: string): string {
    const path = this.find(id);
    if (path === undefined) throw new StoreError({ code: 'session-not-found', id });
    return path;
  }

  /** Whether this very session is here; a broken file counts as the session of its name. */
  private holds(id: string): boolean {
    try {
      return this.load(id)?.id === id;
    } catch (error) {
      if (!isStoreError(error, 'session-unreadable')) throw error;
      return true;
    }
  }

  private async writeChild(id: string, parentId: string | undefined, fill: Change): Promise<void> {
    const written = this.writeNew(id, fill);
    if (parentId === undefined) return written;
    // A child that is there, if not surely on the disk, belongs to its parent all the same.
    const unflushed = await written.catch((error: unknown) => {
      if (!isStoreError(error, 'not-flushed')) throw error;
      return error;
    });
    await this.registerChild(parentId, id);
    if (unflushed) throw unflushed;
  }

  /** After the child is written: a parent never names one that is not. */
  private async registerChild(parentId: string, id: string): Promise<void> {
    try {
      await this.edit(parentId, (parent) => addChild(parent, id));
    } catch (error) {
      if (isStoreError(error, 'not-flushed')) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new StoreError({ code: 'parent-not-updated', id, parentId, reason }, { cause: error });
    }
  }

  private async writeNew(id: string, fill: Change): Promise<void> {
    checkNewSessionId(id, this.platform);
    await this.run(id, { missing: 'create', broken: 'fail', existing: 'fail' }, fill);
  }

  private async edit(id: string, change: Change): Promise<void> {
    // Before the lock: an unknown id must leave no lock file behind.
    this.requireFile(id);
    await this.run(id, { missing: 'fail', broken: 'fail' }, (session, now) => {
      change(session, now);
      applyRetention(session, this.retention, epochSeconds(now));
    });
  }

  private async run(
    id: string,
    policy: Pick<EditRequest, 'missing' | 'broken' | 'existing'>,
    change: Change,
  ): Promise<Written> {
    const path = join(this.directory, `${sessionFileName(id)}.json`);
    const found = this.find(id);
    const request: EditRequest = { id, path, now: this.now, ...policy };
    if (found !== undefined && found !== path) request.readFrom = found;
    const { setAside } = await editSession(request, this.lockOptions, (session, now) => {
      change(session, now);
      session['updated_at'] = isoTime(now);
    });
    return setAside === undefined ? {} : { setAside };
  }
}

/** `undefined` for a file that was deleted just now. */
function bytesIfThere(path: string): Buffer | undefined {
  try {
    return readSessionBytes(path);
  } catch (error) {
    const cause = isStoreError(error) ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (cause?.code !== 'ENOENT') throw error;
    return undefined;
  }
}

type Change = (session: PythonObject, now: EpochMs) => void;

import { link, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  ensurePrivateDirectory,
  flushChange,
  isGone,
  refuseSymbolicLink,
  removeIfPossible,
  removeOrphans,
  writeFileDurably,
  writeNewFile,
} from '../durable-write.ts';
import { type FileLock, type LockOptions, lockFilePath, withFileLock } from '../locking/file-lock.ts';
import { asWriteFailure, isStoreError, StoreError } from '../store-error.ts';
import { newSession } from './edit-session.ts';
import { keepWritten, takeWritten } from './last-written.ts';
import { type PythonObject, type PythonValue, parsePythonJson } from './python-json.ts';
import { readSessionBytes } from './read-session.ts';
import { fileExists } from './session-files.ts';
import { sessionBytes } from './session-text.ts';
import { isObject } from './summary.ts';

export interface EditRequest {
  id: string;
  /** Where the session is written. */
  path: string;
  /** Where it is read from while `path` does not exist: a place that is only read. */
  readFrom?: string | undefined;
  /** Epoch milliseconds. */
  now: () => number;
  /** Throw `session-exists` for a session that exists. */
  existing?: 'fail';
  /** For a session that does not exist: make it, or throw `session-not-found`. */
  missing: 'create' | 'fail';
  /** For a broken file: set it aside and begin anew, or throw `session-unreadable`. */
  broken: 'set-aside' | 'fail';
}

export interface Edited<Result> {
  result: Result;
  /** Of the file as it was written, see `fileVersion`. */
  version: string;
  /** Where a broken file was moved to. */
  setAside?: string;
}

const swept = new Set<string>();

/**
 * Reads a session under its lock, lets `change` alter it, and replaces the file; what another process wrote before is
 * in what `change` sees.
 *
 * @throws StoreError whenever anything fails, with the file as it was; only `not-flushed` tells that it is the new one.
 */
export async function editSession<Result>(
  request: EditRequest,
  lockOptions: LockOptions,
  change: (session: PythonObject, now: number) => Result,
): Promise<Edited<Result>> {
  const { path } = request;
  const options = { ...lockOptions, prepare: () => prepareDirectory(dirname(path)) };
  const edit = async (lock: FileLock): Promise<Edited<Result>> => {
    await refuseSymbolicLink(path);
    const now = request.now();
    const { session, broken } = readForEdit(request, now);
    const result = change(session, now);
    const write = () =>
      writeFileDurably(
        path,
        withinStack(path, () => sessionBytes(session)),
        () => lock.assertHeld(),
      );
    const setAside = broken === undefined ? undefined : await keepingBroken(path, broken, now, write);
    if (broken === undefined) await write();
    const version = keepWritten(path, session);
    return setAside === undefined ? { result, version } : { result, version, setAside };
  };
  try {
    return await withFileLock(path, options, edit);
  } catch (error) {
    throw asWriteFailure(error, path);
  }
}

/** Leftovers go once per process: killed writers are rare, and directories may hold thousands of sessions. */
async function prepareDirectory(directory: string): Promise<void> {
  await ensurePrivateDirectory(directory);
  if (swept.has(directory)) return;
  swept.add(directory);
  await removeOrphans(directory);
}

/** Runs what goes through a session by recursion. Throws `session-unreadable` where that is deeper than the stack. */
export function withinStack<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StoreError({ code: 'session-unreadable', path, reason: 'nested too deeply' }, { cause: error });
  }
}

/** `broken`: the bytes of a file that is no session, and is to be set aside. */
function readForEdit(request: EditRequest, now: number): { session: PythonObject; broken?: Buffer } {
  const { id, path, readFrom } = request;
  const source = fileExists(path) ? path : readFrom;
  if (source === undefined || !fileExists(source)) {
    if (request.missing === 'fail') throw new StoreError({ code: 'session-not-found', id });
    return { session: newSession(id, now) };
  }
  // A system error passes through: a file that cannot be read just now must not be replaced by an empty session.
  const kept = takeWritten(source);
  const bytes = kept === undefined ? readSessionBytes(source) : Buffer.alloc(0);
  const parsed = kept ?? parseStrictly(bytes);
  if (parsed !== undefined) {
    const session = checkedSession(parsed, id, source);
    if (request.existing === 'fail') throw new StoreError({ code: 'session-exists', id, path: source });
    return { session };
  }
  if (request.broken === 'fail' || source !== path)
    throw new StoreError({ code: 'session-unreadable', path: source, reason: 'not a PraisonAI session' });
  return { session: newSession(id, now), broken: bytes };
}

/** The session as it stands in a file. Throws `session-unreadable`, or `file-name-taken` for another session. */
export function readSessionFile(path: string, id: string): PythonObject {
  const session = parseStrictly(readSessionBytes(path));
  if (session === undefined)
    throw new StoreError({ code: 'session-unreadable', path, reason: 'not a PraisonAI session' });
  return checkedSession(session, id, path);
}

/** `undefined` for what Python could not load either: no UTF-8, no JSON, no session. */
function parseStrictly(bytes: Buffer): PythonObject | undefined {
  let value: PythonValue;
  try {
    value = parsePythonJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
  if (!isObject(value)) return undefined;
  const messages = value['messages'] ?? [];
  return Array.isArray(messages) && messages.every(isObject) ? value : undefined;
}

/** Two ids can share a file name; the one that came second must not write into the first one's session. */
function checkedSession(session: PythonObject, id: string, path: string): PythonObject {
  const holds = session['session_id'];
  if (typeof holds === 'string' && holds !== '' && holds !== id)
    throw new StoreError({ code: 'file-name-taken', id, holds, path });
  if (holds !== id) session['session_id'] = id;
  return session;
}

/**
 * Replaces a broken file and keeps it under the name that Python gives to a file that it could not read. Until the new one
 * is in place the broken one has both names, so that a write that fails leaves what there was. The caller holds the lock.
 */
async function keepingBroken(
  path: string,
  broken: Buffer,
  now: number,
  write: () => Promise<void>,
): Promise<string> {
  const base = `${path}.corrupt-${Math.floor(now)}`;
  let target = base;
  for (let attempt = 1; fileExists(target); attempt++) target = `${base}-${attempt}`;
  try {
    // Not every file system has a second name for a file.
    await link(path, target).catch(() => writeNewFile(target, broken));
    await write();
  } catch (error) {
    if (!isStoreError(error, 'not-flushed')) await removeIfPossible(target);
    throw error;
  }
  return target;
}

/**
 * Deletes the session's files, last of all the lock files, still under the lock. Whether there was anything. The file that
 * is read goes after its older copies: when one of them cannot be deleted, the session is as it was.
 */
export async function deleteSession(
  path: string,
  copies: readonly string[],
  lockOptions: LockOptions,
): Promise<boolean> {
  const targets = [...copies.toReversed(), path].filter(fileExists);
  if (targets.length === 0) return false;
  try {
    // A session of a former directory alone: locking here would only make this project's directory.
    if (!fileExists(dirname(path))) return await removeFiles(targets);
    return await withFileLock(path, lockOptions, async (lock) => {
      lock.assertHeld();
      return removeFiles(targets, [path, ...copies]);
    });
  } catch (error) {
    throw asWriteFailure(error, path);
  }
}

/** Deletes a file whose lock the caller holds, and that lock's file. */
export async function deleteLocked(path: string): Promise<void> {
  try {
    await removeFiles([path]);
  } catch (error) {
    throw asWriteFailure(error, path);
  }
}

async function removeFiles(targets: readonly string[], locked = targets): Promise<boolean> {
  let removed = false;
  for (const target of targets) removed = (await remove(target)) || removed;
  const inDirectories = new Map(targets.map((target) => [dirname(target), target]));
  for (const target of inDirectories.values()) await flushChange(target);
  for (const target of locked) await removeIfPossible(lockFilePath(target));
  return removed;
}

/** Whether there was something. What is gone in spite of an error is removed: its answer was lost on the network. */
async function remove(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (!(await isGone(path))) throw error;
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

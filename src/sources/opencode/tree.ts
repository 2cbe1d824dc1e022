import { closeSync, type Dirent, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { statsOf } from '../../project/small-file.ts';
import { openRegularFile } from '../json-lines.ts';
import type { JsonRecord } from '../parse-record.ts';
import { fileNames } from './paths.ts';
import {
  MAX_RECORD_BYTES,
  parseJson,
  parseObject,
  type StoredMessage,
  type StoredSession,
} from './stored.ts';

/*
 * The stores before 1.2, one JSON file per record:
 *
 *   storage/session/<project>/<session>.json, storage/message/<session>/<message>.json,
 *   storage/part/<message>/<part>.json, storage/todo/<session>.json                            (0.6 to 1.1)
 *   project/<slug>/storage/session/{info/<session>, message/<session>/<message>,
 *   part/<session>/<message>/<part>}.json                                                      (until 0.5)
 *
 * Where a session was moved to a newer store its files stay behind, as of that day (OpenCode source, storage.ts and
 * json-migration.ts).
 */

export interface TreeFile {
  id: string;
  /** The session's own JSON file. */
  path: string;
}

/** Every session file of both layouts, the newer layout first. */
export function* treeFiles(data: string): Iterable<TreeFile> {
  const sessions = join(data, 'storage', 'session');
  for (const project of directories(sessions)) yield* sessionFiles(join(sessions, project));
  const projects = join(data, 'project');
  for (const slug of directories(projects)) {
    yield* sessionFiles(join(projects, slug, 'storage', 'session', 'info'));
  }
}

/** Whether the path of a file is that of a session in one of the trees. */
export function isTreeFile(path: string): boolean {
  return (
    basename(dirname(dirname(path))) === 'session' && basename(dirname(dirname(dirname(path)))) === 'storage'
  );
}

/** A new message changes its folder, and not always the session's file. */
export function treeModifiedAt(path: string): number {
  const times = [path, layoutOf(path).messages].map((file) => statsOf(file)?.mtimeMs ?? 0);
  return Math.floor(Math.max(...times));
}

export function openTreeSession(path: string, explain: (reason: string) => void): StoredSession | undefined {
  const info = parseObject(readText(path));
  if (!info) {
    explain(`${path} is no session.`);
    return undefined;
  }
  const layout = layoutOf(path);
  const names = jsonNames(layout.messages);
  const message = (name: string): StoredMessage => {
    const id = basename(name, '.json');
    const folder = layout.parts(id);
    return {
      id,
      info: parseObject(readText(join(layout.messages, name))),
      *parts(newest) {
        const parts = jsonNames(folder);
        for (const part of newest === undefined ? parts : parts.slice(-newest)) {
          yield { id: basename(part, '.json'), data: parseObject(readText(join(folder, part))) };
        }
      },
    };
  };
  return {
    info: { ...info, id: basename(path, '.json') } as JsonRecord,
    facts: { messageCount: names.length },
    warnings: [],
    *messages() {
      for (const name of names) yield message(name);
    },
    newestMessages: (count) => names.slice(-count).map(message),
    todos() {
      const items = parseJson(layout.todos && readText(layout.todos));
      return Array.isArray(items) && items.length > 0 ? { items } : undefined;
    },
  };
}

interface Layout {
  messages: string;
  parts(message: string): string;
  todos?: string;
}

function layoutOf(path: string): Layout {
  const id = basename(path, '.json');
  const folder = dirname(path);
  if (basename(folder) === 'info') {
    const root = dirname(folder);
    return {
      messages: join(root, 'message', id),
      parts: (message) => join(root, 'part', id, message),
    };
  }
  const storage = dirname(dirname(folder));
  return {
    messages: join(storage, 'message', id),
    parts: (message) => join(storage, 'part', message),
    todos: join(storage, 'todo', `${id}.json`),
  };
}

function* sessionFiles(folder: string): Iterable<TreeFile> {
  for (const entry of entries(folder)) {
    if (!entry.name.endsWith('.json') || !(entry.isFile() || entry.isSymbolicLink())) continue;
    yield { id: basename(entry.name, '.json'), path: join(folder, entry.name) };
  }
}

function directories(folder: string): string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}

/** The names sort as the records were made: the ids begin with their time. */
const jsonNames = (folder: string): string[] => fileNames(folder).filter((name) => name.endsWith('.json'));

/** Not by `readFileSync` alone: a FIFO would block, and a size is asked for anyway. */
function readText(path: string): string | undefined {
  let fd: number | undefined;
  try {
    const file = openRegularFile(path);
    fd = file.fd;
    if (file.size > MAX_RECORD_BYTES) return undefined;
    const bytes = Buffer.allocUnsafe(file.size);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, file.size, 0));
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

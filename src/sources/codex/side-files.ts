import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly, type SqliteReader } from '../../sqlite/open.ts';
import { finiteNumber, list, nonEmpty, record, text } from '../fields.ts';
import { forEachLine } from '../json-lines.ts';
import { parseLine } from '../parse-record.ts';
import { type CodexHome, isFileSystemError, statOf } from './store.ts';

/** Names of an index file as it was at one size and time. */
interface NameIndex {
  version: string;
  names: Map<string, string>;
}

const nameIndexes = new Map<string, NameIndex>();

/** Larger indexes are not read: 16 MiB holds some 80,000 names. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024;

/**
 * The name of a thread in `session_index.jsonl`: `{id, thread_name, updated_at}`, the last line of an id counts (Codex
 * source, rollout/session_index). The file is read again whenever its size or time differs.
 */
export function indexedName(home: CodexHome, id: string): string | undefined {
  const path = join(home.directory, 'session_index.jsonl');
  const stat = statOf(path);
  if (!stat?.isFile() || stat.size > MAX_INDEX_BYTES) return undefined;
  const version = `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
  let index = nameIndexes.get(path);
  if (index?.version !== version) {
    index = { version, names: readNames(path) };
    nameIndexes.set(path, index);
  }
  return index.names.get(id);
}

function readNames(path: string): Map<string, string> {
  const names = new Map<string, string>();
  try {
    forEachLine(path, (line) => {
      for (const entry of parseLine(line).records) {
        const id = text(entry['id']);
        const name = nonEmpty(entry['thread_name']);
        if (id !== undefined && name !== undefined) names.set(id, name.trim());
      }
    });
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
  }
  return names;
}

/** What Codex's databases add to a rollout. */
export interface DatabaseFacts {
  name?: string;
  goal?: { objective: string; status?: string; updatedAt?: number };
  /** Prompts that the human left for later; the agent has not seen them. */
  queued: { text: string; at?: number }[];
}

/** Reads the databases for one thread; nothing is missing where they cannot be read. */
export function databaseFacts(home: CodexHome, id: string): DatabaseFacts {
  const facts: DatabaseFacts = { queued: [] };
  query(home, 'state', 'SELECT name FROM threads WHERE id = ?', id, (row) => {
    const name = nonEmpty(row['name']);
    if (name !== undefined) facts.name = name.trim();
  });
  query(
    home,
    'goals',
    'SELECT objective, status, updated_at_ms FROM thread_goals WHERE thread_id = ?',
    id,
    (row) => {
      const objective = nonEmpty(row['objective']);
      const status = text(row['status']);
      const updatedAt = finiteNumber(row['updated_at_ms']);
      if (objective !== undefined)
        facts.goal = {
          objective,
          ...(status === undefined ? {} : { status }),
          ...(updatedAt === undefined ? {} : { updatedAt }),
        };
    },
  );
  query(
    home,
    'queue',
    'SELECT payload_json, created_at_ms FROM queued_items WHERE thread_id = ? ORDER BY queue_order',
    id,
    (row) => {
      const words = queuedWords(text(row['payload_json']) ?? '');
      const at = finiteNumber(row['created_at_ms']);
      if (words !== undefined) facts.queued.push({ text: words, ...(at === undefined ? {} : { at }) });
    },
  );
  return facts;
}

/** `{"UserInput": {"content": [{"type": "text", "text"}]}}` (seen in 0.171). */
function queuedWords(payload: string): string | undefined {
  const [parsed] = parseLine(Buffer.from(payload)).records;
  const content = record(parsed?.['UserInput'])?.['content'];
  return nonEmpty(
    list(content)
      .flatMap((part) => text(record(part)?.['text']) ?? [])
      .join('\n'),
  );
}

function query(
  home: CodexHome,
  database: string,
  sql: string,
  id: string,
  take: (row: Record<string, unknown>) => void,
): void {
  const path = newestGeneration(home, database);
  const opened: SqliteReader | undefined = path === undefined ? undefined : openReadOnly(path);
  if (!opened) return;
  try {
    for (const row of opened.all(sql, [id])) take(row);
  } catch (error) {
    // Another generation of the schema, or a broken file: the rollout alone has to do.
    if (!(error instanceof Error)) throw error;
  } finally {
    opened.close();
  }
}

/** `state_5.sqlite`: the number is the generation of the schema; older ones may be left over. */
function newestGeneration(home: CodexHome, database: string): string | undefined {
  const pattern = new RegExp(`^${database}_(\\d+)\\.sqlite$`);
  for (const directory of home.sqliteDirectories) {
    let best: { name: string; generation: number } | undefined;
    for (const name of namesIn(directory)) {
      const generation = Number(pattern.exec(name)?.[1] ?? Number.NaN);
      if (generation > (best?.generation ?? -1)) best = { name, generation };
    }
    if (best) return join(directory, best.name);
  }
  return undefined;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isFileSystemError(error)) return [];
    throw error;
  }
}

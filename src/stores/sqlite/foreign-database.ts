import { dirname } from 'node:path';
import { openReadOnly } from '../../sqlite/open.ts';
import type { SessionStore } from '../session-store.ts';
import { unusable } from './database.ts';
import { PythonTranscriptStore } from './python-transcripts.ts';

/** Columns of `SqliteTranscriptStore` that are read (praisonaiagents, session/sqlite_transcript_store). */
const TRANSCRIPT_COLUMNS = ['session_id', 'data', 'updated_at'];
/** Tables of `SqliteSessionStore`, an index over JSON files (praisonaiagents, session/sqlite_store). */
const INDEX_TABLES = ['session_fts', 'session_meta', 'session_route'];
const MAX_NAMED_TABLES = 5;

/** A database that is not ours: read where it is one of Python's, never written. @throws StoreError `store-unusable` */
export function openForeignDatabase(path: string): SessionStore {
  const { tables, columns } = look(path);
  if (TRANSCRIPT_COLUMNS.every((name) => columns.includes(name))) return new PythonTranscriptStore(path);
  if (INDEX_TABLES.every((name) => tables.includes(name)))
    throw unusable(
      path,
      'it is the search index of a Python SqliteSessionStore, whose sessions are JSON files, by default beside it: ' +
        `open them as file:${dirname(path)}`,
    );
  const named = tables.slice(0, MAX_NAMED_TABLES).map((name) => JSON.stringify(name.slice(0, 40)));
  const more = tables.length > MAX_NAMED_TABLES ? ` and ${tables.length - MAX_NAMED_TABLES} more` : '';
  throw unusable(
    path,
    `it is another program's database (${tables.length === 0 ? 'no tables' : `tables ${named.join(', ')}${more}`}), ` +
      'which is never written; name a new file',
  );
}

function look(path: string): { tables: string[]; columns: string[] } {
  let problem = '';
  const reader = openReadOnly(path, (reason) => {
    problem = reason;
  });
  if (reader === undefined) throw unusable(path, `${problem} Name another file`);
  try {
    const names = (sql: string) => reader.all(sql).map(({ name }) => String(name));
    return {
      tables: names("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"),
      columns: names("SELECT name FROM pragma_table_info('sessions')"),
    };
  } finally {
    reader.close();
  }
}

/** Primary result codes of SQLite (sqlite.org/rescode.html) that callers tell apart. */
const RESULT_CODES = {
  5: 'BUSY',
  6: 'LOCKED',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  26: 'NOTADB',
} as const;

export type SqliteFailure = (typeof RESULT_CODES)[keyof typeof RESULT_CODES] | 'OTHER';

/** What SQLite says went wrong; `OTHER` for its other errors, `undefined` for an error that is not SQLite's. */
export function sqliteFailure(error: unknown): SqliteFailure | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // node:sqlite gives the extended code, whose low byte is the primary one.
  if (typeof errcode === 'number') {
    const primary = errcode & 0xff;
    return primary in RESULT_CODES ? RESULT_CODES[primary as keyof typeof RESULT_CODES] : 'OTHER';
  }
  // better-sqlite3 gives the name, perhaps of an extended code: SQLITE_BUSY_SNAPSHOT.
  const name = typeof code === 'string' ? /^SQLITE_([A-Z]+)/.exec(code)?.[1] : undefined;
  if (name === undefined) return undefined;
  return Object.values(RESULT_CODES).find((known) => known === name) ?? 'OTHER';
}

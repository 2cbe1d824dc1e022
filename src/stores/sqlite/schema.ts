import type { WritableConnection } from '../../sqlite/driver.ts';

/** `PrAi`, at offset 68 of every database of ours: what tells it from another program's before it is opened. */
export const APPLICATION_ID = 0x50724169;

/**
 * Each runs once, in its order, in one transaction with its row of `schema_migrations`. Never change one that was released.
 *
 * A row of `sessions` is what listings show; the document, which may be large, has a table of its own. The indexes hold
 * what orders a listing and nothing that a message changes, so that adding one rewrites no index.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE sessions(
     pk INTEGER PRIMARY KEY AUTOINCREMENT,
     source TEXT NOT NULL,
     id TEXT NOT NULL,
     project TEXT NOT NULL,
     is_root INTEGER NOT NULL,
     active_at REAL NOT NULL,
     version INTEGER NOT NULL,
     message_count INTEGER NOT NULL,
     search_full INTEGER NOT NULL DEFAULT 0,
     description TEXT NOT NULL
   );
   CREATE UNIQUE INDEX sessions_by_id ON sessions(id, source);
   CREATE INDEX sessions_by_project ON sessions(project, is_root, active_at DESC, source, id);
   CREATE INDEX sessions_by_source ON sessions(source, is_root, active_at DESC, id);
   CREATE INDEX sessions_by_activity ON sessions(is_root, active_at DESC, source, id, project);
   CREATE TABLE documents(session_pk INTEGER PRIMARY KEY, body TEXT NOT NULL);
   CREATE TABLE messages(
     session_pk INTEGER NOT NULL,
     position INTEGER NOT NULL,
     is_request INTEGER NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY(session_pk, position)
   );
   CREATE INDEX messages_of_requests ON messages(session_pk, position) WHERE is_request = 1;
   CREATE TABLE search_pending(session_pk INTEGER PRIMARY KEY);`,
];

/** 0 for a database that has no table yet. @throws the driver's error */
export function schemaVersion(connection: WritableConnection): number {
  const tables = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'").all();
  if (tables.length === 0) return 0;
  const [row] = connection.prepare('SELECT max(version) AS version FROM schema_migrations').all();
  return Number(row?.['version'] ?? 0);
}

/** Brings a database up to date. To be called in a write transaction: another process may do the same. */
export function migrate(connection: WritableConnection, now: Date): void {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations(version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)',
  );
  const insert = connection.prepare('INSERT INTO schema_migrations(version, applied_at) VALUES(?, ?)');
  for (let version = schemaVersion(connection); version < MIGRATIONS.length; version++) {
    connection.exec(MIGRATIONS[version] ?? '');
    insert.run(version + 1, now.toISOString());
  }
}

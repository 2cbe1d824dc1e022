import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openWritable } from './writable-database.ts';

const FIXTURES = resolve(import.meta.dirname, 'fixtures');

/**
 * Turns every `x.db.sql` below a folder into the SQLite database `x.db` beside it, so that fixtures can be read and
 * reviewed as text. `.read FILE` at the start of a line brings in a file of test/fixtures (a schema). A first line
 * `-- wal` leaves all rows in the write-ahead log, as a killed agent does.
 */
export function buildDatabases(folder: string, fixtures = FIXTURES): void {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith('.db.sql')) continue;
    const script = join(folder, name);
    build(readFileSync(script, 'utf8'), script.slice(0, -'.sql'.length), fixtures);
    rmSync(script);
  }
}

function build(script: string, target: string, fixtures: string): void {
  const workshop = mkdtempSync(join(tmpdir(), 'praisonai-fixture-'));
  const database = openWritable(join(workshop, 'x.db'));
  database.exec('PRAGMA synchronous=OFF');
  const inLog = script.startsWith('-- wal\n');
  if (inLog) database.exec('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0');
  database.exec(
    script.replace(/^\.read (.+)$/gm, (_, name: string) => readFileSync(resolve(fixtures, name), 'utf8')),
  );
  if (!inLog) database.close();
  copyFileSync(join(workshop, 'x.db'), target);
  if (inLog) {
    copyFileSync(join(workshop, 'x.db-wal'), `${target}-wal`);
    database.close();
  }
  rmSync(workshop, { recursive: true });
}

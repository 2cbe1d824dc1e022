import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OPEN_IN_CHILD, openWritable } from '../../test/writable-database.ts';
import { openReadOnly, sqliteProblem } from './open.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

let directory: string;
let temporary: string;
let previousTmpdir: string | undefined;
const children: ChildProcess[] = [];

beforeEach(() => {
  const base = mkdtempSync(join(tmpdir(), 'praisonai-open-'));
  directory = join(base, 'store');
  temporary = join(base, 'tmp');
  mkdirSync(directory);
  mkdirSync(temporary);
  previousTmpdir = process.env['TMPDIR'];
  process.env['TMPDIR'] = temporary;
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  if (previousTmpdir === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = previousTmpdir;
  rmSync(resolve(directory, '..'), { recursive: true, force: true });
});

/** Names, sizes, times and bytes of all that lies in the store. */
function snapshot(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => {
      const path = join(directory, name);
      const stat = statSync(path, { bigint: true });
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return [name, `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${hash}`];
    }),
  );
}

/** Runs a script that opens `path`, and waits until it says `ready`; each line sent to it is run by `steps`. */
async function writer(path: string, script: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['-e', `${OPEN_IN_CHILD}\nconst path = ${JSON.stringify(path)};\n${script}`],
    {
      cwd: PROJECT,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  await heard(child, 'ready');
  return child;
}

function heard(child: ChildProcess, word: string): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    const listen = (data: Buffer) => {
      text += data.toString();
      if (!text.includes(word)) return;
      child.stdout?.off('data', listen);
      done(text);
    };
    child.stdout?.on('data', listen);
    child.once('exit', () => fail(new Error(`The writer ended: ${text}`)));
  });
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

const IDLE = `console.log('ready'); setInterval(() => {}, 1000);`;

it('reads the rows that a killed writer left in the write-ahead log, and changes nothing', async () => {
  const path = join(directory, 'live.db');
  const child = await writer(
    path,
    `const db = open(path);
     db.exec('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(n INTEGER, s TEXT)');
     for (let n = 0; n < 500; n += 1) db.exec("INSERT INTO t VALUES(" + n + ", 'row " + n + "')");
     ${IDLE}`,
  );
  await killed(child);
  expect(statSync(path).size).toBeLessThanOrEqual(4096);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(4096);
  const before = snapshot();
  const reader = openReadOnly(path);
  expect(reader?.all('SELECT count(*) AS n, max(s) AS s FROM t')).toEqual([{ n: 500, s: 'row 99' }]);
  expect([...(reader?.iterate('SELECT n FROM t WHERE n < ? ORDER BY n', [3]) ?? [])]).toEqual([
    { n: 0 },
    { n: 1 },
    { n: 2 },
  ]);
  if (process.platform !== 'win32') expect(readdirSync(temporary)).toEqual([]);
  reader?.close();
  expect(snapshot()).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
});

it('takes no lock: a live writer commits, truncates its log and leaves WAL mode while we read', async () => {
  const path = join(directory, 'live.db');
  const child = await writer(
    path,
    `const db = open(path);
     db.exec('PRAGMA journal_mode=WAL; PRAGMA busy_timeout=0; CREATE TABLE t(n); INSERT INTO t VALUES(1)');
     db.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES(2)');
     process.stdin.on('data', () => {
       try {
         db.exec('COMMIT');
         const busy = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()[0].busy;
         db.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE; COMMIT');
         console.log('done busy=' + busy);
       } catch (error) { console.log('done ' + error.message); }
     });
     ${IDLE}`,
  );
  const before = snapshot();
  const reader = openReadOnly(path);
  expect(reader?.all('SELECT n FROM t')).toEqual([{ n: 1 }]);
  expect(snapshot()).toEqual(before);
  const rest = reader?.iterate('SELECT n FROM t');
  const answer = heard(child, 'done');
  child.stdin?.write('go\n');
  expect(await answer).toContain('done busy=0');
  expect([...(rest ?? [])]).toEqual([{ n: 1 }]);
  reader?.close();
  const later = openReadOnly(path);
  expect(later?.all('SELECT n FROM t')).toEqual([{ n: 1 }, { n: 2 }]);
  later?.close();
});

it('gives consistent states while a writer commits and checkpoints all the time', async () => {
  const path = join(directory, 'busy.db');
  await writer(
    path,
    `const db = open(path);
     db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=20; CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, pad TEXT)');
     for (let id = 0; id < 200; id += 1) db.exec("INSERT INTO t VALUES(" + id + ", 10, hex(zeroblob(800)))");
     console.log('ready');
     const step = () => {
       for (let i = 0; i < 20; i += 1) {
         const a = Math.floor(Math.random() * 200), b = Math.floor(Math.random() * 200);
         db.exec('BEGIN; UPDATE t SET n = n - 1 WHERE id = ' + a + '; UPDATE t SET n = n + 1 WHERE id = ' + b + '; COMMIT');
       }
       setTimeout(step, 5);
     };
     step();`,
  );
  for (let round = 0; round < 25; round += 1) {
    const reader = openReadOnly(path);
    expect(reader?.all('SELECT count(*) AS rows, sum(n) AS total FROM t')).toEqual([
      { rows: 200, total: 2000 },
    ]);
    expect(reader?.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    reader?.close();
  }
});

it('reads the state before a transaction that was cut with a rollback journal', async () => {
  const path = join(directory, 'journal.db');
  const child = await writer(
    path,
    `const db = open(path);
     db.exec("PRAGMA journal_mode=DELETE; CREATE TABLE t(n, pad); INSERT INTO t VALUES(1, '')");
     db.exec('PRAGMA cache_size=5; BEGIN');
     for (let n = 2; n < 400; n += 1) db.exec('INSERT INTO t VALUES(' + n + ', zeroblob(2000)); UPDATE t SET n = n + 0');
     ${IDLE}`,
  );
  await killed(child);
  expect(statSync(`${path}-journal`).size).toBeGreaterThan(0);
  const before = snapshot();
  const reader = openReadOnly(path);
  expect(reader?.all('SELECT n FROM t')).toEqual([{ n: 1 }]);
  reader?.close();
  expect(snapshot()).toEqual(before);
});

it('leaves no file beside a database without a log, whatever its name', () => {
  const path = join(directory, 'a ?b#c%20 é.db');
  const database = openWritable(path);
  database.exec(
    'PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(7); PRAGMA wal_checkpoint(TRUNCATE)',
  );
  database.close();
  const before = snapshot();
  expect(Object.keys(before)).toEqual(['a ?b#c%20 é.db']);
  const reader = openReadOnly(path);
  expect(reader?.all('SELECT n FROM t')).toEqual([{ n: 7 }]);
  expect(snapshot()).toEqual(before);
  reader?.close();
  expect(snapshot()).toEqual(before);
});

it('finds the log of a database behind a symbolic link', () => {
  mkdirSync(join(directory, 'real'));
  const database = openWritable(join(directory, 'real', 'x.db'));
  database.exec('PRAGMA journal_mode=WAL; CREATE TABLE t(n); INSERT INTO t VALUES(7)');
  symlinkSync(join(directory, 'real', 'x.db'), join(directory, 'link.db'));
  const reader = openReadOnly(join(directory, 'link.db'));
  expect(reader?.all('SELECT n FROM t')).toEqual([{ n: 7 }]);
  reader?.close();
  database.close();
});

it('explains what it cannot open, and leaves nothing behind', () => {
  writeFileSync(join(directory, 'text.db'), 'no database, only text '.repeat(100));
  writeFileSync(join(directory, 'text.db-wal'), 'x'.repeat(5000));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(directory, 'fifo.db')]);
  for (const name of ['text.db', 'missing.db', '.', 'fifo.db']) {
    const reasons: string[] = [];
    expect(openReadOnly(join(directory, name), (reason) => reasons.push(reason))).toBeUndefined();
    expect(reasons.join()).toMatch(/cannot be read as a SQLite database: .+\.$/);
  }
  expect(readdirSync(temporary)).toEqual([]);
  expect(sqliteProblem()).toBeUndefined();
});

it('keeps an empty database readable', () => {
  writeFileSync(join(directory, 'empty.db'), '');
  const reader = openReadOnly(join(directory, 'empty.db'));
  expect(reader?.all('SELECT * FROM sqlite_master')).toEqual([]);
  reader?.close();
  expect(existsSync(join(directory, 'empty.db-journal'))).toBe(false);
});

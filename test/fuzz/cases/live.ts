import {
  appendFileSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { Random } from '../../../bench/generate/random.ts';
import type { SessionEntry } from '../../../src/model/session.ts';
import { openWritable, type WritableDatabase } from '../../writable-database.ts';
import { checkRead, Faults } from '../check-session.ts';
import { damage } from '../mutations/bytes.ts';
import { environmentOf, writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, checkHome, homeOf } from './case.ts';
import { TRAPS } from './tree.ts';

/** What another process does to a session's file in a moment in which we look at it. */
type Change = (path: string, random: Random) => void;

const CHANGES: readonly Change[] = [
  // An agent that is at work.
  (path) => appendFileSync(path, readFileSync(path)),
  (path, random) => appendFileSync(path, readFileSync(path).subarray(0, random.integer(1, 400))),
  (path, random) => truncateSync(path, Math.floor(lstatSync(path).size * random.fraction())),
  (path) => truncateSync(path, 0),
  (path, random) => writeFileSync(path, damage(readFileSync(path), random)),
  // A store that is replaced as a whole.
  (path, random) => {
    writeFileSync(`${path}.new`, damage(readFileSync(path), random));
    renameSync(`${path}.new`, path);
  },
  (path) => rmSync(path),
  (path, random) => TRAPS['folder']?.(path, random),
  (path, random) => TRAPS['pipe']?.(path, random),
  (path, random) => TRAPS['link to itself']?.(path, random),
];

/** Sessions change, or vanish, between being listed and being read, and while they are read. */
export async function liveCase(input: CaseInput): Promise<CaseResult> {
  const { source, seeds, folder, random } = input;
  const seed = random.pick(seeds);
  const home = homeOf(folder);
  writeHome(home, seed.files);
  const faults = new Faults();
  const entries = [...source.list(environmentOf(home, seed.variables))];
  if (entries.length === 0) return { faults: [], records: 0 };
  const entry = random.pick(entries);
  const reader = await source.reader();
  const change = random.pick(CHANGES);
  const locks = random.chance(0.3) ? lockedDatabase(entry) : undefined;
  let left = random.chance(0.4) ? 0 : random.integer(1, 12);
  if (left === 0) change(entry.location, random);
  const session = checkRead(reader, entry, faults, () => {
    left -= 1;
    if (left === 0) change(entry.location, random);
  });
  // The file that was listed is gone, or is none: that is not an empty session.
  if (session && isGone(entry) && session.events.length === 0)
    faults.add(
      'reported',
      session.report.broken + session.report.warnings.length > 0 ? undefined : 'a file that is gone',
    );
  faults.attempt('describe', () => reader.describe(entry));
  locks?.close();
  await checkHome(input, seed, faults);
  return { faults: faults.found, records: 1 };
}

function isGone({ location }: SessionEntry): boolean {
  return !lstatSync(location, { throwIfNoEntry: false })?.isFile();
}

/** Another connection holds the database and has not written its change yet. */
function lockedDatabase({ location }: SessionEntry): WritableDatabase | undefined {
  if (!/\.(?:db|sqlite)$/.test(location)) return undefined;
  const database = openWritable(location);
  database.exec('PRAGMA journal_mode=WAL; BEGIN IMMEDIATE; CREATE TABLE fuzz_open (x)');
  return database;
}

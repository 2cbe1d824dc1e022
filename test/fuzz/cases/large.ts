import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import { openWritable } from '../../writable-database.ts';
import { Faults } from '../check-session.ts';
import { isObject, splitLines } from '../mutations/lines.ts';
import { closedNesting, longRun, nested } from '../mutations/values.ts';
import { packed, unpacked } from '../mutations/zstandard.ts';
import { type SeedFile, writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, checkHome, homeOf } from './case.ts';

const MEGABYTE = 1_000_000;

/** Makes one huge piece of JSON text out of a string of a record. */
type Growth = (random: Random) => { name: string; text: string };

const GROWTHS: readonly Growth[] = [
  () => ({ name: 'a text of 20 MB', text: JSON.stringify('x'.repeat(20 * MEGABYTE)) }),
  () => ({ name: 'a text of 15 MB', text: JSON.stringify('word '.repeat(3 * MEGABYTE)) }),
  (random) => ({ name: 'a run of 1 MB', text: JSON.stringify(longRun(random, MEGABYTE)) }),
  (random) => ({ name: 'a run of 1 MB', text: JSON.stringify(longRun(random, MEGABYTE)) }),
  (random) => ({ name: 'a run of 1 MB', text: JSON.stringify(longRun(random, MEGABYTE)) }),
  (random) => ({ name: 'a run of 1 MB', text: JSON.stringify(longRun(random, MEGABYTE)) }),
  (random) => ({ name: 'a nesting of 100,000', text: closedNesting(100_000, random) }),
  (random) => ({ name: 'a nesting of 400,000', text: closedNesting(400_000, random) }),
  (random) => ({ name: 'an open nesting of 100,000', text: nested(100_000, random) }),
  () => ({ name: 'a list of 1,000,000', text: `[${'0,'.repeat(MEGABYTE)}0]` }),
  () => ({ name: 'a list of 300,000 texts', text: `[${'"src/a.ts",'.repeat(300_000)}"b"]` }),
  () => ({ name: 'a list of 200,000 objects', text: `[${'{"type":"text","text":"a"},'.repeat(200_000)}{}]` }),
  () => ({
    name: 'an object of 200,000 keys',
    text: `{${Array.from({ length: 200_000 }, (_, key) => `"${key}":1`).join()}}`,
  }),
  // A line of beginnings: each of them might be the start of a record.
  () => ({ name: 'beginnings of records', text: '{"type":"user",'.repeat(600_000) }),
  () => ({ name: 'backslashes', text: JSON.stringify('\\'.repeat(MEGABYTE)) }),
  () => ({ name: 'an open text', text: `"${'\\"'.repeat(MEGABYTE)}` }),
];

/** One record is huge, or there are very many. */
export async function largeCase(input: CaseInput): Promise<CaseResult> {
  const { seeds, folder, random } = input;
  const seed = random.pick(seeds);
  const usable = seed.files.filter(({ format }) => format !== 'bytes');
  if (usable.length === 0) return { faults: [], records: 0 };
  const chosen = random.pick(usable);
  const many = random.chance(0.25);
  const growth = random.pick(GROWTHS)(random);
  const name = many ? 'very many records' : growth.name;
  const files = seed.files.map((file) => {
    if (file !== chosen) return file;
    return { path: file.path, bytes: many ? multiplied(file, random) : grown(file, growth.text, input) };
  });
  writeHome(homeOf(folder), files);
  const faults = new Faults();
  const started = process.cpuUsage();
  await checkHome(input, seed, faults);
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  if (seconds > MOST_SECONDS) faults.add('slow', `${name}: ${seconds.toFixed(1)} s`);
  return { faults: faults.found, records: 1 };
}

/** Of processor time, for one session read six times. */
const MOST_SECONDS = 20;

function grown(file: SeedFile, text: string, { random, folder }: CaseInput): Buffer {
  switch (file.format) {
    case 'compressed-lines':
      return packed(grownLines(unpacked(file.bytes), text, random));
    case 'lines':
      return grownLines(file.bytes, text, random);
    case 'database':
      return grownDatabase(file.bytes, text, folder, random);
    default:
      return Buffer.from(replaceString(file.bytes.toString('utf8'), text, random));
  }
}

function grownLines(bytes: Buffer, text: string, random: Random): Buffer {
  const lines = splitLines(bytes);
  const places = lines.flatMap((line, index) => (isObject(line) ? [index] : []));
  if (places.length === 0) return Buffer.from(text);
  const at = random.pick(places);
  lines[at] = Buffer.from(replaceString(String(lines[at]), text, random));
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
}

/** In the place of one of the strings that are values. */
function replaceString(json: string, text: string, random: Random): string {
  const places = [...json.matchAll(/(?<=[:[,]\s*)"(?:[^"\\]|\\.)*"(?=\s*[,\]}])/g)];
  if (places.length === 0) return text;
  const place = random.pick(places);
  return json.slice(0, place.index) + text + json.slice(place.index + place[0].length);
}

function grownDatabase(bytes: Buffer, text: string, folder: string, random: Random): Buffer {
  const path = join(folder, 'grown.db');
  writeHome(folder, [{ path: 'grown.db', bytes }]);
  const database = openWritable(path);
  try {
    const table = random.pick(['message', 'part', 'part', 'session', 'todos']);
    const [row] = database.prepare(`SELECT name FROM sqlite_master WHERE name = '${table}'`).all();
    if (!row) return bytes;
    const column = table === 'session' || table === 'todos' ? 'title' : 'data';
    const rows = database.prepare(`SELECT rowid AS number, ${column} AS text FROM ${table}`).all();
    if (rows.length === 0) return bytes;
    const { number, text: before } = random.pick(rows);
    const hex = Buffer.from(replaceString(String(before), text, random)).toString('hex');
    database.exec('PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY');
    database.exec(`UPDATE ${table} SET ${column} = CAST(x'${hex}' AS TEXT) WHERE rowid = ${Number(number)}`);
  } finally {
    database.close();
  }
  return readFileSync(path);
}

function multiplied(file: SeedFile, random: Random): Buffer {
  if (file.format === 'compressed-lines')
    return packed(multiplied({ ...file, format: 'lines', bytes: unpacked(file.bytes) }, random));
  if (file.format === 'lines') {
    const kind = random.integer(0, 3);
    if (kind === 0) return Buffer.concat([file.bytes, Buffer.alloc(3 * MEGABYTE, '\n')]);
    if (kind === 1) return Buffer.concat([Buffer.alloc(30 * MEGABYTE), file.bytes]);
    // Ids repeated or not: `fork` and `resume` copy records.
    const lines = splitLines(file.bytes);
    const times = Math.ceil(30_000 / Math.max(1, lines.length));
    return Buffer.concat(
      Array.from({ length: times }, (_, time) => (kind === 2 ? file.bytes : renumbered(file.bytes, time))),
    );
  }
  if (file.format === 'document') return manyElements(file.bytes);
  return Buffer.concat([file.bytes, Buffer.alloc(20 * MEGABYTE)]);
}

/** Digits of ids differ from copy to copy. */
function renumbered(bytes: Buffer, time: number): Buffer {
  const digits = time.toString(16).padStart(4, '0');
  return Buffer.from(bytes.toString('utf8').replace(/-4000-8000-/g, `-4${digits.slice(1)}-8000-`));
}

function manyElements(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8');
  const open = text.indexOf('[{');
  if (open === -1) return Buffer.from(`[${text.repeat(3000)}`);
  const end = text.lastIndexOf('}]');
  const elements = text.slice(open + 1, end + 1);
  if (end <= open || !isObject(Buffer.from(`{"a":[${elements}]}`))) return Buffer.from(text.repeat(100));
  return Buffer.from(
    `${text.slice(0, open + 1)}${`${elements},`.repeat(Math.ceil((8 * MEGABYTE) / elements.length))}${text.slice(open + 1)}`,
  );
}

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastFolder } from '../../test/fuzz/fast-folder.ts';
import { environmentOf, type SeedHome, seedHomes, writeHome } from '../../test/fuzz/seeds.ts';
import type { ReadReport, SessionEntry } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import { sources } from './registry.ts';
import type { SessionReader, SessionSource } from './source.ts';

/** What a crash, a full disk or another program does to a store, done to every fixture of every source. */
const FIXTURES = resolve(import.meta.dirname, '../../test/fixtures/sources');

const base = fastFolder('praisonai-damaged-');
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Place {
  home: string;
  list(): SessionEntry[];
  read(entry: SessionEntry): { events: SessionEvent[]; report: ReadReport };
}

const NOTHING = Buffer.alloc(0);

let places = 0;

function place(source: SessionSource, reader: SessionReader, seed: SeedHome): Place {
  places += 1;
  const home = join(base, String(places));
  mkdirSync(home);
  writeHome(home, seed.files);
  return {
    home,
    list: () => [...source.list(environmentOf(home, seed.variables))],
    read(entry) {
      const events: SessionEvent[] = [];
      return { report: reader.read(entry, (event) => events.push(event)), events };
    },
  };
}

const IN_PLACE: Readonly<Record<string, (path: string) => void>> = {
  nothing: () => undefined,
  'a folder': (path) => mkdirSync(path),
  'a link to itself': (path) => symlinkSync(basename(path), path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
};

for (const source of sources) {
  const reader = await source.reader();
  describe(source.name, () => {
    let seeds: SeedHome[];
    beforeAll(() => {
      seeds = seedHomes(FIXTURES, source.name);
    });

    it.each(Object.keys(IN_PLACE))('tells that a listed session is %s now', (name) => {
      for (const seed of seeds) {
        const { list, read } = place(source, reader, seed);
        for (const entry of list()) {
          rmSync(entry.location, { force: true });
          IN_PLACE[name]?.(entry.location);
          const { report } = read(entry);
          expect(report.broken + report.warnings.length).toBeGreaterThan(0);
          reader.describe(entry);
          rmSync(entry.location, { recursive: true, force: true });
        }
      }
    });

    it('lists on behind loops of links, and files where folders were', () => {
      for (const seed of seeds) {
        const { home } = place(source, reader, seed);
        const folders = new Set(seed.files.flatMap(({ path }) => foldersOf(path)));
        for (const folder of folders) {
          for (const [name, make] of Object.entries(IN_PLACE)) {
            rmSync(join(home, folder), { recursive: true, force: true });
            mkdirSync(dirname(join(home, folder)), { recursive: true });
            make(join(home, folder));
            expect([...source.list(environmentOf(home, seed.variables))], `${folder}: ${name}`).toBeDefined();
          }
          rmSync(join(home, folder), { recursive: true, force: true });
          writeHome(home, seed.files);
        }
      }
    });

    it('loses nothing of a record that is glued to another, torn or whole, or comes behind zeros', () => {
      for (const seed of seeds) {
        const { list, read } = place(source, reader, seed);
        for (const entry of list().filter(({ location }) => location.endsWith('.jsonl'))) {
          for (const { lines, index } of pairsIn(readFileSync(entry.location))) {
            const readAs = (...middle: readonly (string | Buffer)[]) => {
              const records = [
                ...lines.slice(0, index),
                Buffer.concat(middle.map((part) => Buffer.from(part))),
              ];
              const bytes = [...records, ...lines.slice(index + 2)].flatMap((line) => [
                line,
                Buffer.from('\n'),
              ]);
              writeFileSync(entry.location, Buffer.concat(bytes));
              return read(entry);
            };
            const [line = NOTHING, next = NOTHING] = lines.slice(index, index + 2);
            const both = readAs(line, '\n', next);
            expect(readAs(line, next).events).toEqual(both.events);
            const zeros = readAs(line, '\0'.repeat(70), next);
            expect(zeros.events).toEqual(both.events);
            expect(zeros.report.broken).toBe(both.report.broken + 1);
            const one = readAs(next);
            for (const part of [0.15, 0.5, 0.9]) {
              const torn = readAs(line.subarray(0, Math.ceil((line.length - 1) * part)), next);
              expect(torn.events).toEqual(one.events);
              expect(torn.report.broken).toBeGreaterThan(one.report.broken);
            }
          }
        }
      }
    });
  });
}

/** `a/b/c.jsonl`: `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Some neighbours of which both are whole records: the first ones, and every ninth. */
function* pairsIn(bytes: Buffer): Generator<{ lines: Buffer[]; index: number }> {
  const lines = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line));
  for (let index = 0; index < lines.length - 1; index += index < 3 ? 1 : 9)
    if ([index, index + 1].every((number) => isWhole(lines[number] ?? NOTHING))) yield { lines, index };
}

function isWhole(line: Buffer): boolean {
  try {
    return typeof JSON.parse(line.toString('utf8')) === 'object';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

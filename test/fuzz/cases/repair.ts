import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import type { SessionEntry } from '../../../src/model/session.ts';
import { checkRead, Faults } from '../check-session.ts';
import { garbage } from '../mutations/bytes.ts';
import { isObject, splitLines } from '../mutations/lines.ts';
import { environmentOf, type SeedFile, writeHome } from '../seeds.ts';
import { type CaseInput, type CaseResult, homeOf } from './case.ts';

/**
 * What a crash did to a file must not change what is told of the rest of it: the file with the damage gives the events of
 * the file without the damaged record.
 */
export async function repairCase({ source, seeds, folder, random }: CaseInput): Promise<CaseResult> {
  const seed = random.pick(seeds);
  const home = homeOf(folder);
  writeHome(home, seed.files);
  const faults = new Faults();
  const entries = [...source.list(environmentOf(home, seed.variables))].flatMap((entry) => {
    const file = seed.files.find(({ path }) => path === relative(home, entry.location));
    return file?.format === 'lines' || file?.format === 'document' ? [{ entry, file }] : [];
  });
  if (entries.length === 0) return { faults: [], records: 0 };
  const { entry, file } = random.pick(entries);
  const repair = random.pick(file.format === 'lines' ? LINE_REPAIRS : DOCUMENT_REPAIRS);
  const pair = repair(file, random);
  if (!pair) return { faults: [], records: 0 };
  const reader = await source.reader();
  const read = (bytes: Buffer) => {
    writeFileSync(entry.location, bytes);
    return checkRead(reader, entry as SessionEntry, faults);
  };
  const expected = read(pair.expected);
  const actual = read(pair.damaged);
  if (expected && actual) {
    const difference = firstDifference(expected.events, actual.events);
    if (difference !== undefined) faults.add(`repair-${pair.name}`, difference);
    const { broken, warnings } = actual.report;
    if (pair.destroys && broken + warnings.length <= expected.report.broken)
      faults.add('reported', `${pair.name}: destroyed, not reported`);
  }
  return { faults: faults.found, records: 1 };
}

interface Pair {
  name: string;
  damaged: Buffer;
  /** The file that must give the same events. */
  expected: Buffer;
  /** Something cannot be read any more: the report must tell more than for `expected`. */
  destroys?: boolean;
}

type Repair = (file: SeedFile, random: Random) => Pair | undefined;

const BREAK = Buffer.from('\n');

const fileOf = (lines: readonly Buffer[]): Buffer => Buffer.concat(lines.flatMap((line) => [line, BREAK]));

/** A repair around one record that is whole, and is followed by a whole one. */
function around(
  make: (lines: Buffer[], index: number, random: Random) => Omit<Pair, 'name'>,
  name: string,
): Repair {
  return (file, random) => {
    const lines = splitLines(file.bytes);
    const places = lines.flatMap((line, index) =>
      isObject(line) && isObject(lines[index + 1] ?? BREAK) ? [index] : [],
    );
    return places.length === 0 ? undefined : { name, ...make(lines, random.pick(places), random) };
  };
}

const without = (lines: readonly Buffer[], index: number): Buffer[] => lines.toSpliced(index, 1);

const LINE_REPAIRS: readonly Repair[] = [
  around(
    (lines, index) => ({
      damaged: fileOf(lines.toSpliced(index, 2, Buffer.concat(lines.slice(index, index + 2)))),
      expected: fileOf(lines),
    }),
    'glued',
  ),
  around((lines, index, random) => {
    const [line, next] = [lines[index] ?? BREAK, lines[index + 1] ?? BREAK];
    const torn = line.subarray(0, random.integer(1, line.length - 1));
    return {
      damaged: fileOf(lines.toSpliced(index, 2, Buffer.concat([torn, next]))),
      expected: fileOf(without(lines, index)),
      destroys: true,
    };
  }, 'torn-before-whole'),
  around((lines, index, random) => {
    const [line, next] = [lines[index] ?? BREAK, lines[index + 1] ?? BREAK];
    const zeros = Buffer.alloc(random.pick([1, 100, 5000]));
    return {
      damaged: fileOf(lines.toSpliced(index, 2, Buffer.concat([line, zeros, next]))),
      expected: fileOf(lines),
      destroys: true,
    };
  }, 'zeros-between'),
  around((lines, index, random) => {
    const torn = (lines[index] ?? BREAK).subarray(0, random.integer(1, (lines[index] ?? BREAK).length - 1));
    return {
      damaged: Buffer.concat([fileOf(lines), torn]),
      expected: fileOf(lines),
      destroys: true,
    };
  }, 'torn-end'),
  around(
    (lines, index, random) => ({
      damaged: fileOf(
        lines.toSpliced(
          index,
          0,
          Buffer.from(
            garbage(random)
              .toString('latin1')
              .replace(/[\s\0{]+/g, 'x'),
            'latin1',
          ),
        ),
      ),
      expected: fileOf(lines),
      destroys: true,
    }),
    'garbage-line',
  ),
  around(
    (lines, index, random) => ({
      damaged: fileOf(
        lines.toSpliced(
          index,
          0,
          Buffer.from(random.pick(['[]', '5', 'null', '"a"', 'true', '[{}]', '}{', '\ufffd'])),
        ),
      ),
      expected: fileOf(lines),
      destroys: true,
    }),
    'no-record',
  ),
  around(
    (lines, index, random) => ({
      damaged: fileOf(lines.toSpliced(index, 0, Buffer.alloc(random.pick([1, 64, 70_000])))),
      expected: fileOf(lines),
      destroys: true,
    }),
    'zeros-line',
  ),
  around(
    (lines, index) => ({
      damaged: fileOf(lines.toSpliced(index, 0, BREAK, Buffer.from('   '))),
      expected: fileOf(lines),
    }),
    'blank-lines',
  ),
  around(
    (lines) => ({
      damaged: Buffer.concat([Buffer.from('\ufeff'), fileOf(lines)]),
      expected: fileOf(lines),
    }),
    'byte-order-mark',
  ),
  around(
    (lines) => ({
      damaged: Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\r\n')])),
      expected: fileOf(lines),
    }),
    'carriage-returns',
  ),
  around((lines) => ({ damaged: fileOf(lines).subarray(0, -1), expected: fileOf(lines) }), 'no-last-break'),
];

const DOCUMENT_REPAIRS: readonly Repair[] = [
  ...[undefined, 1, 2, 4, '\t'].map(
    (layout): Repair =>
      ({ bytes }) => {
        if (!isObject(bytes)) return undefined;
        const damaged = Buffer.from(JSON.stringify(JSON.parse(bytes.toString('utf8')), null, layout));
        return { name: 'layout', damaged, expected: bytes };
      },
  ),
  ({ bytes }) => ({
    name: 'carriage-returns',
    damaged: Buffer.from(bytes.toString('utf8').replace(/\r?\n/g, '\r\n')),
    expected: bytes,
  }),
  ({ bytes }) => ({ name: 'blanks', damaged: Buffer.concat([bytes, Buffer.from('\n \n')]), expected: bytes }),
];

function firstDifference(expected: readonly unknown[], actual: readonly unknown[]): string | undefined {
  for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
    const [left, right] = [JSON.stringify(expected[index]), JSON.stringify(actual[index])];
    if (left !== right) return `event ${index}: ${different(left, right)} became ${different(right, left)}`;
  }
  return undefined;
}

/** A text from shortly before the place where it differs from another. */
function different(text = 'nothing', other = ''): string {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  return `${text.slice(0, 40)} … ${text.slice(Math.max(40, same - 20), same + 90)}`;
}

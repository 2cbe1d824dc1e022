import type { Random } from './random.ts';

const NOUNS =
  'parcel depot route driver manifest label carrier tariff pickup invoice scanner shelf pallet locker claim quote ' +
  'webhook cursor ledger batch window retry token quota shard outbox mirror stamp';
const VERBS =
  'assign merge split rate scan print refund track route batch resolve cancel notify archive import verify settle';
const QUALITIES =
  'late empty shared frozen stale partial signed nested remote pending duplicate oversized foreign';
const nouns = NOUNS.split(' ');
const verbs = VERBS.split(' ');
const qualities = QUALITIES.split(' ');
const folders = [
  'src/routing',
  'src/tariffs',
  'src/labels',
  'src/api',
  'src/storage',
  'test/routing',
  'test/api',
];

/** Enough that a session does not repeat itself within what a reader buffers. */
const POOL_LINES = 6_000;
const OPAQUE_CHARS = 1 << 20;

/**
 * Invented text of a parcel service: prose, code, tool output, and bytes that nothing can read (signatures, encrypted
 * reasoning, images). Everything is cut from pools that are made once, so that a gigabyte takes seconds.
 */
export class Texts {
  readonly #prose: string[] = [];
  readonly #code: string[] = [];
  readonly #output: string[] = [];
  readonly #opaque: string;

  constructor(random: Random) {
    for (let line = 0; line < POOL_LINES; line += 1) {
      this.#prose.push(sentence(random));
      this.#code.push(codeLine(random));
      this.#output.push(outputLine(random, line));
    }
    let opaque = '';
    while (opaque.length < OPAQUE_CHARS) opaque += random.token(60) + random.token(40).toUpperCase();
    this.#opaque = opaque;
  }

  /** Sentences, in paragraphs. Sizes are about `chars`, never less than one line. */
  prose(random: Random, chars: number): string {
    return cut(this.#prose, random, chars, ' ');
  }

  code(random: Random, chars: number): string {
    return cut(this.#code, random, chars, '\n');
  }

  /** What a command prints: test reports with colours, listings, stack traces, some text that is not ASCII. */
  output(random: Random, chars: number): string {
    return cut(this.#output, random, chars, '\n');
  }

  /** One unbroken run of letters and digits, like base64. */
  opaque(random: Random, chars: number): string {
    if (chars >= OPAQUE_CHARS) return this.#opaque;
    const start = random.integer(0, OPAQUE_CHARS - chars);
    return this.#opaque.slice(start, start + chars);
  }
}

function cut(pool: readonly string[], random: Random, chars: number, separator: string): string {
  let index = random.integer(0, pool.length - 1);
  const lines: string[] = [];
  let length = 0;
  do {
    const line = pool[index]!;
    lines.push(line);
    length += line.length + separator.length;
    index = index + 1 < pool.length ? index + 1 : 0;
  } while (length < chars);
  return lines.join(separator);
}

export function filePath(random: Random): string {
  return `${random.pick(folders)}/${random.pick(nouns)}-${random.pick(nouns)}.ts`;
}

/** A short phrase for a title, a plan step, a pattern. */
export function phrase(random: Random): string {
  return `${random.pick(verbs)} the ${random.pick(qualities)} ${random.pick(nouns)}`;
}

export function identifier(random: Random): string {
  const noun = random.pick(nouns);
  return `${random.pick(verbs)}${noun[0]!.toUpperCase()}${noun.slice(1)}`;
}

function sentence(random: Random): string {
  const start = phrase(random);
  const reason = random.pick(['because', 'so that', 'although', 'before', 'unless', 'while']);
  const end = `the ${random.pick(nouns)} of a ${random.pick(qualities)} ${random.pick(nouns)} may ${random.pick(verbs)} twice`;
  const text = `${start[0]!.toUpperCase()}${start.slice(1)} ${reason} ${end}`;
  return random.chance(0.08) ? `${text} (see \`${filePath(random)}\`).` : `${text}.`;
}

function codeLine(random: Random): string {
  const name = identifier(random);
  switch (random.integer(0, 6)) {
    case 0:
      return `  const ${random.pick(nouns)} = await this.${name}({ id: '${random.hex(6)}', limit: ${random.integer(1, 900)} });`;
    case 1:
      return `  if (!${random.pick(nouns)}.${random.pick(nouns)}) throw new Error("${random.pick(qualities)} ${random.pick(nouns)}");`;
    case 2:
      return `  // ${sentence(random)}`;
    case 3:
      return `\treturn ${random.pick(nouns)}s.filter((one) => one.${random.pick(nouns)} !== '${random.pick(qualities)}');`;
    case 4:
      return '';
    case 5:
      return `export async function ${name}(${random.pick(nouns)}: string, ${random.pick(nouns)} = ${random.integer(0, 60)}) {`;
    default:
      return '}';
  }
}

function outputLine(random: Random, line: number): string {
  switch (random.integer(0, 7)) {
    case 0:
      return `\u001b[32m✓\u001b[39m ${filePath(random)} > ${phrase(random)} \u001b[2m${random.integer(1, 400)} ms\u001b[22m`;
    case 1:
      return `    at ${identifier(random)} (${filePath(random)}:${random.integer(1, 700)}:${random.integer(1, 60)})`;
    case 2:
      return `-rw-r--r-- 1 dev dev ${random.integer(100, 90_000)} Aug ${random.integer(1, 28)} 09:${random.integer(10, 59)} ${filePath(random)}`;
    case 3:
      return `${filePath(random)}:${line}:${codeLine(random)}`;
    case 4:
      return `{"level":"info","at":"2026-08-0${random.integer(1, 9)}T10:00:00Z","message":"${phrase(random)}","id":"${random.hex(12)}"}`;
    case 5:
      return `Zustellung für Köln – ${random.integer(1, 99)} % 📦 ${random.pick(nouns)} 配送`;
    case 6:
      return `diff --git a/${filePath(random)} b/${filePath(random)}`;
    default:
      return `${random.pick(qualities)} ${random.pick(nouns)}: ${random.integer(0, 9_999)} of ${random.integer(10_000, 20_000)}`;
  }
}

import type { Random } from '../../../bench/generate/random.ts';
import { damage, garbage } from './bytes.ts';
import { idsIn, mutateJson, type Neighbours } from './json.ts';
import { closedNesting } from './values.ts';

export interface Mutated {
  bytes: Buffer;
  /** How many records were touched. */
  records: number;
  /** Records that cannot be read any more, not even in part: a reader must count them or warn. */
  destroyed: number;
}

const NEWLINE = 0x0a;

export function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

/** A JSON-lines file of which a share of the records is mutated. @param others records of other files of the store */
export function mutateLines(bytes: Buffer, others: readonly Buffer[], random: Random): Mutated {
  const lines = splitLines(bytes);
  if (random.chance(0.3)) splice(lines, others, random);
  const neighbours = { ids: lines.slice(0, 60).flatMap((line) => idsIn(parsed(line))) };
  const share = random.pick([0, 0.05, 0.3, 1]);
  const chosen = lines.map(() => random.chance(share));
  if (lines.length > 0) chosen[random.integer(0, lines.length - 1)] = true;
  const output: Buffer[] = [];
  let records = 0;
  for (const [index, line] of lines.entries()) {
    const mutated = chosen[index] ? mutateLine(line, random, neighbours) : [line];
    if (chosen[index]) records += 1;
    const last = output.at(-1);
    if (chosen[index] && last !== undefined && isObject(last) && random.chance(0.04)) {
      // The line break between two records was lost.
      output[output.length - 1] = Buffer.concat([last, ...mutated]);
    } else output.push(...mutated);
  }
  if (random.chance(0.05)) shuffle(output, random);
  const destroyed = output.filter((line) => isDestroyed(line)).length;
  return { bytes: joined(output, random), records, destroyed };
}

/** Records of other sessions, and of other versions, in the middle of this one. */
function splice(lines: Buffer[], others: readonly Buffer[], random: Random): void {
  if (others.length === 0) return;
  for (let left = random.pick([1, 3, 20]); left > 0; left -= 1)
    lines.splice(random.integer(0, lines.length), 0, random.pick(others));
}

function shuffle(lines: Buffer[], random: Random): void {
  for (let left = random.pick([1, 3, lines.length]); left > 0 && lines.length > 0; left -= 1) {
    const [line] = lines.splice(random.integer(0, lines.length - 1), 1);
    if (line) lines.splice(random.integer(0, lines.length), 0, line);
  }
}

function mutateLine(line: Buffer, random: Random, neighbours: Neighbours): Buffer[] {
  const kind = random.integer(0, 99);
  if (kind < 76) return [mutatedRecord(line, random, neighbours)];
  if (kind < 88) return [damage(line, random)];
  if (kind < 91) return [line, line];
  if (kind < 93) return [];
  if (kind < 95) return [garbage(random), line];
  if (kind < 96)
    return [Buffer.from(random.pick(['[]', 'null', '5', '"x"', '{}', '[{}]', '{"type":null}'])), line];
  if (kind < 98) return [Buffer.alloc(random.pick([1, 4096])), line];
  return [withRawSeparators(line)];
}

function mutatedRecord(line: Buffer, random: Random, neighbours: Neighbours): Buffer {
  const text = line.toString('utf8');
  if (!isObject(line)) return damage(line, random);
  // Deep enough for any recursion to overflow the stack, and cheap to parse.
  if (random.chance(0.004))
    return Buffer.from(text.replace(/:\{/, `:{"deep":${closedNesting(100_000, random)},`));
  return Buffer.from(mutateJson(text, random, neighbours));
}

/** U+2028 and U+2029 stand in JSON texts as they are: they end no line. */
function withRawSeparators(line: Buffer): Buffer {
  return Buffer.from(line.toString('utf8').replace(/(?<=[a-z]) (?=[a-z])/g, '\u2028'));
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

export function isObject(line: Buffer): boolean {
  const value = parsed(line);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Nobody can read all of it, and its beginning, its end or a zero shows that. A line that a reader judges by its first
 * bytes may be damaged in the middle: whoever does not need what it holds does not miss it.
 */
function isDestroyed(line: Buffer): boolean {
  const text = line
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (text === '' || isGlued(text)) return false;
  return !text.startsWith('{"') || !text.endsWith('}') || text.includes('\0');
}

/** One or more whole records in a row. */
function isGlued(text: string): boolean {
  if (isObject(Buffer.from(text))) return true;
  for (let at = text.indexOf('}{'); at !== -1; at = text.indexOf('}{', at + 1))
    if (isObject(Buffer.from(text.slice(0, at + 1)))) return isGlued(text.slice(at + 1));
  return false;
}

function joined(lines: readonly Buffer[], random: Random): Buffer {
  const lineBreak = Buffer.from(random.chance(0.1) ? '\r\n' : '\n');
  const pieces: Buffer[] = random.chance(0.05) ? [Buffer.from('\ufeff')] : [];
  for (const [index, line] of lines.entries()) {
    pieces.push(line);
    if (index < lines.length - 1 || random.chance(0.9)) pieces.push(lineBreak);
    if (random.chance(0.01)) pieces.push(lineBreak, Buffer.from('  '), lineBreak);
  }
  return Buffer.concat(pieces);
}

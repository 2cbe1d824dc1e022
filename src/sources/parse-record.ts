import { scanObject } from './object-scanner.ts';

export type JsonRecord = { [key: string]: unknown };

export interface ParsedLine {
  records: JsonRecord[];
  /** 1 when some of the line could not be parsed. */
  broken: 0 | 1;
}

/**
 * Parses one line of a JSON-lines store and recovers what a crash left of it: runs of NUL bytes, several records glued
 * together, a torn record before a whole one.
 */
export function parseLine(line: Buffer): ParsedLine {
  const text = line.toString('utf8');
  const whole = parseObject(text);
  if (whole) return { records: [whole], broken: 0 };
  return recover(text);
}

function recover(text: string): ParsedLine {
  const clean = text
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '')
    .trim();
  if (clean === '') return { records: [], broken: text.includes('\0') ? 1 : 0 };
  const records: JsonRecord[] = [];
  let broken: 0 | 1 = clean.length === text.trim().length || text.startsWith('\uFEFF') ? 0 : 1;
  let from = 0;
  for (let start = clean.indexOf('{"'); start !== -1; start = clean.indexOf('{"', from)) {
    if (clean.slice(from, start).trim() !== '') broken = 1;
    const scanned = scanObject(clean, start);
    const record = 'end' in scanned ? recordAt(clean, start, scanned.end) : undefined;
    if (record) records.push(record);
    else broken = 1;
    from = 'end' in scanned ? scanned.end : scanned.next;
  }
  if (clean.slice(from).trim() !== '' || records.length === 0) broken = 1;
  return { records, broken };
}

/** Keys of which a store's records have at least one. */
const RECORD_KEYS = [
  'type',
  'record_type',
  'id',
  'uuid',
  'payload',
  'sessionId',
  '$set',
  '$rewindTo',
  'role',
];

/** An object of a damaged line, unless it is a part of a record that was torn before or behind it. */
function recordAt(line: string, start: number, end: number): JsonRecord | undefined {
  const isInside = /[,:[]\s*$/.test(line.slice(Math.max(0, start - 20), start));
  if (isInside && /^\s*[,\]}]/.test(line.slice(end, end + 20))) return undefined;
  const record = parseObject(line.slice(start, end));
  return record && RECORD_KEYS.some((key) => Object.hasOwn(record, key)) ? record : undefined;
}

/** The object that a text is, or `undefined` for anything else. */
export function parseObject(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonRecord)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How many places inside one broken line are tried as the start of a whole record. */
const MAX_RECOVERY_STARTS = 64;

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
  for (let tries = 0; tries < MAX_RECOVERY_STARTS && from < clean.length; tries += 1) {
    const start = clean.indexOf('{"', from);
    if (start === -1) break;
    if (clean.slice(from, start).trim() !== '') broken = 1;
    const end = objectEnd(clean, start);
    const record = end === -1 ? undefined : parseObject(clean.slice(start, end));
    if (record) {
      records.push(record);
      from = end;
    } else {
      broken = 1;
      from = start + 2;
    }
  }
  if (clean.slice(from).trim() !== '' || records.length === 0) broken = 1;
  return { records: withoutFragments(records), broken };
}

/** A torn record's inner objects parse too; only what looks like a record of a store (it has a `type` or an id) is kept. */
function withoutFragments(records: JsonRecord[]): JsonRecord[] {
  return records.filter((record) =>
    ['type', 'id', 'uuid', 'payload', 'sessionId', '$set', 'role'].some((key) => key in record),
  );
}

/** Index after the brace that closes the object at `start`, or -1. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123) depth += 1;
    else if (code === 125) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
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

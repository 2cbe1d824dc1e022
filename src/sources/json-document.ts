import type { ReadReport } from '../model/session.ts';
import { record } from './fields.ts';
import { forEachElement, type JsonArrayReport } from './json-array.ts';
import type { JsonRecord } from './parse-record.ts';
import { tellUnreadable } from './unreadable-file.ts';

/** The fields behind the messages hold few lists; a `]` in a text is no list. */
const MAX_LISTS_BEHIND = 12;

/**
 * Reads a store that keeps a session as one JSON document, element by element of its array `key`, in bounded memory.
 *
 * @param read Returns `false` for an element of a kind that the reader does not know.
 * @returns the report, and the fields of the document beside the array.
 */
export function readJsonDocument(
  path: string,
  key: string,
  read: (element: JsonRecord) => boolean,
): { report: ReadReport; fields: JsonRecord } {
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  let document: JsonArrayReport;
  try {
    document = forEachElement(path, key, (bytes) => {
      const element = parseObject(bytes.toString('utf8'));
      if (!element) report.broken += 1;
      else if (read(element)) report.records += 1;
      else report.unknown += 1;
    });
  } catch (error) {
    tellUnreadable(error, report);
    return { report, fields: {} };
  }
  const { rest, isTorn, oversized, strays } = document;
  report.broken += strays;
  if (oversized > 0) {
    report.broken += oversized;
    report.warnings.push(`${oversized} of its messages had more than 16 MiB and were skipped.`);
  }
  if (isTorn) {
    report.broken += 1;
    report.warnings.push('The file is torn; every message before its end was read.');
  }
  const fields = rest && parseObject(rest.toString('utf8'));
  if (!fields && !isTorn) {
    report.broken += 1;
    report.warnings.push('What stands outside of the messages cannot be read.');
  }
  return { report, fields: fields ?? {} };
}

/** The fields of a document that stand before its array `key`, from the document's first bytes. */
export function fieldsBefore(head: Buffer, key: string): JsonRecord {
  const text = head.toString('utf8');
  const array = new RegExp(`,\\s*${JSON.stringify(key)}\\s*:\\s*\\[`).exec(text);
  return (array && parseObject(`${text.slice(0, array.index)}}`)) ?? {};
}

/** The fields of a document that stand behind its last list, from the document's last bytes. */
export function fieldsAfter(tail: Buffer): JsonRecord {
  const text = tail.toString('utf8');
  let fields: JsonRecord = {};
  let end = text.length;
  for (let tries = 0; tries < MAX_LISTS_BEHIND; tries += 1) {
    end = text.lastIndexOf(']', end - 1);
    if (end === -1) break;
    const behind = parseObject(`{${text.slice(end + 1).replace(/^\s*,/, '')}`);
    // A list inside of these fields gives less of them than one before.
    if (behind) fields = behind;
  }
  return fields;
}

/**
 * The last objects of a text that begin as `opening` says, last one first; at most `limit`, and only whole ones. The
 * expression must be global and match from the object's brace on.
 */
export function lastObjects(tail: Buffer, opening: RegExp, limit: number): JsonRecord[] {
  const text = tail.toString('utf8');
  const starts = [...text.matchAll(opening)].map((match) => match.index);
  const objects: JsonRecord[] = [];
  let end = text.length;
  for (const start of starts.reverse()) {
    const object = objectIn(text.slice(start, end));
    if (object) objects.push(object);
    if (objects.length >= limit) break;
    end = start;
  }
  return objects;
}

/** The object at the beginning of a text, whatever follows it. */
function objectIn(text: string): JsonRecord | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = stringEnd(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return parseObject(text.slice(0, index + 1));
    }
  }
  return undefined;
}

/** Index of the quote that ends the string at `start`, or the text's length. */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

/** A JSON object, or `undefined` for any other text. */
export function parseObject(text: string): JsonRecord | undefined {
  try {
    return record(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

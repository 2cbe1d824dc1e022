import type { ReadReport } from '../model/session.ts';
import { forEachLine } from './json-lines.ts';
import { type JsonRecord, parseLine } from './parse-record.ts';
import { tellUnreadable } from './unreadable-file.ts';

export interface JsonLinesReader {
  /** Returns `false` for a record of a type that the reader does not know. */
  read(record: JsonRecord): boolean;
  /** True for a line that is certain to be ignored, told from its bytes: it is counted and not parsed. */
  skip?(line: Buffer, index: number): boolean;
}

/** Reads a JSON-lines store once, record by record, and counts what was met. A file that cannot be read is told, too. */
export function readJsonLines(path: string, reader: JsonLinesReader): ReadReport {
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  let index = 0;
  let lastIsBroken = false;
  const readLine = (line: Buffer): void => {
    lastIsBroken = false;
    if (reader.skip?.(line, index++)) {
      report.records += 1;
      return;
    }
    const { records, broken } = parseLine(line);
    for (const record of records) {
      if (reader.read(record)) report.records += 1;
      else report.unknown += 1;
    }
    report.broken += broken;
    lastIsBroken = broken > 0;
  };
  try {
    const lines = forEachLine(path, readLine);
    if (lines.unterminated && lastIsBroken)
      report.warnings.push('The last line is torn; everything before it was read.');
    tellOversized(lines.oversized, report);
  } catch (error) {
    tellUnreadable(error, report);
  }
  return report;
}

function tellOversized(count: number, report: ReadReport): void {
  if (count === 0) return;
  report.broken += count;
  report.warnings.push(
    count === 1
      ? 'A line of more than 16 MiB was skipped.'
      : `${count} lines of more than 16 MiB were skipped.`,
  );
}

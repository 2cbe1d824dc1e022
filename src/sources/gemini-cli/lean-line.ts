import { type ParsedLine, parseLine } from '../parse-record.ts';

/** Shorter lines are parsed as they are. */
const LONG_LINE_BYTES = 4096;

const LABEL = '"resultDisplay":';
const FILE_DIFF = Buffer.from('{"fileDiff":');
const OPENING_BRACKET = 0x5b;

/**
 * Parses a record without what the terminal showed: the grid of a command's output (one object per run of equal cells,
 * often many times the output itself) and the copies of a file in an edit's display, whose small fields stay.
 *
 * The marks that are cut at cannot occur inside a JSON string, where each quotation mark is escaped; should a line look
 * different from what is expected, it is parsed whole.
 */
export function parseLeanLine(line: Buffer): ParsedLine {
  if (line.length < LONG_LINE_BYTES) return parseLine(line);
  const pieces: Buffer[] = [];
  let kept = 0;
  for (const [from, to] of cuts(line)) {
    pieces.push(line.subarray(kept, from));
    kept = to;
  }
  if (pieces.length === 0) return parseLine(line);
  pieces.push(line.subarray(kept));
  const lean = parseLine(Buffer.concat(pieces));
  return lean.broken === 0 && lean.records.length === 1 ? lean : parseLine(line);
}

function* cuts(line: Buffer): Generator<[from: number, to: number]> {
  let end: number;
  for (let at = line.indexOf(LABEL); at !== -1; at = line.indexOf(LABEL, end)) {
    const value = at + LABEL.length;
    end = value;
    if (line[value] === OPENING_BRACKET && line[value + 1] === OPENING_BRACKET) {
      // A grid is an array of arrays; behind it comes the next field of the same call.
      const close = line.indexOf(']],"', value);
      if (close === -1 || line.subarray(value, close).includes(']]}')) continue;
      end = close + 3;
      yield [at, end];
    } else if (line.subarray(value, value + FILE_DIFF.length).equals(FILE_DIFF)) {
      const close = line.indexOf('"diffStat":{', value);
      if (close === -1 || line.subarray(value, close).includes(LABEL)) continue;
      end = close;
      yield [value + 1, end];
    }
  }
}

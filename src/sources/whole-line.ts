const CLOSING_BRACE = 0x7d;

/**
 * Whether a line's bytes show one whole record. Only such a line may be passed over because of how it begins: in a torn
 * one something is lost, which is to be counted; behind a torn one, or zeros, on the same line a whole one may stand.
 *
 * @param marks what a record of this store has once, rare elsewhere: how it begins, or a key of its own
 * @param from where to look for another one: behind the record's own
 */
export function isOneRecord(line: Buffer, marks: readonly Buffer[], from = 1): boolean {
  if (line[line.length - 1] !== CLOSING_BRACE || line.includes(0)) return false;
  return marks.every((mark) => line.indexOf(mark, from) === -1);
}

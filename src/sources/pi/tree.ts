import { forEachLine } from '../json-lines.ts';
import { type JsonRecord, parseLine } from '../parse-record.ts';
import { isOneRecord } from '../whole-line.ts';

/** Where an entry's ids stand in every record that pi itself wrote (1.6.0: type, id, parentId come first). */
const IDS = /^\{"type":"[a-z_]{1,40}","id":"([\w.:-]{1,64})","parentId":(?:null|"([\w.:-]{1,64})")/;
const PREFIX_BYTES = 240;
const PARENT = Buffer.from('"parentId":');

/** A line that is no entry: the header, or one that cannot be read. It is kept, and nothing follows it. */
const NO_ENTRY = -2;
const ROOT = -1;

export interface ActiveLines {
  isActive(line: number): boolean;
  /** Something of the line cannot be read. */
  isDamaged(line: number): boolean;
}

/**
 * Which lines of a session file are on its active branch.
 *
 * A file of version 2 or 3 is a tree (`id`, `parentId`); its leaf is the last entry, and the branch is the way from there to
 * a root (pi source, session-manager `_buildIndex` and `buildSessionPath`). Only ids and line numbers are kept. An entry
 * without an id follows the one before it, and so does one whose parent was lost with a damaged line: better a
 * branch too long than a session without its beginning.
 */
export function activeLines(path: string): ActiveLines {
  const parents: number[] = [];
  const damaged = new Set<number>();
  const lineOfId = new Map<string, number>();
  let previous = ROOT;
  forEachLine(path, (line) => {
    const number = parents.length;
    const ids = IDS.exec(line.toString('latin1', 0, Math.min(line.length, PREFIX_BYTES)));
    if (ids && isOneRecord(line, [PARENT], ids[0].length)) {
      const parentId = ids[2];
      parents.push(parentId === undefined ? ROOT : (lineOfId.get(parentId) ?? previous));
      lineOfId.set(ids[1] ?? '', number);
    } else {
      // Records that were glued together stay together: what a torn one was is not known.
      const { records, broken } = parseLine(line);
      if (broken > 0) damaged.add(number);
      const entries = records.filter((entry) => entry.type !== 'session');
      parents.push(parentOf(entries[0], lineOfId, previous));
      if (parents[number] === NO_ENTRY) return;
      for (const { id } of entries) if (typeof id === 'string') lineOfId.set(id, number);
    }
    previous = number;
  });
  const active = new Uint8Array(parents.length);
  for (let line = previous; line >= 0; line = parents[line] ?? ROOT) active[line] = 1;
  return {
    isActive: (line) => active[line] === 1 || parents[line] === NO_ENTRY,
    isDamaged: (line) => damaged.has(line),
  };
}

/** The parent of an entry of another form, from its parsed record. */
function parentOf(
  entry: JsonRecord | undefined,
  lineOfId: ReadonlyMap<string, number>,
  previous: number,
): number {
  if (!entry) return NO_ENTRY;
  if (entry.parentId === null) return ROOT;
  return (typeof entry.parentId === 'string' ? lineOfId.get(entry.parentId) : undefined) ?? previous;
}

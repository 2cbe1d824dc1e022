import { forEachLine } from '../json-lines.ts';
import { parseLine } from '../parse-record.ts';

/** Where an entry's ids stand in every record that pi itself wrote (1.6.0: type, id, parentId come first). */
const IDS = /^\{"type":"[a-z_]{1,40}","id":"([^"\\]{1,128})","parentId":(?:null|"([^"\\]{1,128})")/;
const PREFIX_BYTES = 400;

/**
 * Which lines of a session file are on its active branch: bit `n` of the result stands for line `n`.
 *
 * A file of version 2 or 3 is a tree (`id`, `parentId`); its leaf is the last entry, and the branch is the way from there to
 * a root (pi source, session-manager `_buildIndex` and `buildSessionPath`). Only ids and line numbers are kept. An entry
 * without an id follows the one before it, and so does one whose parent was lost with a damaged line: better a
 * branch too long than a session without its beginning.
 */
export function activeLines(path: string): (line: number) => boolean {
  const parents: number[] = [];
  const lineOfId = new Map<string, number>();
  let previous = -1;
  forEachLine(path, (line) => {
    const number = parents.length;
    const ids = entryIds(line);
    // The header and what cannot be read are no entries: they are kept, and nothing follows them.
    if (ids === undefined) {
      parents.push(-2);
      return;
    }
    const { first, last } = ids;
    const parent = first.parentId === undefined ? undefined : lineOfId.get(first.parentId);
    parents.push(first.isRoot ? -1 : (parent ?? previous));
    if (first.id !== undefined) lineOfId.set(first.id, number);
    if (last !== undefined) lineOfId.set(last, number);
    previous = number;
  });
  const active = new Uint8Array(parents.length);
  for (let line = previous; line >= 0; line = parents[line] ?? -1) active[line] = 1;
  return (line) => active[line] === 1 || parents[line] === -2;
}

interface EntryIds {
  id?: string;
  parentId?: string;
  /** It says that it has no parent: a root, the session's first entry or the start of another tree. */
  isRoot: boolean;
}

function entryIds(line: Buffer): { first: EntryIds; last?: string } | undefined {
  const match = IDS.exec(line.toString('latin1', 0, Math.min(line.length, PREFIX_BYTES)));
  if (match && endsAsOneRecord(line)) return { first: idsOf(match[1], match[2] ?? null) };
  const records = parseLine(line).records.filter((record) => record.type !== 'session');
  const first = records[0];
  if (!first) return undefined;
  const last = records.at(-1)?.id;
  return {
    first: idsOf(first.id, first.parentId),
    ...(records.length > 1 && typeof last === 'string' ? { last } : {}),
  };
}

/** Several records glued on one line, or a torn one, need the parser; `}{"` and the last byte tell them cheaply. */
function endsAsOneRecord(line: Buffer): boolean {
  return line[line.length - 1] === 0x7d && !line.includes('}{"type":"');
}

function idsOf(id: unknown, parentId: unknown): EntryIds {
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof parentId === 'string' ? { parentId } : {}),
    isRoot: parentId === null,
  };
}

import { readCursor, writeCursor } from '../list-cursor.ts';
import { type ListedSession, type ListPage, type ListQuery, listOrder } from '../session-store.ts';
import type { SessionFile } from './session-files.ts';

/**
 * One page of a listing, opening as few files as that needs: no file was written before the time that it records, so an
 * older file needs no look once the page is full of newer sessions.
 *
 * @param look `undefined` for a file that is no session, or none that is asked for
 */
export function listPage<File extends SessionFile>(
  files: readonly File[],
  query: ListQuery,
  look: (file: File) => ListedSession | undefined,
): ListPage {
  const after = query.after === undefined ? undefined : readCursor(query.after);
  const found: ListedSession[] = [];
  for (const file of files.toSorted((a, b) => b.modifiedAt - a.modifiedAt)) {
    const last = found[query.limit];
    if (last !== undefined && last.activeAt > file.modifiedAt) break;
    const listed = look(file);
    if (listed === undefined || !isAsked(listed, query)) continue;
    if (after !== undefined && listOrder(listed, after) <= 0) continue;
    found.push(listed);
    found.sort(listOrder);
    // One more than the page tells that there is another page.
    found.length = Math.min(found.length, query.limit + 1);
  }
  const sessions = found.slice(0, query.limit);
  const end = sessions.at(-1);
  return found.length > query.limit && end !== undefined
    ? { sessions, next: writeCursor(end) }
    : { sessions };
}

function isAsked({ key, description }: ListedSession, { source, rootsOnly }: ListQuery): boolean {
  if (source !== undefined && key.source !== source) return false;
  return !rootsOnly || (description.parentId === undefined && description.subAgent !== true);
}

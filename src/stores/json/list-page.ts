import { type PageCursor, pageSize, readCursor, writeCursor } from '../page-cursor.ts';
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
  const limit = pageSize(query.limit);
  const after = query.after === undefined ? undefined : positionOf(readCursor(query.after));
  const found: ListedSession[] = [];
  for (const file of files.toSorted((a, b) => b.modifiedAt - a.modifiedAt)) {
    const last = found[limit];
    if (last !== undefined && last.activeAt > file.modifiedAt) break;
    const listed = look(file);
    if (listed === undefined || !isAsked(listed, query)) continue;
    if (after !== undefined && listOrder(listed, after) <= 0) continue;
    found.push(listed);
    found.sort(listOrder);
    // One more than the page tells that there is another page.
    found.length = Math.min(found.length, limit + 1);
  }
  const sessions = found.slice(0, limit);
  const end = sessions.at(-1);
  return found.length > limit && end !== undefined
    ? { sessions, next: writeCursor({ activeAt: end.activeAt, ...end.key }) }
    : { sessions };
}

function positionOf({ activeAt, ...key }: PageCursor): Pick<ListedSession, 'activeAt' | 'key'> {
  return { activeAt, key };
}

function isAsked({ key, description }: ListedSession, { source, rootsOnly }: ListQuery): boolean {
  if (source !== undefined && key.source !== source) return false;
  return !rootsOnly || (description.parentId === undefined && description.subAgent !== true);
}

import type { ListedSession } from './session-store.ts';
import { StoreError } from './store-error.ts';

/** Where a page of a listing ended. */
export type ListPosition = Pick<ListedSession, 'activeAt' | 'key'>;

/** The `next` of a page: opaque, and short. */
export function writeCursor({ activeAt, key }: ListPosition): string {
  return Buffer.from(JSON.stringify([activeAt, key.source, key.id])).toString('base64url');
}

/** @throws StoreError `invalid-cursor` for what no page gave */
export function readCursor(cursor: string): ListPosition {
  const [activeAt, source, id] = parts(cursor);
  if (typeof activeAt === 'number' && typeof source === 'string' && typeof id === 'string')
    return { activeAt, key: { source, id } };
  throw new StoreError({ code: 'invalid-cursor', cursor: cursor.slice(0, 80) });
}

function parts(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

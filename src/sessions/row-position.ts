import { PraisonError } from '../errors.ts';
import type { SessionRow } from './newest-first.ts';

/** A place in the newest-first order, which holds when sessions come and go meanwhile. */
export interface RowPosition {
  activeAt: number;
  id: string;
  /** How many rows with this time and id stand before it, itself included (a session that was copied). */
  count: number;
}

/** @param previous the position of the row before it */
export function positionOf({ entry, activeAt }: SessionRow, previous: RowPosition | undefined): RowPosition {
  const same = previous?.activeAt === activeAt && previous.id === entry.id;
  return { activeAt, id: entry.id, count: same ? previous.count + 1 : 1 };
}

/** The rows behind a position: older ones, and of the same time those whose ids follow. */
export async function* rowsAfter(
  rows: AsyncIterable<SessionRow>,
  position: RowPosition | undefined,
): AsyncGenerator<SessionRow> {
  let same = 0;
  for await (const row of rows) {
    if (position !== undefined) {
      if (row.activeAt > position.activeAt) continue;
      if (row.activeAt === position.activeAt && row.entry.id <= position.id) {
        if (row.entry.id !== position.id) continue;
        same += 1;
        if (same <= position.count) continue;
      }
    }
    yield row;
  }
}

/** A position as an opaque text. */
export function toCursor({ activeAt, id, count }: RowPosition): string {
  return Buffer.from(JSON.stringify([activeAt, id, count])).toString('base64url');
}

/** @throws PraisonError `invalid-argument` */
export function fromCursor(cursor: string): RowPosition {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const [activeAt, id, count] = Array.isArray(parts) ? (parts as unknown[]) : [];
  if (typeof activeAt === 'number' && typeof id === 'string' && typeof count === 'number')
    return { activeAt, id, count };
  throw new PraisonError('invalid-argument', `Not a cursor: ${cursor}`, {
    hints: ['Give next_cursor of the page before as it is, or none for the first page.'],
  });
}

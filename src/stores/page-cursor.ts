import type { EpochMs } from '../model/session-event.ts';
import { StoreError } from './store-error.ts';

/** The last session of a page: the next one begins after it, wherever that session has moved since. */
export interface PageCursor {
  activeAt: EpochMs;
  source: string;
  id: string;
}

export function writeCursor({ activeAt, source, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([activeAt, source, id])).toString('base64url');
}

/** @throws StoreError `invalid-cursor` for a text that `writeCursor` did not make */
export function readCursor(text: string): PageCursor {
  const fields = parsed(text);
  if (Array.isArray(fields) && fields.length === 3) {
    const [activeAt, source, id] = fields as unknown[];
    if (typeof activeAt === 'number' && typeof source === 'string' && typeof id === 'string')
      return { activeAt, source, id };
  }
  throw new StoreError({ code: 'invalid-cursor', cursor: text });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** What a store takes of `limit`: 1 to 1,000. */
export function pageSize(limit: number): number {
  return Number.isFinite(limit) ? Math.min(Math.max(1, Math.trunc(limit)), 1_000) : 1_000;
}

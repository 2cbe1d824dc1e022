import { StoreError } from '../store-error.ts';

/** The last session of a page: the next one begins after it. */
export interface Cursor {
  activeAt: number;
  source: string;
  id: string;
}

export function writeCursor({ activeAt, source, id }: Cursor): string {
  return Buffer.from(JSON.stringify([activeAt, source, id])).toString('base64url');
}

/** @throws StoreError `invalid-store` for a text that no listing gave. */
export function readCursor(text: string, place: string): Cursor {
  try {
    const [activeAt, source, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (Number.isSafeInteger(activeAt) && typeof source === 'string' && typeof id === 'string')
      return { activeAt: activeAt as number, source, id };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw new StoreError({
    code: 'invalid-store',
    address: place,
    reason: `${JSON.stringify(text.slice(0, 60))} is no page of its listing; begin again without it`,
  });
}

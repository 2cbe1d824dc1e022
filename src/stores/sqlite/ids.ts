import type { SessionKey } from '../session-store.ts';
import { StoreError } from '../store-error.ts';

const MAX_ID_BYTES = 1_000;
const LAST_CODE_POINT = '\u{10ffff}';

/** Why a database cannot hold a text as it is; `undefined` when it can. */
function refusal(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.includes('\0')) return 'contains a NUL';
  if (/\p{Surrogate}/u.test(text)) return 'contains half of a surrogate pair';
  if (Buffer.byteLength(text) > MAX_ID_BYTES) return `takes more than ${MAX_ID_BYTES} bytes`;
  return undefined;
}

/** Whether there may be a text as an id, a source or a project. */
export function storable(...texts: readonly string[]): boolean {
  return texts.every((text) => refusal(text) === undefined);
}

/** @throws StoreError `invalid-session-id` */
export function checkKey({ source, id }: SessionKey, project?: string): void {
  const own = refusal(id);
  if (own !== undefined)
    throw new StoreError({ code: 'invalid-session-id', id, reason: `${own}; give it another one` });
  for (const [name, text] of [
    ['source', source],
    ['project', project],
  ] as const) {
    const reason = text === undefined ? undefined : refusal(text);
    if (reason !== undefined)
      throw new StoreError({
        code: 'invalid-session-id',
        id,
        reason: `cannot be stored: its ${name} ${reason}`,
      });
  }
}

/** No id that begins with `prefix` is greater, in the order of code points, which is SQLite's. */
export function lastWithPrefix(prefix: string): string {
  return prefix + LAST_CODE_POINT.repeat(MAX_ID_BYTES / 4 + 1);
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expandHome } from './paths.ts';
import { StoreError } from './store-error.ts';

/** Where a store is, as `--store` and `PRAISONAI_STORE` say it. */
export type StoreAddress =
  /** A directory with the layout of PraisonAI's `sessions` directory. */
  | { kind: 'file'; directory: string }
  | { kind: 'sqlite'; path: string }
  /** `url` may hold a password: never shown, see `place`. */
  | { kind: 'postgres'; url: string };

export const STORE_FORMS = 'file:DIR, sqlite:FILE or postgres://USER@HOST/DATABASE';

/** @throws StoreError `invalid-store` */
export function parseStoreAddress(address: string, place: { home: string; directory: string }): StoreAddress {
  const text = address.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const rest = text.slice((scheme?.length ?? -1) + 1);
  switch (scheme) {
    case 'file':
      return { kind: 'file', directory: pathOf(rest, address, place) };
    case 'sqlite':
      return { kind: 'sqlite', path: pathOf(rest, address, place) };
    case 'postgres':
    case 'postgresql':
      return { kind: 'postgres', url: checkedUrl(text) };
    default:
      throw new StoreError({
        code: 'invalid-store',
        address: shown(text),
        reason: `use ${STORE_FORMS}; a session's id stands before --store`,
      });
  }
}

function pathOf(
  rest: string,
  address: string,
  { home, directory }: { home: string; directory: string },
): string {
  const path = rest.startsWith('///') ? fileURLToPath(`file:${rest}`) : rest;
  if (path.trim() === '' || path.startsWith('//'))
    throw new StoreError({
      code: 'invalid-store',
      address: shown(address),
      reason: `name a path: ${STORE_FORMS}`,
    });
  return resolve(directory, expandHome(path, home));
}

function checkedUrl(text: string): string {
  if (URL.canParse(text)) return text;
  throw new StoreError({
    code: 'invalid-store',
    address: shown(text),
    reason: 'it is no URL; signs such as @ : / # in a password are written %40 %3A %2F %23',
  });
}

/** A URL without its password, also one that cannot be parsed. */
export function shown(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^/:@\s]*):.*@/i, '$1@')
    .replace(/([?&](?:password|sslpassword)=)[^&#]*/gi, '$1…');
}

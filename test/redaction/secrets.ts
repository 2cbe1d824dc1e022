import { NAMED_SECRETS } from './named-secrets.ts';
import type { SecretKind } from './secret-kinds.ts';
import { SITUATED_SECRETS } from './situated-secrets.ts';
import { STORED_SECRETS } from './stored-secrets.ts';
import { VENDOR_SECRETS } from './vendor-secrets.ts';

/** All kinds of secrets of the leak test, invented; see `fake.ts`. */
export const SECRET_KINDS: readonly SecretKind[] = [
  ...VENDOR_SECRETS,
  ...NAMED_SECRETS,
  ...SITUATED_SECRETS,
  ...STORED_SECRETS,
];

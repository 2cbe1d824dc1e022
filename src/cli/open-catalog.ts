import { configuredStore } from '../configuration/configured-store.ts';
import { PraisonError } from '../errors.ts';
import { SessionCatalog } from '../sessions/catalog.ts';
import type { SessionLookup } from '../sessions/session-lookup.ts';
import type { Environment } from '../sources/source.ts';
import type { SessionStore } from '../stores/session-store.ts';
import type { MissingStore } from '../transfer/open-shared-store.ts';
import { processEnvironment } from './environment.ts';

export interface StoreOption {
  /** An address; true for `--store` alone: the configured one. */
  store?: string | true;
}

/** Runs a command on this machine's sessions, or with `--store` on those of a store. */
export async function withCatalog<Result>(
  options: StoreOption,
  work: (catalog: SessionLookup) => Promise<Result>,
): Promise<Result> {
  const environment = processEnvironment();
  const catalog = await openCatalog(options, environment);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

async function openCatalog(options: StoreOption, environment: Environment): Promise<SessionLookup> {
  if (options.store === undefined) return new SessionCatalog(environment);
  const store = await openStoreOption(options.store, environment, 'must-exist');
  const { StoreCatalog } = await import('../transfer/store-catalog.ts');
  return new StoreCatalog(environment, store);
}

/**
 * @param given `true` or `undefined`: the configured one
 * @throws PraisonError, StoreError
 */
export async function openStoreOption(
  given: string | true | undefined,
  environment: Environment,
  missing: MissingStore,
): Promise<SessionStore> {
  const address = typeof given === 'string' ? given : await configuredStore(environment);
  if (address === undefined) {
    throw new PraisonError('no-store', 'No store is configured.', {
      hints: [
        'Name one with --store file:DIR, --store sqlite:FILE or --store postgres://USER@HOST/DATABASE,',
        'in the variable PRAISONAI_STORE, or as "store" in the configuration file.',
      ],
    });
  }
  const { openSharedStore } = await import('../transfer/open-shared-store.ts');
  return openSharedStore(address, environment, missing);
}

import { PraisonError } from '../errors.ts';
import { SessionCatalog } from '../sessions/catalog.ts';
import type { SessionLookup } from '../sessions/session-lookup.ts';
import type { Environment } from '../sources/source.ts';
import type { SessionStore } from '../stores/session-store.ts';
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
  const store = await openStoreOption(options.store, environment);
  const { StoreCatalog } = await import('../transfer/store-catalog.ts');
  return new StoreCatalog(environment, store);
}

/** @param given `true` or `undefined`: the configured one. @throws PraisonError, StoreError */
export async function openStoreOption(
  given: string | true | undefined,
  environment: Environment,
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
  const { parseStoreAddress } = await import('../stores/store-address.ts');
  const { openSessionStore } = await import('../stores/open-session-store.ts');
  const { receivedStore } = await import('../transfer/received-store.ts');
  return receivedStore(await openSessionStore(parseStoreAddress(address, environment)));
}

/** `PRAISONAI_STORE`, else `store` in the configuration file. */
export async function configuredStore(environment: Environment): Promise<string | undefined> {
  const named = environment.variables['PRAISONAI_STORE']?.trim();
  if (named) return named;
  const { readConfiguration } = await import('../configuration/read-configuration.ts');
  return (await readConfiguration(environment)).store;
}

import type { Environment } from '../sources/source.ts';

/** `PRAISONAI_STORE`, else `store` in the configuration file. */
export async function configuredStore(environment: Environment): Promise<string | undefined> {
  const named = environment.variables['PRAISONAI_STORE']?.trim();
  if (named) return named;
  const { readConfiguration } = await import('./read-configuration.ts');
  return (await readConfiguration(environment)).store;
}

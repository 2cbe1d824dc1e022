import type { Pool, PoolConfig } from 'pg';
import { StoreError } from '../store-error.ts';

/** The driver is read only when a store of this kind is opened. */
export async function loadDriver(place: string): Promise<(config: PoolConfig) => Pool> {
  try {
    const { default: pg } = await import('pg');
    return (config) => new pg.Pool(config);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StoreError(
      { code: 'store-unusable', place, reason: 'the package "pg" is missing; install it: npm install pg' },
      { cause: error },
    );
  }
}

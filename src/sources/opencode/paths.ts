import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../source.ts';

/** OpenCode, or a fork of it that keeps the same store under its own name. */
export interface Product {
  /** Name of the source. */
  name: string;
  label: string;
  /** Folder in the data directory, and stem of the database's name. */
  application: 'opencode' | 'kilo';
  /** Environment variable that names another database. */
  databaseVariable: 'OPENCODE_DB' | 'KILO_DB';
}

/**
 * `$XDG_DATA_HOME/<application>`, else `~/.local/share/<application>`: on Linux, macOS and Windows alike (seen in the
 * binaries of OpenCode 1.18.33 and Kilo CLI 7.7.9).
 */
export function dataDirectory(product: Product, environment: Environment): string {
  const configured = environment.variables['XDG_DATA_HOME'];
  const data = configured
    ? resolve(environment.directory, configured)
    : join(environment.home, '.local', 'share');
  return join(data, product.application);
}

/**
 * The databases, the stable channel's first: the one that the variable names (absolute, or relative to the data
 * directory), else `opencode.db` and those of the other release channels, `opencode-<channel>.db`.
 *
 * Kilo CLI goes on using a database with OpenCode's name where there is none with its own (seen in 7.7.9).
 */
export function databasePaths(product: Product, environment: Environment): string[] {
  const data = dataDirectory(product, environment);
  const override = environment.variables[product.databaseVariable];
  if (override === ':memory:') return [];
  if (override) return [isAbsolute(override) ? override : join(data, override)].filter(existsSync);
  const names = fileNames(data).filter((name) => /^(?:opencode|kilo)(?:-.+)?\.db$/.test(name));
  const own = names.filter((name) => name.startsWith(product.application));
  const inherited = names.filter(
    (name) => product.application === 'kilo' && !own.includes(name.replace(/^opencode/, 'kilo')),
  );
  const stable = `${product.application}.db`;
  return [...own, ...inherited.filter((name) => !own.includes(name))]
    .sort((one, other) => Number(other === stable) - Number(one === stable) || (one < other ? -1 : 1))
    .map((name) => join(data, name));
}

/** Names in a folder, sorted; none where it cannot be read. */
export function fileNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}

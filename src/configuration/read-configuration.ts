import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PraisonError } from '../errors.ts';
import type { Environment } from '../sources/source.ts';
import { expandHome } from '../stores/paths.ts';
import type { Configuration } from './schema.ts';

/** `PRAISONAI_CONFIG`, else `praisonai/config.json` in the user's directory of configurations. */
export function configurationPath({ variables, home }: Environment): string {
  const named = variables['PRAISONAI_CONFIG'];
  if (named) return expandHome(named, home);
  return join(variables['XDG_CONFIG_HOME'] || join(home, '.config'), 'praisonai', 'config.json');
}

/**
 * The user's configuration; empty where there is no file.
 *
 * @throws PraisonError `invalid-file` when the file cannot be read, or does not hold what it should
 */
export async function readConfiguration(environment: Environment): Promise<Configuration> {
  const path = configurationPath(environment);
  const text = readText(path, Boolean(environment.variables['PRAISONAI_CONFIG']));
  if (text === undefined) return {};
  const { parseConfiguration } = await import('./schema.ts');
  return parseConfiguration(path, text);
}

function readText(path: string, named: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && !named) return undefined;
    throw new PraisonError('invalid-file', `Cannot read ${path}: ${(cause as Error).message}`, {
      hints: named ? ['PRAISONAI_CONFIG names it.'] : [],
      facts: { path },
      cause,
    });
  }
}

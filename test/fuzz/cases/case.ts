import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../bench/generate/random.ts';
import type { SessionSource } from '../../../src/sources/source.ts';
import { type CheckedSession, checkSource, type Fault, type Faults } from '../check-session.ts';
import { environmentOf, type SeedHome } from '../seeds.ts';

export interface CaseInput {
  source: SessionSource;
  seeds: readonly SeedHome[];
  /** Made for this case, removed after it. */
  folder: string;
  random: Random;
  /** Leave the folder, to look at what was read. */
  keep?: boolean;
}

export interface CaseResult {
  faults: Fault[];
  /** Records that were mutated. */
  records: number;
}

/** Checks all that a source finds in a home that was written, and that reading left it as it was. */
export async function checkHome(
  { source, folder }: CaseInput,
  seed: SeedHome,
  faults: Faults,
): Promise<CheckedSession[]> {
  const home = homeOf(folder);
  const before = namesBelow(home);
  const checked = await checkSource(source, environmentOf(home, seed.variables), faults);
  if (namesBelow(home) !== before) faults.add('read-only', 'reading changed the store');
  return checked;
}

export const homeOf = (folder: string): string => join(folder, 'home');

/** Names, types, sizes and times, without following links. As bytes: a name need not be UTF-8. */
function namesBelow(directory: string): string {
  const names: string[] = [];
  const visit = (path: Buffer): void => {
    const stats = lstatSync(path);
    names.push(`${path.toString('latin1')} ${stats.mode} ${stats.size} ${stats.mtimeMs}`);
    if (stats.isDirectory()) for (const child of childrenOf(path)) visit(child);
  };
  visit(Buffer.from(directory));
  return names.join('\n');
}

export function childrenOf(directory: Buffer): Buffer[] {
  const names = readdirSync(directory, { encoding: 'buffer' }).sort(Buffer.compare);
  return names.map((name) => Buffer.concat([directory, Buffer.from('/'), name]));
}

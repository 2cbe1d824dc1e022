import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../../src/sources/source.ts';
import { buildDatabases } from '../build-databases.ts';

/** What a file of a store is made of: decides which mutations apply to it. */
export type Format = 'lines' | 'document' | 'database' | 'compressed-lines' | 'bytes';

export interface SeedFile {
  /** Below the home directory. */
  path: string;
  format: Format;
  bytes: Buffer;
}

/** A home directory with one agent's store, held in memory. */
export interface SeedHome {
  name: string;
  /** `{home}` stands for the directory that the home is written to. */
  variables: Record<string, string>;
  files: SeedFile[];
}

const MAGIC = 'SQLite format 3\0';

/** Every fixture of a source. @param fixtures the folder `test/fixtures/sources` */
export function seedHomes(fixtures: string, source: string): SeedHome[] {
  const workshop = mkdtempSync(join(tmpdir(), 'praisonai-fuzz-seeds-'));
  try {
    return readdirSync(join(fixtures, source))
      .sort()
      .map((name) => {
        const folder = join(fixtures, source, name);
        const home = join(workshop, name);
        cpSync(join(folder, 'home'), home, { recursive: true });
        buildDatabases(home, dirname(fixtures));
        const { variables = {} } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
        return { name, variables, files: filesBelow(home) };
      });
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

function filesBelow(home: string): SeedFile[] {
  return readdirSync(home, { recursive: true })
    .map(String)
    .sort()
    .filter((path) => statSync(join(home, path)).isFile())
    .map((path) => {
      const bytes = readFileSync(join(home, path));
      return { path, bytes, format: formatOf(path, bytes) };
    });
}

function formatOf(path: string, bytes: Buffer): Format {
  if (bytes.toString('latin1', 0, MAGIC.length) === MAGIC) return 'database';
  if (path.endsWith('.jsonl.zst')) return 'compressed-lines';
  if (path.endsWith('.jsonl')) return 'lines';
  return path.endsWith('.json') ? 'document' : 'bytes';
}

export function writeHome(home: string, files: readonly { path: string; bytes: Buffer }[]): void {
  for (const { path, bytes } of files) {
    const target = join(home, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
}

export function environmentOf(home: string, variables: Record<string, string>): Environment {
  const resolved = Object.entries(variables).map(([key, value]) => [key, value.replaceAll('{home}', home)]);
  return {
    home,
    variables: Object.fromEntries(resolved),
    platform: 'linux',
    directory: join(home, 'nowhere'),
  };
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Environment } from '../source.ts';
import { kilo, openCode } from './index.ts';
import { databasePaths, type Product } from './paths.ts';

const OPENCODE: Product = {
  name: 'opencode',
  label: 'OpenCode',
  application: 'opencode',
  databaseVariable: 'OPENCODE_DB',
};
const KILO: Product = { name: 'kilo', label: 'Kilo CLI', application: 'kilo', databaseVariable: 'KILO_DB' };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praisonai-paths-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function environment(
  variables: Record<string, string> = {},
  platform: NodeJS.Platform = 'linux',
): Environment {
  return { home, variables, platform, directory: join(home, 'work') };
}

function make(...files: string[]): void {
  for (const file of files) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), '');
  }
}

const names = (product: Product, variables?: Record<string, string>) =>
  databasePaths(product, environment(variables)).map((path) => path.slice(home.length + 1));

it('looks in ~/.local/share on every platform, or where XDG_DATA_HOME says', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(openCode.roots(environment({}, platform))).toEqual([join(home, '.local/share/opencode')]);
    expect(kilo.roots(environment({}, platform))).toEqual([join(home, '.local/share/kilo')]);
  }
  expect(openCode.roots(environment({ XDG_DATA_HOME: '/data' }))).toEqual(['/data/opencode']);
  expect(openCode.roots(environment({ XDG_DATA_HOME: '../data' }))).toEqual([join(home, 'data/opencode')]);
  expect(openCode.roots(environment({ XDG_DATA_HOME: '' }))).toEqual([join(home, '.local/share/opencode')]);
});

it('finds the databases of all channels, the stable one first', () => {
  const data = '.local/share/opencode';
  make(`${data}/opencode-dev.db`, `${data}/opencode.db`, `${data}/opencode.db-wal`, `${data}/other.db`);
  expect(names(OPENCODE)).toEqual([`${data}/opencode.db`, `${data}/opencode-dev.db`]);
});

it('takes only the database that the variable names', () => {
  make('.local/share/opencode/opencode.db', '.local/share/opencode/mine', 'elsewhere/x');
  expect(names(OPENCODE, { OPENCODE_DB: 'mine' })).toEqual(['.local/share/opencode/mine']);
  expect(names(OPENCODE, { OPENCODE_DB: join(home, 'elsewhere/x') })).toEqual(['elsewhere/x']);
  expect(names(OPENCODE, { OPENCODE_DB: ':memory:' })).toEqual([]);
  expect(names(OPENCODE, { OPENCODE_DB: 'missing' })).toEqual([]);
  expect(openCode.roots(environment({ OPENCODE_DB: join(home, 'elsewhere/x') }))[0]).toBe(
    join(home, 'elsewhere/x'),
  );
});

it('reads what Kilo CLI took over from its older name, as long as it has no own database', () => {
  const data = '.local/share/kilo';
  make(`${data}/opencode.db`, `${data}/opencode-dev.db`, `${data}/kilo-dev.db`);
  expect(names(KILO)).toEqual([`${data}/kilo-dev.db`, `${data}/opencode.db`]);
  make(`${data}/kilo.db`);
  expect(names(KILO)).toEqual([`${data}/kilo.db`, `${data}/kilo-dev.db`]);
});

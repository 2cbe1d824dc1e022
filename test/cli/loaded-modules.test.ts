import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sources } from '../../src/sources/registry.ts';
import { buildDatabases } from '../build-databases.ts';
import { type CliRun, runCli } from './run-cli.ts';

/** What a command loads is what it takes to start: agents that are not asked for must not be among it. */
const FIXTURES = resolve(import.meta.dirname, '../fixtures/sources');
const DIST = resolve(import.meta.dirname, '../../dist');

/** Writes down the address of every module that is loaded. */
const HOOKS = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + '\\n');
  return next(url, context);
}`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praisonai-loaded-'));
  writeFileSync(join(root, 'hooks.mjs'), HOOKS);
  const register = `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(join(root, 'hooks.mjs')).href)});`;
  writeFileSync(join(root, 'register.mjs'), register);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Names of the files of `dist` that a command loaded, without their hashes. */
function loadedBy(
  words: readonly string[],
  home: string,
  variables: Record<string, string>,
): { run: CliRun; names: string[] } {
  const log = join(root, 'loaded');
  rmSync(log, { force: true });
  const run = runCli(words, {
    home,
    variables: {
      ...variables,
      LOADED: log,
      NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'register.mjs')).href}`,
    },
  });
  const urls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const dist = `${pathToFileURL(DIST).href}/`;
  const files = urls.filter((url) => url.startsWith(dist)).map((url) => url.slice(dist.length));
  return { run, names: files.map((file) => file.replace(/(?:-[\w-]{8})?\.js$/, '')) };
}

/** Kilo's store is OpenCode's; Qwen Code's first sessions are Gemini CLI's. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  kilo: ['opencode'],
  'qwen-code': ['qwen-code', 'gemini-cli'],
};
const readersOf = (name: string): readonly string[] => READERS[name] ?? [name];
const ALL_READERS = new Set(sources.flatMap(({ name }) => readersOf(name)));

it.each(sources.map(({ name }) => name))('hands off a session of %s without any other reader', (name) => {
  const [fixture = ''] = readdirSync(join(FIXTURES, name)).sort();
  const home = join(root, 'home');
  cpSync(join(FIXTURES, name, fixture, 'home'), home, { recursive: true });
  buildDatabases(home);
  const { id, variables = {} } = JSON.parse(
    readFileSync(join(FIXTURES, name, fixture, 'case.json'), 'utf8'),
  ) as { id: string; variables?: Record<string, string> };
  const moved = Object.entries(variables).map(([key, value]) => [key, value.replaceAll('{home}', home)]);
  const { run, names } = loadedBy(['session', 'handoff', `${name}:${id}`], home, Object.fromEntries(moved));
  expect(run).toMatchObject({ code: 0 });
  const readers = names.filter((loaded) => ALL_READERS.has(loaded));
  expect(readers).toContain(readersOf(name)[0]);
  expect(readers.filter((reader) => !readersOf(name).includes(reader))).toEqual([]);
  expect(names).not.toContain('string-width');
  // Each file costs about as much as reading 30 kB of code.
  expect(names.length).toBeLessThanOrEqual(20);
});

it('lists nothing without any reader', () => {
  const { run, names } = loadedBy(['session', 'list', '--all'], root, {});
  expect(run.code).toBe(0);
  expect(names).toContain('catalog');
  expect(names.filter((loaded) => ALL_READERS.has(loaded))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built CLI with a home of its own and nothing of this machine's environment but PATH. */
export function runCli(
  words: readonly string[],
  options: { home: string; directory?: string; variables?: Record<string, string>; input?: string },
): CliRun {
  const run = spawnSync(process.execPath, [CLI, ...words], {
    cwd: options.directory ?? options.home,
    env: { PATH: process.env.PATH ?? '', HOME: options.home, ...options.variables },
    encoding: 'utf8',
    input: options.input ?? '',
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** Names, times and contents of a whole tree: equal before and after when nothing was touched. */
export function treeHash(directory: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(directory, { recursive: true }).map(String).sort()) {
    const stat = statSync(join(directory, name));
    hash.update(`${name} ${stat.mtimeMs} ${stat.size}\n`);
    if (stat.isFile()) hash.update(readFileSync(join(directory, name)));
  }
  return hash.digest('hex');
}

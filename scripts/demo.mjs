// Hands off the session in examples/home as a person would: an interrupted Claude Code run, read from its store.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const home = resolve(import.meta.dirname, '../examples/home');
const cli = resolve(import.meta.dirname, '../dist/cli.js');
const environment = { ...process.env, HOME: home, USERPROFILE: home };
for (const name of ['CLAUDE_CONFIG_DIR', 'PRAISONAI_HOME', 'XDG_DATA_HOME']) delete environment[name];

let failed = false;
for (const words of [
  ['session', 'list', '--all'],
  ['session', 'handoff', 'claude-code:5d0f3c1e'],
]) {
  process.stdout.write(`$ praisonai ${words.join(' ')}\n`);
  const run = spawnSync(process.execPath, [cli, ...words], { env: environment, stdio: 'inherit' });
  process.stdout.write('\n\n');
  failed ||= run.status !== 0;
}
process.exitCode = failed ? 1 : 0;

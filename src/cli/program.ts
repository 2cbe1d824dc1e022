import { Command, CommanderError, Option } from 'commander';
import { action, bare, leaf, numberOption, withStore } from './command-parts.ts';
import { printError } from './output.ts';
import { addDelivery } from './program-deliver.ts';
import { addRunCommands } from './program-run.ts';

/** Runs one command line. Never throws; sets `process.exitCode`. */
export async function run(words: readonly string[], version: string): Promise<void> {
  const program = new Command('praisonai')
    .description('Hand an interrupted agent run to a fresh context.')
    .version(version, '-V, --version')
    .option('--json', 'structured output')
    .option('--quiet', 'no notes on standard error')
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText('after', EXAMPLES);
  const session = addSession(program);
  addDelivery(program);
  addRunCommands(program, session);
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    printError(error, words.includes('--json'));
  }
}

const EXAMPLES = `
Examples:
  praisonai session handoff                 the newest session of this project, whatever agent wrote it
  praisonai session handoff codex:0199a1    one session, by source and the beginning of its id
  praisonai session handoff | claude        seed a fresh context
  praisonai session list --all              every session on this machine`;

function addSession(program: Command): Command {
  const session = program.command('session').description('List, show and hand off sessions.');
  withStore(
    leaf(
      session,
      'handoff [id]',
      'print the continuation prompt of a session (default: the newest of this project)',
    ),
  )
    .option('--copy', 'copy the prompt to the clipboard')
    .addOption(numberOption('--max-chars <n>', 'cap of the prompt in characters; 0: no cap (default: 4000)'))
    .option('--explain', 'tell for each section its size and what was cut')
    .option('-o, --output <file>', 'write the prompt to a file (mode 0600)')
    .option('--no-git', 'do not look at the repository, and leave out what changed in it since')
    .action(action(async () => (await import('./commands/handoff.ts')).handoff));
  withStore(leaf(session, 'list', 'list sessions, newest first (default: of this project)'))
    .addOption(numberOption('-n, --limit <n>', 'at most this many (default: 20; 0: all)'))
    .option('--all', 'of every project')
    .option('--project <id>', 'of the PraisonAI project with this id')
    .action(action(async () => (await import('./commands/list.ts')).list));
  withStore(leaf(session, 'show <id>', 'show a session'))
    .option('--recap', 'only where it stands, in a few lines')
    .action(action(async () => (await import('./commands/show.ts')).show));
  addWriting(session);
  addTransfer(session);
  addPrune(session);
  return session;
}

/** Commands that bring sessions to a store and back. */
function addTransfer(session: Command): void {
  withStore(
    leaf(session, 'push [ids...]', 'bring sessions into a store (default: the newest of this project)'),
  )
    .option('--project', 'every session of this project')
    .option('--all', 'every session of every project on this machine')
    .option('--force', 'also where the store holds messages from another machine that this one does not have')
    .action(action(async () => (await import('./commands/push.ts')).push));
  withStore(
    leaf(
      session,
      'pull [ids...]',
      'bring sessions of a store to this machine (default: the newest of this project)',
    ),
  )
    .option('--project', 'every session of this project')
    .option('--all', 'every session of the store')
    .option('--force', 'also where this machine holds messages that the store does not have')
    .action(action(async () => (await import('./commands/pull.ts')).pull));
}

/** Retention: of a store, by age. */
function addPrune(session: Command): void {
  withStore(bare(session, 'prune', 'delete old sessions of a store'))
    .requiredOption('--older-than <age>', 'last activity earlier than that: 90d, 12h, 6w')
    .addOption(numberOption('--keep-last <n>', 'so many newest sessions of each project stay, however old'))
    .option('--dry-run', 'only count them')
    .option('-y, --yes', 'do not ask')
    .action(action(async () => (await import('./commands/prune.ts')).prune));
}

/** Commands that change PraisonAI's own sessions; other agents' stores are never written. */
function addWriting(session: Command): void {
  leaf(session, 'rename <id> <title...>', 'give a session a title').action(
    action(async () => (await import('./commands/manage.ts')).rename),
  );
  leaf(session, 'fork <id>', 'start a new session from a copy of one')
    .addOption(numberOption('--at-message <n>', 'copy only the first n messages'))
    .option('--title <title>', 'title of the new session')
    .action(action(async () => (await import('./commands/manage.ts')).fork));
  withStore(leaf(session, 'delete <id>', 'delete a session'))
    .option('-y, --yes', 'do not ask')
    .action(action(async () => (await import('./commands/manage.ts')).remove));
  leaf(session, 'export <id>', 'print a session as a document')
    .addOption(new Option('--format <format>', 'what to print').choices(['md', 'json']).default('md'))
    .option('-o, --output <file>', 'write to a file (mode 0600)')
    .action(action(async () => (await import('./commands/export.ts')).exportSession));
  leaf(session, 'share <id>', 'write a session as one web page without secrets, and print its path')
    .option('-o, --output <file>', 'write it there (mode 0600)')
    .action(action(async () => (await import('./commands/share.ts')).share));
  bare(session, 'unshare <id>', 'remove the pages that share wrote of a session')
    .option('--source <name>', 'only of this agent')
    .action(action(async () => (await import('./commands/share.ts')).unshare));
  leaf(session, 'import <file>', 'add an exported session (JSON) to this project')
    .option('--id <id>', 'id of the new session')
    .action(action(async () => (await import('./commands/manage.ts')).importSession));
}

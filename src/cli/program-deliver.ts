import type { Command } from 'commander';
import { action, bare, leaf, numberOption } from './command-parts.ts';

/** Commands that bring a prompt to the next agent. */
export function addDelivery(program: Command): void {
  const session = program.commands.find((command) => command.name() === 'session');
  if (session) addSearch(session);
  bare(program, 'mcp', 'serve sessions to an MCP client over standard input and output').action(
    action(async () => (await import('./commands/mcp.ts')).mcp),
  );
}

function addSearch(session: Command): void {
  leaf(session, 'search <word> [words...]', 'find the sessions in which all these words were said')
    .addOption(numberOption('-n, --limit <n>', 'at most this many (default: 20; 0: all)'))
    .option('--all', 'in every project')
    .addHelpText(
      'after',
      examples('praisonai session search slugify ascii', 'praisonai session search --all -n 5 migration'),
    )
    .action(action(async () => (await import('./commands/search.ts')).search));
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

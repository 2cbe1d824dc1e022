import { Argument, type Command } from 'commander';
import { action, bare, leaf, numberOption, withStore } from './command-parts.ts';

/** Commands that bring a prompt to the next agent. */
export function addDelivery(program: Command): void {
  const session = program.commands.find((command) => command.name() === 'session');
  if (session) {
    addSearch(session);
    addLaunch(session);
  }
  bare(program, 'mcp', 'serve sessions to an MCP client over standard input and output').action(
    action(async () => (await import('./commands/mcp.ts')).mcp),
  );
  bare(program, 'doctor', 'show what was found on this machine, and what to do about problems').action(
    action(async () => (await import('./commands/doctor.ts')).doctor),
  );
  bare(program, 'init', 'print the slash commands and skills that hand off from inside an agent')
    .option('--agent <name>', 'only for claude-code, codex, gemini-cli or opencode')
    .option(
      '--write',
      'put each where its agent looks for it; a different file of yours is never overwritten',
    )
    .addHelpText('after', examples('praisonai init --agent claude-code', 'praisonai init --write'))
    .action(action(async () => (await import('./commands/init.ts')).init));
  addCompletion(program);
}

/** `session handoff` learns to let the person choose, and to start an agent. */
function addLaunch(session: Command): void {
  session.commands
    .find((command) => command.name() === 'handoff')
    ?.option('--pick', 'choose from a list, on a terminal; Esc leaves (exit code 130)')
    .option('--all', 'the newest session of every project; with --pick: choose from all of them')
    .option(
      '--to <agent>',
      'start this agent in the session’s directory, with the prompt as its first message',
    )
    .option('--headless', 'with --to: let it work through the prompt and end, without its terminal interface')
    .option('--print-command', 'with --to: print the command, quoted for the shell, and start nothing')
    .option('--cwd <directory>', 'with --to: start it there')
    .option('--agent-arg <argument>', 'with --to: one more argument for the agent (can be repeated)', collect)
    .addHelpText(
      'after',
      examples(
        'praisonai session handoff --pick | pbcopy',
        'praisonai session handoff --to codex',
        'praisonai session handoff 0199a1 --to claude --headless --agent-arg=--model --agent-arg=opus',
        'praisonai session handoff --to gemini --print-command',
      ),
    );
}

function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print what makes a shell complete commands, options and session ids')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples(
        'source <(praisonai completion bash)      in ~/.bashrc',
        'source <(praisonai completion zsh)       in ~/.zshrc, behind compinit',
        'praisonai completion fish | source       in ~/.config/fish/config.fish',
      ),
    )
    .action(action(async () => (await import('./commands/completion.ts')).completion));
  program
    .command('__complete [words...]', { hidden: true })
    .action(async (words: string[]) => (await import('./commands/completion.ts')).complete(program, words));
}

function addSearch(session: Command): void {
  withStore(leaf(session, 'search <word> [words...]', 'find the sessions in which all these words were said'))
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

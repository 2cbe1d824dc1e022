import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunCommandOptions } from './commands/run.ts';

/**
 * The commands that run an agent. Their modules, and with them everything that talks to models, are loaded when one of
 * them runs.
 */
export function addRunCommands(program: Command, session: Command): void {
  goalOptions(agentOptions(program.command('run [prompt...]')))
    .description('answer a prompt with an agent whose session can be handed off at any time')
    .option('-c, --continue', 'go on with the newest session of this project')
    .option('--session <id>', 'go on with this session')
    .option('--fork', 'go on in a copy of that session')
    .option('--no-save', 'keep no session')
    .option(
      '--store [address]',
      'keep the session in a store (file:DIR, sqlite:FILE, postgres://…), and go on with one of it; alone: the configured one',
    )
    .addHelpText('after', RUN_EXAMPLES)
    .action(async (words: string[], _options: unknown, command: Command) => {
      const { run } = await import('./commands/run.ts');
      await run(words, command.optsWithGlobals<RunCommandOptions>());
    });
  agentOptions(session.command('resume <id> [prompt...]'))
    .description('show where a session stands; with a prompt, go on with it')
    .option('--fork', 'go on in a copy of the session')
    .option('--source <name>', "only sessions of this agent (see 'session list')")
    .option('--no-redact', 'show secrets as they stand')
    .action(async (id: string, words: string[], _options: unknown, command: Command) => {
      const { resume } = await import('./commands/resume.ts');
      await resume(id, words, command.optsWithGlobals<RunCommandOptions>());
    });
  addWorkflow(program);
  agentOptions(program.command('chat'))
    .description('talk with an agent; /help tells what it can do')
    .option('-c, --continue', 'go on with the newest session of this project')
    .option('--session <id>', 'go on with this session')
    .option('--fork', 'go on in a copy of that session')
    .option('--no-save', 'keep no session')
    .action(async (_options: unknown, command: Command) => {
      const { chat } = await import('./commands/chat.ts');
      await chat(command.optsWithGlobals<RunCommandOptions>());
    });
}

const RUN_EXAMPLES = `
Examples:
  praisonai run "add a test for the parser" --mcp "npx -y @modelcontextprotocol/server-filesystem ."
  praisonai session handoff codex:0199a1 | praisonai run
  praisonai run --goal "all tests pass" --verify "npm test" --constraint "never touch legacy/"
  praisonai run --continue                  go on where an interrupted run stopped`;

function addWorkflow(program: Command): void {
  const workflow = program.command('workflow').description('Run Markdown workflows with checkpoints.');
  agentOptions(workflow.command('run <name>'))
    .description('run .praisonai/workflows/<name>.md, with a checkpoint after each step')
    .option('--checkpoint <name>', "name of the checkpoint (default: the workflow's)")
    .option('--resume', 'go on after the last completed step')
    .option('--rebase-checkpoint', 'resume at the same step although the workflow was changed')
    .option('--restart', 'begin anew although an unfinished checkpoint stands')
    .option('--var <name=value>', 'set a variable of the workflow; may be repeated', collect)
    .action(async (name: string, _options: unknown, command: Command) => {
      const { runCommand } = await import('./commands/workflow.ts');
      await runCommand(name, command.optsWithGlobals());
    });
  commonOptions(workflow.command('checkpoints'))
    .description('list the checkpoints of this directory, newest first')
    .option('--delete <name>', 'delete one')
    .action(async (_options: unknown, command: Command) => {
      const { checkpoints } = await import('./commands/workflow.ts');
      await checkpoints(command.optsWithGlobals());
    });
}

function commonOptions(command: Command): Command {
  return command.option('--json', 'structured output').option('--quiet', 'no notes on standard error');
}

function agentOptions(command: Command): Command {
  return commonOptions(command)
    .option('-m, --model <provider/model>', "the model (default: the session's, else PRAISONAI_MODEL)")
    .option('--mcp <command>', 'start this MCP server and use its tools; may be repeated', collect)
    .option('--instructions <text>', "the agent's instructions");
}

function goalOptions(command: Command): Command {
  return command
    .option('--goal <text>', 'work until a judge finds this reached')
    .option('--outcome <text>', 'what is true when the goal is reached')
    .option('--verify <command>', 'a command that must succeed before the goal is reached')
    .option('--constraint <text>', 'what must never happen on the way; may be repeated', collect)
    .addOption(
      new Option('--max-turns <n>', 'turns until the loop pauses (default: 20)').argParser(wholeNumber),
    )
    .option('--judge-model <provider/model>', "the judge's model (default: the agent's)");
}

function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value.trim()))
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}

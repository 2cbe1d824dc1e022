import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PraisonError } from '../../errors.ts';
import { chooseAgent, locateAgent } from '../../launch/choose-agent.ts';
import { commandText } from '../../launch/command-text.ts';
import { launchDirectory } from '../../launch/directory.ts';
import { type Launchable, type LaunchPlan, planLaunch } from '../../launch/plan.ts';
import { runAgent } from '../../launch/run-agent.ts';
import type { SessionHandoff } from '../../sessions/hand-off.ts';
import type { Environment } from '../../sources/source.ts';
import type { CommonOptions } from '../command-parts.ts';
import { note, print, printJson } from '../output.ts';

/** What `session handoff` takes beside its own options to start an agent. */
export interface LaunchOptions extends CommonOptions {
  to?: string;
  headless?: boolean;
  printCommand?: boolean;
  cwd?: string;
  agentArg?: string[];
  maxChars?: number;
  /** False with `--no-git`. */
  git?: boolean;
}

/** `session handoff --to AGENT`: starts the agent in the session's directory; its exit code becomes ours. */
export async function handOffTo(
  handoff: SessionHandoff,
  recordedDirectory: string | undefined,
  environment: Environment,
  options: LaunchOptions,
): Promise<void> {
  const agent = await chooseAgent(options.to ?? '', environment);
  if (options.printCommand) return printCommand(agent, handoff, recordedDirectory, environment, options);
  const program = await locateAgent(agent, environment);
  const interactive = !options.headless;
  if (interactive) refuseWithoutTerminal(agent);
  const batchFile = environment.platform === 'win32' && !/\.(exe|com)$/i.test(program);
  const promptFile = join(tmpdir(), `praisonai-handoff-${randomUUID()}.txt`);
  const plan = planFor(agent, handoff, environment, options, promptFile, batchFile);
  const ask = process.stdin.isTTY && process.stderr.isTTY ? askDirectory(environment) : undefined;
  const directory = await launchDirectory(options.cwd, recordedDirectory, environment, ask);
  if (directory === undefined) {
    process.exitCode = 130;
    return;
  }
  if (!options.quiet) note(`Starting ${agent.label} in ${directory}`);
  process.exitCode = await runAgent(plan, { directory, program, interactive, batchFile });
}

function planFor(
  agent: Launchable,
  handoff: SessionHandoff,
  environment: Environment,
  options: LaunchOptions,
  promptFile: string,
  batchFile = false,
): LaunchPlan {
  return planLaunch(agent, {
    prompt: handoff.prompt,
    headless: options.headless ?? false,
    extraArguments: options.agentArg ?? [],
    promptFile,
    platform: environment.platform,
    batchFile,
  });
}

/** Prints what would be started. Nothing is written or started, and the agent need not be on this machine. */
function printCommand(
  agent: Launchable,
  handoff: SessionHandoff,
  recordedDirectory: string | undefined,
  environment: Environment,
  options: LaunchOptions,
): void {
  const directory = options.cwd ?? recordedDirectory ?? environment.directory;
  const name = `praisonai-handoff-${handoff.sessionId.replaceAll(/[^\w.-]/g, '_')}.txt`;
  const promptFile = join(tmpdir(), name);
  const plan = planFor(agent, handoff, environment, options, promptFile);
  const session = `${handoff.source}:${handoff.sessionId}`;
  const cap = options.maxChars === undefined ? [] : ['--max-chars', String(options.maxChars)];
  const git = options.git === false ? ['--no-git'] : [];
  const writeFile = ['praisonai', 'session', 'handoff', session, ...cap, ...git, '-o', promptFile];
  const text = commandText(plan, directory, writeFile, environment.platform);
  if (!options.json) {
    print(text);
    return;
  }
  printJson({
    agent: agent.name,
    directory,
    command: [plan.command, ...plan.arguments],
    stdin: plan.input ?? null,
    prompt_file: plan.file?.path ?? null,
    shell: text,
  });
}

function refuseWithoutTerminal(agent: Launchable): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new PraisonError('not-a-terminal', `${agent.label} needs a terminal, and there is none.`, {
    hints: [
      'Say --headless to let it work through the prompt and end, or --print-command to start it elsewhere.',
    ],
    facts: { agent: agent.name },
  });
}

function askDirectory(environment: Environment) {
  return async (missing: string) => (await import('../ask-directory.ts')).askDirectory(missing, environment);
}

import { PraisonError } from '../errors.ts';
import type { PromptForm } from './agents.ts';

/** Anything that can be started: one of the table's agents, or the user's own. */
export interface Launchable {
  name: string;
  label: string;
  command: string;
  interactive?: PromptForm;
  headless: PromptForm;
}

export interface LaunchRequest {
  prompt: string;
  headless: boolean;
  /** More arguments for the agent, before the prompt. */
  extraArguments?: readonly string[];
  /** Where the prompt would be put if it must go by a file. */
  promptFile: string;
  platform: NodeJS.Platform;
  /** The program is a batch file, which only cmd.exe can start: an argument of several lines cannot be given to it. */
  batchFile?: boolean;
}

/** What to start, and how the prompt gets there. */
export interface LaunchPlan {
  command: string;
  arguments: string[];
  /** Written to the program's standard input. */
  input?: string;
  /** Must be written before the start, readable by this user only. */
  file?: { path: string; text: string };
}

/** Linux takes 128 KiB in one argument (MAX_ARG_STRLEN), Windows 32,767 characters in the whole command line. */
const MAX_ARGUMENT_BYTES = 120_000;
const MAX_ARGUMENT_BYTES_WINDOWS = 30_000;

/** Chooses how the prompt is given: as an argument where it fits, else on standard input, else in a file. */
export function planLaunch(agent: Launchable, request: LaunchRequest): LaunchPlan {
  const form = request.headless ? agent.headless : agent.interactive;
  if (form === undefined) throw noInteractiveForm(agent);
  const start = [...(form.subcommand ? [form.subcommand] : []), ...(request.extraArguments ?? [])];
  const plan = (rest: readonly string[]): LaunchPlan => ({
    command: agent.command,
    arguments: [...start, ...rest],
  });
  const { prompt } = request;
  if (form.stdin && form.prefer === 'stdin') return { ...plan(form.stdin), input: prompt };
  if (form.argument && fitsArgument(request)) return plan(form.argument(prompt));
  if (form.stdin) return { ...plan(form.stdin), input: prompt };
  const file = { path: request.promptFile, text: prompt };
  if (form.file) return { ...plan(form.file(file.path)), file };
  return { ...plan(form.argument?.(pointerTo(file.path)) ?? []), file };
}

function fitsArgument({ prompt, platform, batchFile }: LaunchRequest): boolean {
  if (batchFile) return false;
  return (
    Buffer.byteLength(prompt) <= (platform === 'win32' ? MAX_ARGUMENT_BYTES_WINDOWS : MAX_ARGUMENT_BYTES)
  );
}

/** The first message of an agent that can be given neither the prompt nor its file. One line, without quotes. */
export function pointerTo(path: string): string {
  return `Read the file ${path} completely before anything else: it tells you what interrupted run you are resuming. Then continue as it says.`;
}

function noInteractiveForm({ name, label, command }: Launchable): PraisonError {
  return new PraisonError('invalid-argument', `${label}’s terminal interface takes no prompt.`, {
    hints: [
      `Start it with --headless (then '${command} -c' goes on from there), or paste the prompt: 'praisonai session handoff --copy'.`,
    ],
    facts: { agent: name },
  });
}

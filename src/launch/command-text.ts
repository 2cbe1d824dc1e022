import type { LaunchPlan } from './plan.ts';
import { quoteForPowerShell, quoteForShell } from './shell-quote.ts';

/**
 * The plan as a line to paste into a shell (PowerShell on Windows): it goes to the directory, gives the prompt the way
 * the plan says, and starts the agent by its name, so that it also works on another machine.
 *
 * @param writeFile the words of the command that writes the prompt file of a plan that has one
 */
export function commandText(
  plan: LaunchPlan,
  directory: string,
  writeFile: readonly string[],
  platform: NodeJS.Platform,
): string {
  const windows = platform === 'win32';
  const quote = windows ? quoteForPowerShell : quoteForShell;
  const line = (words: readonly string[]) => words.map(quote).join(' ');
  const start = line([plan.command, ...plan.arguments]);
  const piped =
    plan.input === undefined
      ? start
      : `${windows ? quote(plan.input) : `printf %s ${quote(plan.input)}`} | ${start}`;
  const steps = [`cd ${quote(directory)}`, ...(plan.file ? [line(writeFile)] : []), piped];
  return steps.join(windows ? '; ' : ' && ');
}

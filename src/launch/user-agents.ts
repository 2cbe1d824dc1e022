import { readConfiguration } from '../configuration/read-configuration.ts';
import type { Environment } from '../sources/source.ts';
import type { PromptForm } from './agents.ts';
import type { Launchable } from './plan.ts';

/** Stands for the prompt, or for the path of a file that holds it. */
const PROMPT = '{prompt}';
const PROMPT_FILE = '{promptFile}';

/**
 * The user's own agents, from the configuration file:
 * `{"agents": {"mine": {"command": ["mine", "--prompt", "{prompt}"], "headless": ["mine", "run", "{prompt}"]}}}`.
 * `headless` is `command` where it is absent. A command with neither `{prompt}` nor `{promptFile}` gets the prompt on
 * standard input.
 *
 * @throws PraisonError `invalid-file` when the file cannot be read, or does not hold what it should
 */
export async function userAgents(environment: Environment): Promise<Launchable[]> {
  const { agents = {} } = await readConfiguration(environment);
  return Object.entries(agents).map(([name, { label, command, headless }]) => ({
    name,
    label: label ?? name,
    command: command[0] ?? '',
    interactive: formOf(command),
    headless: formOf(headless ?? command),
  }));
}

/** A template's words behind the program, as the forms of the table. */
function formOf([, ...words]: readonly string[]): PromptForm {
  const filled = (placeholder: string) => (value: string) =>
    words.map((word) => word.replaceAll(placeholder, () => value));
  const takesPrompt = words.some((word) => word.includes(PROMPT));
  const takesFile = words.some((word) => word.includes(PROMPT_FILE));
  if (takesPrompt) return { argument: filled(PROMPT) };
  if (takesFile) return { file: filled(PROMPT_FILE) };
  return { stdin: words };
}

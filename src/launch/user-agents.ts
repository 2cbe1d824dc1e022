import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PraisonError } from '../errors.ts';
import type { Environment } from '../sources/source.ts';
import { expandHome } from '../stores/paths.ts';
import type { PromptForm } from './agents.ts';
import type { Launchable } from './plan.ts';

/** Stands for the prompt, or for the path of a file that holds it. */
const PROMPT = '{prompt}';
const PROMPT_FILE = '{promptFile}';

/** `PRAISONAI_CONFIG`, else `praisonai/config.json` in the user's directory of configurations. */
export function configurationPath({ variables, home }: Environment): string {
  const named = variables['PRAISONAI_CONFIG'];
  if (named) return expandHome(named, home);
  return join(variables['XDG_CONFIG_HOME'] || join(home, '.config'), 'praisonai', 'config.json');
}

/**
 * The user's own agents, from the configuration file:
 * `{"agents": {"mine": {"command": ["mine", "--prompt", "{prompt}"], "headless": ["mine", "run", "{prompt}"]}}}`.
 * `headless` is `command` where it is absent. A command with neither `{prompt}` nor `{promptFile}` gets the prompt on
 * standard input.
 *
 * @throws PraisonError `invalid-file` when the file cannot be read, or does not hold what it should
 */
export async function userAgents(environment: Environment): Promise<Launchable[]> {
  const path = configurationPath(environment);
  const text = readConfiguration(path, Boolean(environment.variables['PRAISONAI_CONFIG']));
  if (text === undefined) return [];
  const { parseAgents } = await import('./configuration.ts');
  return Object.entries(parseAgents(path, text)).map(([name, { label, command, headless }]) => ({
    name,
    label: label ?? name,
    command: command[0] ?? '',
    interactive: formOf(command),
    headless: formOf(headless ?? command),
  }));
}

function readConfiguration(path: string, named: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && !named) return undefined;
    throw new PraisonError('invalid-file', `Cannot read ${path}: ${(cause as Error).message}`, {
      hints: named ? ['PRAISONAI_CONFIG names it.'] : [],
      facts: { path },
      cause,
    });
  }
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

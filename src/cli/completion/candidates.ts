import type { Argument, Command, Option } from 'commander';
import { agentTemplates } from '../../init/templates.ts';
import { launchAgents } from '../../launch/agents.ts';
import { userAgents } from '../../launch/user-agents.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import type { SessionRow } from '../../sessions/newest-first.ts';
import { presentRows } from '../../sessions/session-record.ts';
import { sources } from '../../sources/registry.ts';
import type { Environment } from '../../sources/source.ts';
import { age } from '../human.ts';

/** One thing that may stand where the cursor is, with a few words about it. */
export interface Candidate {
  value: string;
  description?: string;
}

/** Instead of candidates: the shell completes paths itself. */
export type Completion = Candidate[] | 'files' | 'directories';

/** As many sessions as one looks through in a terminal. */
const MOST_SESSIONS = 40;

/**
 * What may stand at the end of a command line. Everything derives from the program itself.
 *
 * @param words what was typed behind the program's name; the last one is the beginning of what is sought, perhaps empty
 */
export async function completions(
  program: Command,
  words: readonly string[],
  environment: Environment,
): Promise<Completion> {
  const typed = words.at(-1) ?? '';
  const { command, pending, positionals } = walk(program, words.slice(0, -1));
  if (pending) return optionValues(pending, typed, '', environment);
  const assigned = /^(--[a-z-]+=)(.*)$/.exec(typed);
  if (assigned) {
    const option = optionNamed(command, assigned[1]?.slice(0, -1) ?? '');
    return option ? optionValues(option, assigned[2] ?? '', assigned[1] ?? '', environment) : [];
  }
  if (typed.startsWith('-')) return beginning(typed, optionsOf(command));
  const subcommands = subcommandsOf(command);
  if (subcommands.length > 0) return positionals === 0 ? beginning(typed, subcommands) : [];
  const argument = command.registeredArguments[Math.min(positionals, command.registeredArguments.length - 1)];
  if (argument === undefined || (positionals >= command.registeredArguments.length && !argument.variadic))
    return [];
  return argumentValues(argument, typed, command, words, environment);
}

/** Follows the words to the command that they name. */
function walk(
  program: Command,
  words: readonly string[],
): { command: Command; pending?: Option; positionals: number } {
  let command = program;
  let pending: Option | undefined;
  let positionals = 0;
  for (const word of words) {
    if (pending) {
      pending = undefined;
    } else if (word.startsWith('-') && word !== '-') {
      const option = optionNamed(command, word);
      if (option?.required) pending = option;
    } else {
      const next = command.commands.find((each) => each.name() === word);
      if (next) command = next;
      else positionals += 1;
    }
  }
  return { command, positionals, ...(pending ? { pending } : {}) };
}

function optionNamed(command: Command, name: string): Option | undefined {
  return command.options.find((option) => option.long === name || option.short === name);
}

function optionsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({ value: option.long ?? option.short ?? '', description: option.description }));
}

function subcommandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .map((each) => ({ value: each.name(), description: each.description() }));
}

async function optionValues(
  option: Option,
  typed: string,
  prefix: string,
  environment: Environment,
): Promise<Completion> {
  const placeholder = /[<[]([a-z]+)/.exec(option.flags)?.[1];
  if (placeholder === 'file') return 'files';
  if (placeholder === 'directory') return 'directories';
  const values = option.argChoices?.map((value) => ({ value })) ?? (await namesFor(option.long, environment));
  return beginning(typed, values).map((candidate) => ({ ...candidate, value: prefix + candidate.value }));
}

async function namesFor(option: string | undefined, environment: Environment): Promise<Candidate[]> {
  const named = ({ name, label }: { name: string; label: string }) => ({ value: name, description: label });
  if (option === '--source') return sources.map(named);
  if (option === '--agent')
    return agentTemplates.map(({ agent, label }) => ({ value: agent, description: label }));
  if (option === '--to') return [...(await userAgents(environment)), ...launchAgents].map(named);
  return [];
}

async function argumentValues(
  argument: Argument,
  typed: string,
  command: Command,
  words: readonly string[],
  environment: Environment,
): Promise<Completion> {
  if (argument.argChoices)
    return beginning(
      typed,
      argument.argChoices.map((value) => ({ value })),
    );
  if (argument.name() === 'file') return 'files';
  if (argument.name() !== 'id' && argument.name() !== 'ids') return [];
  // Those of a store are not here: a shell does not wait for a server.
  const ofStore = words.some((word) => word.startsWith('--store'));
  if (command.name() === 'pull' || (ofStore && command.name() !== 'push')) return [];
  const at = words.indexOf('--source');
  const source = at === -1 ? undefined : words[at + 1];
  if (source !== undefined && !sources.some(({ name }) => name === source)) return [];
  // Only our own sessions can be changed.
  const own = ['rename', 'fork', 'delete'].includes(command.name()) ? 'praisonai' : source;
  return sessions(typed, own, environment);
}

/** Sessions of this project, newest first; of all projects when what was typed begins none of those. */
async function sessions(
  typed: string,
  source: string | undefined,
  environment: Environment,
): Promise<Candidate[]> {
  const catalog = new SessionCatalog(environment);
  const found = await named(catalog.newest({ source, project: catalog.project() }), typed);
  if (found.length > 0 || typed === '') return found;
  return named(catalog.newest({ source }), typed);
}

async function named(rows: AsyncIterable<SessionRow>, typed: string): Promise<Candidate[]> {
  const taken: SessionRow[] = [];
  const withSource = typed.includes(':');
  const nameOf = ({ entry, description }: SessionRow) =>
    `${withSource ? `${entry.source}:` : ''}${description.id ?? entry.id}`;
  for await (const row of rows) {
    if (nameOf(row).startsWith(typed)) taken.push(row);
    if (taken.length === MOST_SESSIONS) break;
  }
  const now = Date.now();
  const known = new Set<string>();
  return (await presentRows(taken)).flatMap((row) => {
    const value = nameOf(row);
    if (known.has(value)) return [];
    known.add(value);
    const facts = [row.entry.source, age(row.activeAt, now), row.description.title ?? ''];
    return [{ value, description: facts.filter(Boolean).join(', ') }];
  });
}

function beginning(typed: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value !== '' && value.startsWith(typed));
}

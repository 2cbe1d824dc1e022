import { configurationPath } from '../configuration/read-configuration.ts';
import { PraisonError } from '../errors.ts';
import type { Environment } from '../sources/source.ts';
import { similar } from '../text/similar.ts';
import { launchAgents } from './agents.ts';
import { findExecutable } from './find-executable.ts';
import type { Launchable } from './plan.ts';
import { userAgents } from './user-agents.ts';

/** The agent that a person means: one of their own first, then the table's, by name, alias or program. */
export async function chooseAgent(name: string, environment: Environment): Promise<Launchable> {
  const own = await userAgents(environment);
  const wanted = name.trim().toLowerCase();
  const found =
    own.find((agent) => agent.name.toLowerCase() === wanted) ??
    launchAgents.find((agent) => agent.name === wanted || agent.aliases.includes(wanted));
  if (found) return found;
  const names = [...own, ...launchAgents].map((agent) => agent.name);
  const close = similar(wanted, [...names, ...launchAgents.flatMap((agent) => agent.aliases)]);
  throw new PraisonError('unknown-agent', `Unknown agent: ${name}`, {
    hints: [
      ...(close === undefined ? [] : [`Did you mean ${close}?`]),
      `Agents: ${names.join(', ')}`,
      `Your own can be named in ${configurationPath(environment)}.`,
    ],
    facts: { agent: name, agents: names },
  });
}

/** Names of the agents whose program is on PATH. */
export async function installedAgents(environment: Environment): Promise<string[]> {
  return [...(await userAgents(environment)), ...launchAgents]
    .filter((agent) => findExecutable(agent.command, environment) !== undefined)
    .map((agent) => agent.name);
}

/** The program's path. @throws PraisonError `agent-not-installed`, with the agents that are there */
export async function locateAgent(agent: Launchable, environment: Environment): Promise<string> {
  const path = findExecutable(agent.command, environment);
  if (path !== undefined) return path;
  const installed = await installedAgents(environment);
  const install = launchAgents.find(({ name }) => name === agent.name)?.install;
  throw new PraisonError(
    'agent-not-installed',
    `${agent.label} is not installed: no ${agent.command} on PATH.`,
    {
      hints: [
        installed.length > 0
          ? `Found on PATH: ${installed.join(', ')}`
          : 'No other agent was found on PATH either.',
        ...(install === undefined ? [] : [`Install it: ${install}`]),
        '--print-command prints the command for another machine.',
      ],
      facts: { agent: agent.name, command: agent.command, installed },
    },
  );
}

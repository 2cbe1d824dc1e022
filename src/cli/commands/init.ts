import { existsSync } from 'node:fs';
import { PraisonError } from '../../errors.ts';
import { type InstallOutcome, install } from '../../init/install.ts';
import { type AgentTemplate, agentTemplates } from '../../init/templates.ts';
import { launchAgents } from '../../launch/agents.ts';
import { findExecutable } from '../../launch/find-executable.ts';
import type { Environment } from '../../sources/source.ts';
import { similar } from '../../text/similar.ts';
import type { CommonOptions } from '../command-parts.ts';
import { processEnvironment } from '../environment.ts';
import { note, print, printJson } from '../output.ts';

interface InitOptions extends CommonOptions {
  agent?: string;
  write?: boolean;
}

const TOLD: Record<InstallOutcome, string> = {
  written: 'Written',
  unchanged: 'Already there',
  different: 'Left alone, another file is there',
};

/** `praisonai init`: prints, or with `--write` installs, what makes agents hand off from inside. */
export async function init(_argument: string | undefined, options: InitOptions): Promise<void> {
  const environment = processEnvironment();
  const chosen =
    options.agent === undefined ? templatesFor(environment, options) : [templateOf(options.agent)];
  const results = chosen.map((template) => ({
    agent: template.agent,
    invocation: template.invocation,
    content: template.content,
    ...(options.write
      ? install(template, environment)
      : { path: template.path(environment), outcome: 'printed' as const }),
  }));
  if (options.json) printJson(results);
  else if (!options.write) print(results.map(({ path, content }) => `# ${path}\n${content}`).join('\n'));
  else
    for (const { path, outcome, invocation } of results)
      print(
        `${TOLD[outcome as InstallOutcome]}: ${path}${outcome === 'different' ? '' : `  (type ${invocation})`}`,
      );
  if (results.some(({ outcome }) => outcome === 'different')) {
    process.exitCode = 1;
    if (!options.quiet) note("Move it away, or compare it with what 'praisonai init' prints.");
  } else if (!options.write && !options.json && !options.quiet) {
    note('Nothing was written: --write puts each where its agent looks for it.');
  }
}

/** Printed are all; installed only for agents that are used here, so that no other gets a directory. */
function templatesFor(environment: Environment, { write }: InitOptions): readonly AgentTemplate[] {
  if (!write) return agentTemplates;
  const used = agentTemplates.filter(
    (template) =>
      existsSync(template.root(environment)) ||
      launchAgents.some(
        ({ name, command }) => name === template.agent && findExecutable(command, environment),
      ),
  );
  if (used.length > 0) return used;
  throw new PraisonError('agent-not-installed', 'None of the agents was found on this machine.', {
    hints: [
      `Name one: praisonai init --write --agent ${agentTemplates.map(({ agent }) => agent).join(' | ')}`,
    ],
  });
}

function templateOf(name: string): AgentTemplate {
  const wanted = name.trim().toLowerCase();
  const whole = launchAgents.find((agent) => agent.aliases.includes(wanted))?.name ?? wanted;
  const found = agentTemplates.find(({ agent }) => agent === whole);
  if (found) return found;
  const names = agentTemplates.map(({ agent }) => agent);
  const close = similar(wanted, names);
  throw new PraisonError('unknown-agent', `No command is known for: ${name}`, {
    hints: [...(close === undefined ? [] : [`Did you mean ${close}?`]), `Agents: ${names.join(', ')}`],
    facts: { agent: name, agents: names },
  });
}

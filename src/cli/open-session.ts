import { dirname } from 'node:path';
import type { AgentOptions } from '../agent/agent-options.ts';
import { AgentSession } from '../agent/agent-session.ts';
import type { AgentStore } from '../agent/agent-store.ts';
import { PraisonError } from '../errors.ts';
import type { SessionEntry } from '../model/session.ts';
import { SessionCatalog } from '../sessions/catalog.ts';
import { findSource } from '../sources/registry.ts';
import { AgentSessions } from '../stores/agent-sessions.ts';
import { JsonSessionStore } from '../stores/json/json-session-store.ts';
import { openProjectStore } from '../stores/json/open-store.ts';
import { retentionFrom } from '../stores/json/retention.ts';
import type { SessionStore } from '../stores/session-store.ts';
import { StoreCatalog } from '../transfer/store-catalog.ts';
import type { CommonOptions } from './command-parts.ts';
import { processEnvironment } from './environment.ts';

/** Options of every command that runs an agent. */
export interface AgentCommandOptions extends CommonOptions {
  model?: string;
  mcp?: string[];
  instructions?: string;
  continue?: boolean;
  session?: string;
  fork?: boolean;
  save?: boolean;
}

/** Where sessions of ours are kept, on this machine or in a store. */
export type WritableSessions = AgentStore & { fork(id: string): Promise<{ id: string }> };

export interface ChosenSession {
  store: WritableSessions;
  id: string;
}

const INSTRUCTIONS = `You work in the directory {directory}.
Do what you are asked with the tools you have, check what you did, and say in the end what was done and what was not.`;

/** Opens the agent of a command in a new session, or in the one that the options choose. */
export async function openSession(
  options: AgentCommandOptions,
  shared?: SessionStore,
): Promise<AgentSession> {
  const chosen = await chooseSession(options, shared);
  return openAgent(options, chosen, shared && sharedSessions(shared));
}

/** The SDK prints remarks for developers on the console; a failure of a request is told in any case. */
function quietSdk(): void {
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
}

export function openAgent(
  options: AgentCommandOptions,
  chosen: ChosenSession | undefined,
  store: WritableSessions = projectStore(),
): Promise<AgentSession> {
  quietSdk();
  const environment = processEnvironment();
  const agent: AgentOptions = {
    name: 'praisonai',
    instructions: options.instructions ?? INSTRUCTIONS.replace('{directory}', environment.directory),
    mcpServers: options.mcp ?? [],
    store: options.save === false ? false : (chosen?.store ?? store),
  };
  if (options.model !== undefined) agent.model = options.model;
  if (chosen !== undefined) agent.sessionId = chosen.id;
  return AgentSession.open(agent);
}

function sharedSessions(store: SessionStore): WritableSessions {
  return new AgentSessions(store, { project: new SessionCatalog(processEnvironment()).project().id });
}

function projectStore(): JsonSessionStore {
  const environment = processEnvironment();
  return openProjectStore(environment, new SessionCatalog(environment).project());
}

/** The session to go on with, or its fork; `undefined` for a new one. @throws PraisonError */
async function chooseSession(
  options: AgentCommandOptions,
  shared: SessionStore | undefined,
): Promise<ChosenSession | undefined> {
  const named = options.continue || options.session !== undefined;
  if (options.continue && options.session !== undefined)
    throw new PraisonError('invalid-argument', 'Either --continue or --session, not both.');
  if (options.save === false && (named || options.fork))
    throw new PraisonError('invalid-argument', '--no-save is for a new session.');
  if (!named) {
    if (!options.fork) return undefined;
    throw new PraisonError('invalid-argument', '--fork needs a session.', {
      hints: ['Say which one: --continue or --session ID'],
    });
  }
  const chosen = await ownSession(options.session, shared);
  if (!options.fork) return chosen;
  const { id } = await chosen.store.fork(chosen.id);
  return { store: chosen.store, id };
}

/**
 * A PraisonAI session: the one of an id, else the newest of this project.
 *
 * @param shared where it is looked for; default: this machine
 * @throws PraisonError
 */
export async function ownSession(query: string | undefined, shared?: SessionStore): Promise<ChosenSession> {
  const environment = processEnvironment();
  const catalog =
    shared === undefined ? new SessionCatalog(environment) : new StoreCatalog(environment, shared);
  const entry =
    query === undefined
      ? (await catalog.newestRoot({ source: 'praisonai', project: catalog.project() })).entry
      : await catalog.resolve(query);
  const { id = entry.id, origin = entry } = await catalog.describe(entry);
  if (origin.source !== 'praisonai') throw foreign(origin, findSource(origin.source)?.label ?? origin.source);
  if (shared !== undefined) return { store: sharedSessions(shared), id };
  const store = new JsonSessionStore({
    directory: dirname(entry.location),
    retention: retentionFrom(environment.variables),
    platform: environment.platform,
  });
  return { store, id };
}

function foreign(entry: Pick<SessionEntry, 'source' | 'id'>, label: string): PraisonError {
  return new PraisonError(
    'not-writable',
    `${entry.source}:${entry.id} belongs to ${label}, whose sessions are only read.`,
    {
      hints: [
        `Go on with it in a new session: praisonai session handoff ${entry.source}:${entry.id} | praisonai run`,
      ],
      facts: { session_id: entry.id, source: entry.source },
    },
  );
}

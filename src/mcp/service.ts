import { PraisonError } from '../errors.ts';
import type { SessionEntry } from '../model/session.ts';
import { SessionCatalog } from '../sessions/catalog.ts';
import { type HandOffOptions, handOffSession, type SessionHandoff } from '../sessions/hand-off.ts';
import type { Environment } from '../sources/source.ts';

/** What the server's parts share. */
export interface McpService {
  environment: Environment;
  version: string;
  /** When the server was started: a conversation that began later is probably the one that is asking. Epoch ms. */
  startedAt: number;
  /** One line for the person who looks at the server's log. */
  log(line: string): void;
}

/** How a call says which session it means. */
export interface SessionChoice {
  session?: string | undefined;
  source?: string | undefined;
  directory?: string | undefined;
  which?: 'newest' | 'previous' | undefined;
}

/** An agent may take so long between writing its session's first record and starting its servers. */
const START_TOLERANCE_MS = 30_000;

/** The sessions on this machine, seen from a project's directory. Nothing is kept between calls. */
export function catalogOf(service: McpService, directory: string | undefined): SessionCatalog {
  return new SessionCatalog(
    // Variables of its own: what was found out about projects is remembered by them, and must not grow stale here.
    {
      ...service.environment,
      variables: { ...service.environment.variables },
      ...(directory === undefined ? {} : { directory }),
    },
  );
}

/** @throws PraisonError as `SessionCatalog.resolve` and `newestRoot` */
export async function chooseSession(
  service: McpService,
  catalog: SessionCatalog,
  choice: SessionChoice,
): Promise<SessionEntry> {
  if (choice.session !== undefined) return catalog.resolve(choice.session, choice.source);
  const filter = { source: choice.source, project: catalog.project() };
  if (choice.which !== 'previous') return (await catalog.newestRoot(filter)).entry;
  const latest = service.startedAt - START_TOLERANCE_MS;
  for await (const { entry, description, activeAt } of catalog.newest({ ...filter, children: false })) {
    if ((description.createdAt ?? activeAt) < latest) return entry;
  }
  throw new PraisonError('no-session', 'No session of this project began before this conversation.', {
    hints: ["Ask for which: 'newest' to hand off the newest one, this conversation perhaps."],
  });
}

export async function handOff(
  service: McpService,
  choice: SessionChoice,
  options: Pick<HandOffOptions, 'maxChars' | 'git'> = {},
): Promise<SessionHandoff> {
  const catalog = catalogOf(service, choice.directory);
  const entry = await chooseSession(service, catalog, choice);
  const handoff = await handOffSession(catalog.sourceOf(entry), entry, catalog.environment, options);
  return { ...handoff, sessionId: (await catalog.describe(entry)).id ?? entry.id };
}

import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { SessionRow } from '../sessions/newest-first.ts';
import { presentRows } from '../sessions/session-record.ts';
import { sources } from '../sources/registry.ts';
import { protocolErrors } from './protocol-error.ts';
import { catalogOf, handOff, type McpService } from './service.ts';

const URI = 'session://{source}/{id}';
const MIME_TYPE = 'text/plain';

/** A client shows them all at once: the newest of this project. `session_list` has the others. */
const LISTED = 50;
/** What the protocol allows in one completion. */
const COMPLETIONS = 100;

/** Sessions as resources: what is read is the continuation prompt. */
export function registerSessionResources(server: McpServer, service: McpService): void {
  server.registerResource(
    'session',
    new ResourceTemplate(URI, {
      list: () => protocolErrors(service, 'resources/list', () => listed(service)),
      complete: {
        source: (value) => sources.map(({ name }) => name).filter((name) => name.startsWith(value)),
        id: (value, context) => completeIds(service, context?.arguments?.['source'], value, false),
      },
    }),
    {
      title: 'Handoff of a session',
      description: "A session's continuation prompt, by its agent and id",
      mimeType: MIME_TYPE,
    },
    (uri, { source, id }) =>
      protocolErrors(service, 'resources/read', async () => {
        const choice = { source: decoded(source), session: decoded(id) };
        const { prompt } = await handOff(service, choice);
        return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: prompt }] };
      }),
  );
}

async function listed(service: McpService) {
  const catalog = catalogOf(service, undefined);
  const rows = await newestRows(catalog.newest({ project: catalog.project() }), LISTED);
  return {
    resources: (await presentRows(rows)).map(({ entry, description, activeAt }) => ({
      uri: `session://${entry.source}/${encodeURIComponent(description.id ?? entry.id)}`,
      name: `${entry.source}:${description.id ?? entry.id}`,
      ...(description.title === undefined ? {} : { title: description.title }),
      description: `${catalog.sourceOf(entry).label}, ${description.ending ?? 'unknown'}`,
      mimeType: MIME_TYPE,
      annotations: { lastModified: new Date(activeAt).toISOString() },
    })),
  };
}

/** Ids that begin with what was typed, newest first; with their source where that is not asked for by itself. */
export function completeIds(
  service: McpService,
  source: string | undefined,
  typed: string,
  withSource: boolean,
): string[] {
  const catalog = catalogOf(service, undefined);
  if (source !== undefined && !sources.some(({ name }) => name === source)) return [];
  return catalog
    .entries(source)
    .sort((a, b) => b.modifiedAt - a.modifiedAt)
    .map((entry) => (withSource ? `${entry.source}:${entry.id}` : entry.id))
    .filter((id) => id.startsWith(typed))
    .slice(0, COMPLETIONS);
}

async function newestRows(rows: AsyncIterable<SessionRow>, most: number): Promise<SessionRow[]> {
  const taken: SessionRow[] = [];
  for await (const row of rows) {
    taken.push(row);
    if (taken.length === most) break;
  }
  return taken;
}

/** The template hands on a URI's parts as they are written. */
function decoded(part: string | string[] | undefined): string {
  const text = Array.isArray(part) ? part.join(',') : (part ?? '');
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { fromCursor, positionOf, type RowPosition, toCursor } from '../../sessions/row-position.ts';
import { presentHits, type SearchHit, searchSessions, searchWords } from '../../sessions/search.ts';
import { answering, structured } from '../answer.ts';
import {
  allArgument,
  cursorArgument,
  directoryArgument,
  nextCursor,
  READ_ONLY,
  sessionShape,
  sourceArgument,
} from '../schemas.ts';
import { catalogOf, type McpService } from '../service.ts';

const DEFAULT_LIMIT = 10;

/** Clients give up on a call after a minute or so: a search that takes long answers in parts. */
const BUDGET_MS = 20_000;

const inputSchema = {
  query: z.string().describe('One or more words, all of which must occur; case does not matter'),
  source: sourceArgument,
  all: allArgument,
  directory: directoryArgument,
  limit: z.number().int().min(1).max(100).optional().describe(`Page size (default ${DEFAULT_LIMIT})`),
  cursor: cursorArgument,
};

type SearchInput = z.infer<z.ZodObject<typeof inputSchema>>;

export function registerSessionSearch(server: McpServer, service: McpService): void {
  server.registerTool(
    'session_search',
    {
      title: 'Search sessions',
      description:
        'Sessions in which all the words were said, by the human or the agent, newest first, each with one line around ' +
        'the match. By default in this project.',
      inputSchema,
      outputSchema: {
        hits: z.array(
          z.object({
            ...sessionShape,
            match: z.object({
              role: z.enum(['user', 'assistant']),
              context: z.string(),
              at: z.string().nullable(),
            }),
          }),
        ),
        looked_at: z.number().describe('Sessions that were searched for this page'),
        next_cursor: nextCursor,
      },
      annotations: READ_ONLY,
    },
    (input, { signal }) =>
      answering(service, 'session_search', signal, async () =>
        structured(await search(service, input, signal)),
      ),
  );
}

async function search(service: McpService, input: SearchInput, signal: AbortSignal): Promise<object> {
  const catalog = catalogOf(service, input.directory);
  const filter = { source: input.source, project: input.all ? undefined : catalog.project() };
  const limit = input.limit ?? DEFAULT_LIMIT;
  const deadline = performance.now() + BUDGET_MS;
  const hits: SearchHit[] = [];
  let position: RowPosition | undefined = input.cursor === undefined ? undefined : fromCursor(input.cursor);
  let looked = 0;
  let more = false;
  const words = searchWords(input.query);
  const steps = searchSessions(catalog, words, filter, { signal, after: position });
  for await (const { row, match } of steps) {
    looked += 1;
    position = positionOf(row, position);
    if (match) hits.push({ row, match });
    more = hits.length === limit || performance.now() > deadline;
    if (more) break;
  }
  return {
    hits: await presentHits(hits, words),
    looked_at: looked,
    ...(more && position ? { next_cursor: toCursor(position) } : {}),
  };
}

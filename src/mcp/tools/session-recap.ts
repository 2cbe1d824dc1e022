import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { recapSession } from '../../sessions/recap-session.ts';
import { answering, structured } from '../answer.ts';
import { choiceArguments, READ_ONLY } from '../schemas.ts';
import { catalogOf, chooseSession, type McpService } from '../service.ts';

export function registerSessionRecap(server: McpServer, service: McpService): void {
  server.registerTool(
    'session_recap',
    {
      title: 'Recap a session',
      description: 'Where a session stands, in a few lines: what was asked for and what was said last.',
      inputSchema: choiceArguments,
      outputSchema: { session_id: z.string(), source: z.string(), recap: z.string() },
      annotations: READ_ONLY,
    },
    (input, { signal }) =>
      answering(service, 'session_recap', signal, async () => {
        const catalog = catalogOf(service, input.directory);
        const entry = await chooseSession(service, catalog, input);
        const recap = await recapSession(catalog.sourceOf(entry), entry, catalog.environment.home);
        const session_id = (await catalog.describe(entry)).id ?? entry.id;
        return structured({ session_id, source: entry.source, recap }, recap);
      }),
  );
}

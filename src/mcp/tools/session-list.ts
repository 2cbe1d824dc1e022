import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { SessionRow } from '../../sessions/newest-first.ts';
import {
  fromCursor,
  positionOf,
  type RowPosition,
  rowsAfter,
  toCursor,
} from '../../sessions/row-position.ts';
import { presentRows, sessionRecord } from '../../sessions/session-record.ts';
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

const DEFAULT_LIMIT = 20;

export function registerSessionList(server: McpServer, service: McpService): void {
  server.registerTool(
    'session_list',
    {
      title: 'List sessions',
      description:
        "Sessions of coding agents on this machine, newest first, by default of this project: each one's agent, id, " +
        'title, last activity and how it ended.',
      inputSchema: {
        source: sourceArgument,
        all: allArgument,
        directory: directoryArgument,
        limit: z.number().int().min(1).max(100).optional().describe(`Page size (default ${DEFAULT_LIMIT})`),
        cursor: cursorArgument,
      },
      outputSchema: {
        sessions: z.array(z.object(sessionShape)),
        next_cursor: nextCursor,
        unreadable: z.array(z.string()).optional().describe('Files that hold no readable session'),
      },
      annotations: READ_ONLY,
    },
    (input, { signal }) =>
      answering(service, 'session_list', signal, async () => {
        const catalog = catalogOf(service, input.directory);
        const limit = input.limit ?? DEFAULT_LIMIT;
        const unreadable: string[] = [];
        const rows: SessionRow[] = [];
        let position: RowPosition | undefined =
          input.cursor === undefined ? undefined : fromCursor(input.cursor);
        const filter = { source: input.source, project: input.all ? undefined : catalog.project() };
        const newest = catalog.newest(filter, ({ location }) => unreadable.push(location));
        for await (const row of rowsAfter(newest, position)) {
          position = positionOf(row, position);
          rows.push(row);
          if (rows.length === limit) break;
        }
        return structured({
          sessions: (await presentRows(rows)).map(sessionRecord),
          ...(position !== undefined && rows.length === limit ? { next_cursor: toCursor(position) } : {}),
          ...(unreadable.length === 0 ? {} : { unreadable }),
        });
      }),
  );
}

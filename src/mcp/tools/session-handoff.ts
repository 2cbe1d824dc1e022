import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { answering, structured } from '../answer.ts';
import { choiceArguments, READ_ONLY } from '../schemas.ts';
import { handOff, type McpService } from '../service.ts';

export function registerSessionHandoff(server: McpServer, service: McpService): void {
  server.registerTool(
    'session_handoff',
    {
      title: 'Hand off a session',
      description:
        'The continuation prompt of a session: goal, constraints, latest request, plan, last failure, key files and how ' +
        'the run ended, from what its agent left on disk. Read it to take over interrupted work.',
      inputSchema: {
        ...choiceArguments,
        max_chars: z
          .number()
          .int()
          .min(0)
          .optional()
          .describe('Cap of the prompt in characters (default 4000); 0: no cap'),
        git: z
          .boolean()
          .optional()
          .describe("false: do not look at the session's repository, and leave out what changed in it since"),
      },
      outputSchema: {
        session_id: z.string(),
        source: z.string(),
        handoff: z.string(),
        has_goal: z.boolean(),
        has_checkpoint: z.boolean(),
        warnings: z.array(z.string()).optional().describe('What could not be read, or not in time'),
      },
      annotations: READ_ONLY,
    },
    (input, { signal }) =>
      answering(service, 'session_handoff', signal, async () => {
        const handoff = await handOff(service, input, { maxChars: input.max_chars, git: input.git });
        const { warnings } = handoff.report;
        return structured(
          {
            session_id: handoff.sessionId,
            source: handoff.source,
            handoff: handoff.prompt,
            has_goal: handoff.hasGoal,
            has_checkpoint: handoff.hasCheckpoint,
            ...(warnings.length === 0 ? {} : { warnings }),
          },
          handoff.prompt,
        );
      }),
  );
}

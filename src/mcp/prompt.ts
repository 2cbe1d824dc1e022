import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { protocolErrors } from './protocol-error.ts';
import { completeIds } from './resources.ts';
import { handOff, type McpService } from './service.ts';

/** A slash command in the clients that show prompts: the continuation prompt becomes the person's message. */
export function registerHandoffPrompt(server: McpServer, service: McpService): void {
  server.registerPrompt(
    'handoff',
    {
      title: 'Take over a session',
      description:
        "Continue an interrupted session in this conversation: by default the project's most recent one before it",
      argsSchema: {
        session: completable(
          z.string().optional().describe('Id of the session, or its unique beginning, as source:id'),
          (value) => completeIds(service, undefined, value ?? '', true),
        ),
      },
    },
    ({ session }) =>
      protocolErrors(service, 'prompt handoff', async () => {
        const wanted = session?.trim() === '' ? undefined : session;
        const { prompt, source, sessionId } = await handOff(service, { session: wanted, which: 'previous' });
        return {
          description: `Handoff of ${source}:${sessionId}`,
          messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        };
      }),
  );
}

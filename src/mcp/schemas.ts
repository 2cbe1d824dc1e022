import { z } from 'zod';

/** Arguments that several tools take, and what they answer. */

export const sourceArgument = z
  .string()
  .optional()
  .describe('Only sessions of this agent, e.g. claude-code, codex, gemini-cli, opencode');

export const directoryArgument = z
  .string()
  .optional()
  .describe("Absolute path of the project; default: the server's working directory");

export const allArgument = z.boolean().optional().describe('Sessions of every project on this machine');

export const cursorArgument = z
  .string()
  .optional()
  .describe('next_cursor of the page before; leave it out for the first page');

export const choiceArguments = {
  session: z
    .string()
    .optional()
    .describe('Id of the session, as source:id, whole or its unique beginning; default: see which'),
  which: z
    .enum(['newest', 'previous'])
    .optional()
    .describe(
      "Without an id: 'newest' (default) takes the project's most recently active session, which may be the very " +
        "conversation that asks; 'previous' takes the most recent one that began before this server was started",
    ),
  source: sourceArgument,
  directory: directoryArgument,
};

export const nextCursor = z.string().optional().describe('Present when there may be more');

/** `SessionRecord` of the listing. */
export const sessionShape = {
  session_id: z.string(),
  source: z.string(),
  title: z.string().nullable(),
  project: z.string().nullable(),
  agent_name: z.string().nullable(),
  message_count: z.number().nullable(),
  size_bytes: z.number(),
  created_at: z.string().nullable(),
  updated_at: z.string(),
  ending: z.string().describe('finished, interrupted, usage-limit, context-limit, error, waiting or unknown'),
  model: z.string().nullable(),
  total_tokens: z.number().nullable(),
  cost: z.number().nullable(),
  parent_id: z.string().nullable(),
  location: z.string(),
};

/** Nothing is written, and nothing beyond this machine's disk is asked. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

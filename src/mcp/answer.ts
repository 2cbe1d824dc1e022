import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { PraisonError } from '../errors.ts';
import { isStoreError } from '../stores/store-error.ts';
import type { McpService } from './service.ts';

/** A tool's result: for programs as it is, for a model that reads only text as JSON. */
export function structured(content: object, text = JSON.stringify(content, null, 2)): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...content } };
}

/**
 * Runs a tool. What a caller can do something about becomes an answer that says so; anything else is a fault of ours,
 * and goes to the log as well.
 */
export async function answering(
  service: McpService,
  tool: string,
  signal: AbortSignal,
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (!signal.aborted) logFault(service, tool, error);
    return { content: [{ type: 'text', text: errorText(error) }], isError: true };
  }
}

/** Known errors are the caller's business alone. */
export function logFault(service: McpService, where: string, error: unknown): void {
  if (error instanceof PraisonError || isStoreError(error)) return;
  service.log(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

/** The message, and the way out in the words of this server instead of the command line's. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hints = error instanceof PraisonError ? error.hints : [];
  return [message, ...hints.map(inToolWords)].join('\n');
}

function inToolWords(hint: string): string {
  return hint
    .replaceAll("'praisonai session list --all'", 'session_list with all: true')
    .replaceAll("'praisonai session list'", 'session_list')
    .replace(/'praisonai session handoff (\S+)'/g, "session_handoff with session: '$1'");
}

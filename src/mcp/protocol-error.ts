import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { PraisonError } from '../errors.ts';
import { errorText, logFault } from './answer.ts';
import type { McpService } from './service.ts';

/** "Resource not found" of the protocol; the SDK has no name for it. */
const NOT_FOUND = -32002;

/** Prompts and resources have no error results: what goes wrong is a protocol error, with the way out in its message. */
export async function protocolErrors<Result>(
  service: McpService,
  where: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    logFault(service, where, error);
    if (!(error instanceof PraisonError)) throw new McpError(ErrorCode.InternalError, errorText(error));
    const missing = error.code === 'session-not-found' || error.code === 'no-session';
    throw new McpError(missing ? NOT_FOUND : ErrorCode.InvalidParams, errorText(error), { ...error.facts });
  }
}

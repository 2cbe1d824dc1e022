import type { ModelMessage, Tool, ToolSet } from 'ai';
import type { ToolOutcome } from '../model/session-event.ts';
import type { RequestedCall } from './ask-model.ts';

export interface ToolRun {
  outcome: ToolOutcome;
  /** What the model reads, and what the session keeps. */
  output: string;
}

export interface ToolContext {
  tools: ToolSet;
  messages: ModelMessage[];
  signal: AbortSignal;
  /** A tool that has not answered by then is given up. */
  timeoutMs: number;
}

/** Longest output that is kept and sent, in UTF-16 units; a longer one keeps its head and its tail. */
const MOST_OUTPUT_CHARS = 60_000;

/** Runs one call to its end. Never throws: whatever happens is a result that the model can act on. */
export async function runTool(call: RequestedCall, context: ToolContext): Promise<ToolRun> {
  if (call.problem !== undefined) return { outcome: 'failed', output: call.problem };
  const tool = Object.hasOwn(context.tools, call.name) ? context.tools[call.name] : undefined;
  if (tool?.execute === undefined) {
    const names = Object.keys(context.tools).join(', ') || 'none';
    return { outcome: 'failed', output: `There is no tool ${call.name}. Tools: ${names}` };
  }
  if (await wantsApproval(tool, call, context)) {
    return {
      outcome: 'refused',
      output: 'This tool wants to be approved by a person, and nobody can be asked.',
    };
  }
  return limited(call, context, (signal) => execute(tool, call, context, signal));
}

async function wantsApproval(tool: Tool, call: RequestedCall, { messages }: ToolContext): Promise<boolean> {
  const { needsApproval } = tool;
  if (typeof needsApproval !== 'function') return needsApproval === true;
  try {
    const options = { toolCallId: call.id, messages, experimental_context: undefined };
    return await (needsApproval as (input: unknown, options: object) => Promise<boolean> | boolean)(
      call.input,
      options,
    );
  } catch {
    // A rule that cannot be asked has not approved anything.
    return true;
  }
}

async function execute(
  tool: Tool,
  call: RequestedCall,
  { messages }: ToolContext,
  abortSignal: AbortSignal,
): Promise<ToolRun> {
  const run = tool.execute as (input: unknown, options: object) => unknown;
  let output = await run(call.input, { toolCallId: call.id, messages, abortSignal });
  // A tool may report on its way: the last report is the result.
  if (isAsyncIterable(output)) for await (const report of output) output = report;
  const failed = isFailure(output);
  return { outcome: failed ? 'failed' : 'ok', output: cutOutput(await outputText(tool, call, output)) };
}

async function outputText(tool: Tool, call: RequestedCall, output: unknown): Promise<string> {
  if (tool.toModelOutput !== undefined) {
    const shown = await tool.toModelOutput({ toolCallId: call.id, input: call.input, output });
    if (shown.type === 'content') {
      return shown.value
        .map((part) => (part.type === 'text' ? part.text : `[${part.type} left out]`))
        .join('\n');
    }
    return 'value' in shown ? plainText(shown.value) : plainText(shown);
  }
  return plainText(output);
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return 'Done.';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    return `The result cannot be written as JSON: ${messageOf(error)}`;
  }
}

/** MCP marks a failure in its result instead of throwing. */
function isFailure(output: unknown): boolean {
  return typeof output === 'object' && output !== null && (output as { isError?: unknown }).isError === true;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Ends with the work, or without it when the time is up or the run is stopped: a tool need not obey either. */
async function limited(
  call: RequestedCall,
  { signal, timeoutMs }: ToolContext,
  work: (signal: AbortSignal) => Promise<ToolRun>,
): Promise<ToolRun> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const ended = new Promise<ToolRun>((resolve) => {
    timer = setTimeout(() => {
      const seconds = Math.round(timeoutMs / 1000);
      const output = `${call.name} did not answer within ${seconds} s and was given up. It may have taken effect; check before repeating it.`;
      resolve({ outcome: 'failed', output });
      controller.abort(new Error(`no answer within ${seconds} s`));
    }, timeoutMs);
    stop = () => {
      resolve({ outcome: 'interrupted', output: STOPPED });
      controller.abort(signal.reason);
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([ended, work(controller.signal).catch(failedRun)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

const STOPPED = 'Stopped while it was running. It may have taken effect; check before repeating it.';

function failedRun(error: unknown): ToolRun {
  return { outcome: 'failed', output: cutOutput(messageOf(error)) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

function cutOutput(text: string): string {
  if (text.length <= MOST_OUTPUT_CHARS) return text;
  const half = Math.floor(MOST_OUTPUT_CHARS / 2);
  const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  const left = text.length - head.length - tail.length;
  return `${head}\n… ${left} of ${text.length} characters left out (at most ${MOST_OUTPUT_CHARS} are kept) …\n${tail}`;
}

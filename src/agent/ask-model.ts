import type { LanguageModel, ModelMessage, Tool, ToolSet } from 'ai';
import type { JsonObject, JsonValue } from '../model/session-record.ts';
import type { UsageDelta } from '../stores/json/edit-session.ts';
import {
  type FailureContext,
  failureError,
  type ModelFailure,
  modelFailure,
  StalledError,
} from './model-failure.ts';

export interface ModelRequest {
  model: LanguageModel;
  provider: string;
  system: string;
  messages: ModelMessage[];
  tools: ToolSet;
  signal: AbortSignal;
  patience: Patience;
  /** Each piece of text as it arrives. */
  onText?: (piece: string) => void;
  onRetry?: (retry: { reason: string; attempt: number; waitMs: number; discardedChars: number }) => void;
  failure: Omit<FailureContext, 'attempts'>;
}

/** How long a request may take, and how often it is tried. */
export interface Patience {
  /** Further attempts after the first one fails. Default 4. */
  maxRetries: number;
  /** Silence of the service after which it is taken for dead. Default 5 minutes. */
  idleTimeoutMs: number;
}

export const DEFAULT_PATIENCE: Patience = { maxRetries: 4, idleTimeoutMs: 300_000 };

/** First pause before another attempt; doubles each time. A service that names its own pause is obeyed. */
const FIRST_PAUSE_MS = 500;
/** A longer pause is not waited for: the person decides. */
const LONGEST_PAUSE_MS = 60_000;

export interface RequestedCall {
  id: string;
  name: string;
  /** The parsed arguments; the raw text when they do not fit the tool. */
  input: unknown;
  /** Why the call cannot run: an unknown tool, arguments that do not fit. */
  problem?: string;
}

export interface ModelAnswer {
  text: string;
  calls: RequestedCall[];
  usage: UsageDelta | undefined;
  /** See `toModelMessages`; only where the answer has more than text and calls. */
  providerParts: JsonObject | undefined;
  /** The answer ended because it was as long as the model's answers may be. */
  cutByLength: boolean;
}

/**
 * Asks the model once, and again while what fails may pass. Tools do not run here: the answer with its calls comes back
 * whole, so that it can be kept before anything acts on it.
 *
 * @throws PraisonError
 */
export async function askModel(request: ModelRequest): Promise<ModelAnswer> {
  for (let attempt = 1; ; attempt++) {
    let shownChars = 0;
    try {
      return await attemptOnce(request, (piece) => {
        shownChars += piece.length;
        request.onText?.(piece);
      });
    } catch (error) {
      const failure = modelFailure(error, request.signal.aborted);
      const waitMs = failure.waitMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      if (!failure.passing || attempt > retriesFor(failure, request.patience) || waitMs > LONGEST_PAUSE_MS)
        throw failureError(failure, { ...request.failure, attempts: attempt }, error);
      request.onRetry?.({ reason: failure.message, attempt, waitMs, discardedChars: shownChars });
      await pause(waitMs, request.signal);
    }
  }
}

/** A stream that breaks twice in a row breaks for a reason, and each try costs a whole answer. */
function retriesFor(failure: ModelFailure, patience: Patience): number {
  return failure.kind === 'broken' ? Math.min(2, patience.maxRetries) : patience.maxRetries;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

async function attemptOnce(request: ModelRequest, onText: (piece: string) => void): Promise<ModelAnswer> {
  request.signal.throwIfAborted();
  const { streamText } = await import('ai');
  const watch = new SilenceWatch(request.signal, request.patience.idleTimeoutMs);
  try {
    const result = streamText({
      model: request.model,
      system: request.system,
      messages: request.messages,
      tools: withoutExecution(request.tools),
      maxRetries: 0,
      abortSignal: watch.signal,
      // The stream reports the error too; the default would print it.
      onError: () => undefined,
    });
    const answer: ModelAnswer = {
      text: '',
      calls: [],
      usage: undefined,
      providerParts: undefined,
      cutByLength: false,
    };
    for await (const part of result.fullStream) {
      watch.heard();
      readPart(part as StreamPart, answer, onText);
    }
    watch.signal.throwIfAborted();
    const { messages } = await result.response;
    answer.providerParts = providerParts(messages, request.provider);
    return answer;
  } catch (error) {
    throw watch.stalled ?? error;
  } finally {
    watch.stop();
  }
}

/** The SDK would run a tool as soon as its call has arrived: before the call is in the session. */
function withoutExecution(tools: ToolSet): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { execute: _, needsApproval: __, ...tool }]) => [name, tool as Tool]),
  );
}

/** Of the SDK's many kinds of parts, those that matter here. */
type StreamPart =
  | { type: 'text-delta'; text: string }
  | {
      type: 'tool-call';
      toolCallId: string;
      toolName: string;
      input: unknown;
      invalid?: boolean;
      error?: unknown;
    }
  | { type: 'finish-step'; finishReason: string; usage: StepUsage }
  | { type: 'error'; error: unknown }
  | { type: 'other' };

interface StepUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  totalTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
}

function readPart(part: StreamPart, answer: ModelAnswer, onText: (piece: string) => void): void {
  switch (part.type) {
    case 'text-delta':
      answer.text += part.text;
      onText(part.text);
      return;
    case 'tool-call':
      answer.calls.push({
        id: part.toolCallId,
        name: part.toolName,
        input: part.input,
        ...(part.invalid ? { problem: problemOf(part.error) } : {}),
      });
      return;
    case 'finish-step':
      answer.usage = usageOf(part.usage);
      answer.cutByLength = part.finishReason === 'length';
      return;
    case 'error':
      // A piece that could not be read is a piece that is missing: the answer cannot be trusted.
      throw part.error;
    default:
      return;
  }
}

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? 'The call cannot be read.');
}

function usageOf(usage: StepUsage): UsageDelta | undefined {
  const { inputTokens, outputTokens, totalTokens } = usage;
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const delta: UsageDelta = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  const cached = usage.inputTokenDetails?.cacheReadTokens;
  if (cached !== undefined) delta.cachedTokens = cached;
  if (totalTokens !== undefined) delta.totalTokens = totalTokens;
  return delta;
}

/** Larger parts are not worth a place in every later rewrite of the session. */
const MOST_PART_CHARS = 200_000;

function providerParts(messages: readonly ModelMessage[], provider: string): JsonObject | undefined {
  const assistant = messages.find((message) => message.role === 'assistant');
  if (assistant === undefined || typeof assistant.content === 'string') return undefined;
  const special = assistant.content.some(
    (part) => part.type === 'reasoning' || ('providerOptions' in part && part.providerOptions !== undefined),
  );
  if (!special) return undefined;
  const text = JSON.stringify(assistant.content);
  return text.length > MOST_PART_CHARS ? undefined : { provider, parts: JSON.parse(text) as JsonValue };
}

/** Aborts a request when its service has been silent for too long, or the caller aborts. */
class SilenceWatch {
  readonly #controller = new AbortController();
  readonly #idleMs: number;
  readonly #outer: AbortSignal;
  readonly #onAbort = () => this.#controller.abort(this.#outer.reason);
  #timer: NodeJS.Timeout | undefined;
  stalled: StalledError | undefined;

  constructor(outer: AbortSignal, idleMs: number) {
    this.#outer = outer;
    this.#idleMs = idleMs;
    outer.addEventListener('abort', this.#onAbort);
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stalled = new StalledError(this.#idleMs);
      this.#controller.abort(this.stalled);
    }, this.#idleMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#onAbort);
  }
}

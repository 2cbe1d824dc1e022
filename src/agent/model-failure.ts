import { type ErrorCode, PraisonError } from '../errors.ts';
import { limitKind, readableMessage } from '../sources/limit-message.ts';

/** Why a request to a model's service failed. */
export interface ModelFailure {
  kind: /** The human, or a signal, stopped it. */
    | 'aborted'
    /** Too many requests; passes. */
    | 'rate'
    /** The account's quota or credit is used up; does not pass soon. */
    | 'quota'
    | 'unauthorized'
    | 'unknown-model'
    /** The conversation is longer than the model takes. */
    | 'context'
    /** The service's own fault: 5xx, overloaded. */
    | 'server'
    /** No connection. */
    | 'network'
    /** The answer broke off, or is none. */
    | 'broken'
    /** The service refuses the request. */
    | 'refused';
  /** The service's own words, one line. */
  message: string;
  status: number | undefined;
  /** Worth another try. */
  passing: boolean;
  /** How long the service asks to wait. */
  waitMs: number | undefined;
}

const MOST_CHARS = 300;

/** Reads a failure from whatever the AI SDK threw or reported. */
export function modelFailure(error: unknown, aborted: boolean): ModelFailure {
  const call = apiCall(error);
  const message = oneLine(readableMessage(messageOf(error)));
  const failure = (kind: ModelFailure['kind'], passing: boolean): ModelFailure => ({
    kind,
    message,
    status: call?.statusCode,
    passing,
    waitMs: passing ? waitOf(call?.responseHeaders) : undefined,
  });
  if (aborted) return failure('aborted', false);
  const status = call?.statusCode;
  if (status === undefined || status < 400) return withoutStatus(error, failure);
  const words = `${message} ${call?.responseBody ?? ''}`;
  if (status === 401 || status === 403) return failure('unauthorized', false);
  if (status === 402 || /insufficient_quota|credit balance|billing/i.test(words))
    return failure('quota', false);
  if (status === 429) return failure('rate', true);
  if (status === 408 || status === 409 || status >= 500) return failure('server', true);
  if (limitKind(words) === 'context' || /context_length_exceeded/.test(words))
    return failure('context', false);
  if (status === 404) return failure('unknown-model', false);
  return failure('refused', false);
}

function withoutStatus(
  error: unknown,
  failure: (kind: ModelFailure['kind'], passing: boolean) => ModelFailure,
): ModelFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AI_APICallError' && !hasAnswer(error)) return failure('network', true);
  if (
    /^AI_(?:APICall|InvalidResponseData|JSONParse|TypeValidation|NoOutputGenerated|EmptyResponseBody)Error$/.test(
      name,
    )
  )
    return failure('broken', true);
  if (error instanceof StalledError) return failure('broken', true);
  const kind = limitKind(messageOf(error));
  if (kind === 'context') return failure('context', false);
  // Errors that a service puts into its stream have no status.
  return kind === 'usage' ? failure('rate', true) : failure('broken', true);
}

/** The service sent nothing for so long that it is taken for dead. */
export class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor(afterMs: number) {
    super(`The model's service sent nothing for ${Math.round(afterMs / 1000)} s`);
  }
}

interface ApiCall {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
}

function apiCall(error: unknown): ApiCall | undefined {
  return error instanceof Error && error.name === 'AI_APICallError' ? (error as ApiCall) : undefined;
}

/** A reset in the middle of an answer is no failure to connect. */
function hasAnswer(error: unknown): boolean {
  return (error as ApiCall).statusCode !== undefined || /successful response/.test(messageOf(error));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error ?? null);
  const cause =
    error.cause instanceof Error && error.cause.message !== error.message ? error.cause.message : '';
  const text = error.message || error.name;
  return cause && !text.includes(cause) ? `${text} (${cause})` : text;
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 1)}…` : line;
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function waitOf(headers: Record<string, string> | undefined): number | undefined {
  const milliseconds = Number(headers?.['retry-after-ms']);
  if (headers?.['retry-after-ms'] && Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const after = headers?.['retry-after'];
  if (!after) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const CODES: Readonly<Record<ModelFailure['kind'], ErrorCode>> = {
  aborted: 'interrupted',
  rate: 'rate-limited',
  quota: 'rate-limited',
  unauthorized: 'unauthorized',
  'unknown-model': 'unknown-model',
  context: 'context-full',
  server: 'model-failed',
  network: 'model-failed',
  broken: 'model-failed',
  refused: 'model-failed',
};

export interface FailureContext {
  /** As the user named it. */
  model: string;
  attempts: number;
  /** Absent for a session that is not saved. */
  sessionId: string | undefined;
}

/** What a person is told: what happened, what to do about it, and how to hand the run off. */
export function failureError(failure: ModelFailure, context: FailureContext, cause?: unknown): PraisonError {
  return new PraisonError(CODES[failure.kind], headline(failure, context), {
    hints: [...advice(failure, context), ...handOffHints(context.sessionId)],
    facts: {
      model: context.model,
      ...(context.sessionId === undefined ? {} : { session_id: context.sessionId }),
      ...(failure.status === undefined ? {} : { status: failure.status }),
      attempts: context.attempts,
    },
    cause,
  });
}

function headline({ kind, message, status }: ModelFailure, { model, attempts }: FailureContext): string {
  const tried = attempts > 1 ? ` (tried ${attempts} times)` : '';
  switch (kind) {
    case 'aborted':
      return 'Stopped.';
    case 'rate':
      return `${model} is rate limited${tried}: ${message}`;
    case 'quota':
      return `The quota of ${model} is used up: ${message}`;
    case 'unauthorized':
      return `The key for ${model} was refused (${status}): ${message}`;
    case 'unknown-model':
      return `The service does not know ${model}: ${message}`;
    case 'context':
      return `The conversation is too long for ${model}: ${message}`;
    case 'server':
      return `The service of ${model} failed${status === undefined ? '' : ` with ${status}`}${tried}: ${message}`;
    case 'network':
      return `No connection to the service of ${model}${tried}: ${message}`;
    case 'broken':
      return `The answer of ${model} broke off${tried}: ${message}`;
    case 'refused':
      return `The service of ${model} refused the request${status === undefined ? '' : ` (${status})`}: ${message}`;
    default:
      return kind satisfies never;
  }
}

function advice({ kind }: ModelFailure, { model }: FailureContext): string[] {
  switch (kind) {
    case 'unauthorized':
      return ['Check the key in the environment, and that it is for this service.'];
    case 'unknown-model':
      return [`Choose another one: --model provider/model (now: ${model})`];
    case 'network':
      return ['Check the connection, and OPENAI_BASE_URL if the server is your own.'];
    default:
      return [];
  }
}

/** How the work goes on: here later, or anywhere now. */
export function handOffHints(sessionId: string | undefined): string[] {
  if (sessionId === undefined) return [];
  return [
    `The session is kept. Hand it off: praisonai session handoff ${sessionId}`,
    `Or go on: praisonai run --session ${sessionId}`,
  ];
}

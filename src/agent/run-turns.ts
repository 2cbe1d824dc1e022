import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { PraisonError } from '../errors.ts';
import type { JsonValue } from '../model/session-record.ts';
import type { NewMessage } from '../stores/json/edit-session.ts';
import { askModel, type ModelAnswer, type Patience, type RequestedCall } from './ask-model.ts';
import type { Compactor } from './compactor.ts';
import type { Emit } from './events.ts';
import { handOffHints } from './model-failure.ts';
import { awaitsAnswer, danglingCalls, NO_RESULT, toModelMessages } from './model-messages.ts';
import { runTool } from './run-tool.ts';
import type { SessionLog } from './session-log.ts';

export interface TurnOptions {
  log: SessionLog;
  model: LanguageModel;
  provider: string;
  /** The model as the user named it. */
  modelName: string;
  system: string;
  tools: ToolSet;
  signal: AbortSignal;
  emit: Emit;
  patience: Patience;
  /** Requests to the model until the agent must have finished. */
  maxSteps: number;
  toolTimeoutMs: number;
  /** Where in the log this conversation begins; what stands before it is not sent. */
  start: number;
  compactor: Compactor;
}

/** The outcome of a run, kept with the session so that a handoff can tell how it ended. */
export type RunStatus = 'running' | 'finished' | 'interrupted' | 'failed';

export function lastRun(status: RunStatus, reason?: string, code?: string): JsonValue {
  return {
    status,
    at: Date.now() / 1000,
    ...(reason === undefined ? {} : { reason }),
    ...(code === undefined ? {} : { code }),
  };
}

/** A prompt of the human; or of a harness, which says so in `injected`. */
export interface Prompt {
  text: string;
  metadata?: { [key: string]: JsonValue };
}

/**
 * Adds a prompt to the session, after whatever a stopped run left open: calls without a result get one that says so,
 * half an answer stands as it is.
 */
export async function addPrompt(
  log: SessionLog,
  prompt: Prompt,
  fields: { [key: string]: JsonValue } = {},
): Promise<void> {
  const message: NewMessage = { role: 'user', content: prompt.text };
  if (prompt.metadata !== undefined) message.metadata = prompt.metadata;
  const metadata = { ...fields, last_run: lastRun('running') };
  await log.append([...openEnds(log), ...halfAnswer(log), message], { metadata });
}

function openEnds(log: SessionLog): NewMessage[] {
  return danglingCalls(log.messages).map((call) => ({
    role: 'tool',
    content: NO_RESULT,
    toolCallId: call.id,
    metadata: { outcome: 'interrupted' },
  }));
}

function halfAnswer(log: SessionLog): NewMessage[] {
  const partial = log.metadata['partial_answer'];
  const text =
    typeof partial === 'object' && partial !== null && 'text' in partial ? partial['text'] : undefined;
  if (typeof text !== 'string' || text.trim() === '') return [];
  return [{ role: 'assistant', content: text, metadata: { interrupted: true } }];
}

/** Makes the session one that can go on without a new prompt; false when no answer is due. */
export async function reopen(log: SessionLog): Promise<boolean> {
  if (!awaitsAnswer(log.messages)) return false;
  // Half an answer is asked for again: a model goes on from a question, not from its own broken sentence.
  const fields = { last_run: lastRun('running'), partial_answer: null };
  const open = openEnds(log);
  if (open.length > 0) await log.append(open, { metadata: fields });
  else await log.setMetadata(fields);
  return true;
}

/**
 * Lets the model work until it answers without calling a tool. Every answer, result and usage is in the session before
 * the next thing happens.
 *
 * @returns the last answer's text
 * @throws PraisonError; the session can go on from where it stands
 */
export async function runTurns(options: TurnOptions): Promise<string> {
  try {
    return await turns(options);
  } catch (error) {
    await keepFailure(options.log, error);
    throw error;
  }
}

async function turns(options: TurnOptions): Promise<string> {
  const { log, emit } = options;
  for (let step = 0; step < options.maxSteps; step++) {
    const { answer, messages } = await askWithRoom(options);
    const finished = answer.calls.length === 0;
    await log.append([answerMessage(answer)], {
      ...(answer.usage === undefined ? {} : { usage: answer.usage }),
      ...(finished ? { metadata: { last_run: lastRun('finished') } } : {}),
    });
    emit({ type: 'answer-end' });
    if (answer.usage !== undefined) {
      const { inputTokens, outputTokens, cachedTokens = 0 } = answer.usage;
      options.compactor.learn(messages, inputTokens);
      emit({ type: 'usage', inputTokens, outputTokens, cachedTokens });
    }
    if (finished) return answer.text;
    for (const call of answer.calls) await runCall(call, messages, options);
    if (options.signal.aborted) throw stoppedError(log);
  }
  throw new PraisonError('too-many-steps', `The agent did not finish within ${options.maxSteps} steps.`, {
    hints: handOffHints(log.isSaved ? log.id : undefined),
    facts: { max_steps: options.maxSteps },
  });
}

async function askWithRoom(options: TurnOptions): Promise<{ answer: ModelAnswer; messages: ModelMessage[] }> {
  await options.compactor.makeRoom(options, 'when-needed');
  try {
    return await ask(options);
  } catch (error) {
    if (!(error instanceof PraisonError && error.code === 'context-full')) throw error;
    if (!(await options.compactor.makeRoom(options, 'now'))) throw error;
    return ask(options);
  }
}

async function ask(options: TurnOptions): Promise<{ answer: ModelAnswer; messages: ModelMessage[] }> {
  const { log, emit } = options;
  const messages = conversation(options);
  let text = '';
  const answer = await askModel({
    ...options,
    messages,
    failure: { model: options.modelName, sessionId: log.isSaved ? log.id : undefined },
    onText: (piece) => {
      text += piece;
      log.keepPartial(text);
      emit({ type: 'text', text: piece });
    },
    onRetry: (retry) => {
      text = '';
      emit({ type: 'retry', ...retry });
    },
  });
  return { answer, messages };
}

/** What is sent: the summary of what was compacted, then the messages after it. */
export function conversation({
  log,
  start,
  provider,
}: Pick<TurnOptions, 'log' | 'start' | 'provider'>): ModelMessage[] {
  const compacted = log.compaction !== undefined && log.covered > start;
  const from = compacted ? log.covered : start;
  const summary = compacted ? log.compaction?.summary : undefined;
  return toModelMessages(log.messages.slice(from), { provider, summary });
}

function answerMessage(answer: ModelAnswer): NewMessage {
  const message: NewMessage = {
    role: 'assistant',
    content: answer.text,
    toolCalls: answer.calls.map(({ id, name, input }) => ({
      id,
      name,
      arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
    })),
  };
  const metadata: { [key: string]: JsonValue } = {};
  if (answer.providerParts !== undefined) metadata['provider_parts'] = answer.providerParts;
  if (answer.cutByLength) metadata['cut_by_length'] = true;
  if (Object.keys(metadata).length > 0) message.metadata = metadata;
  return message;
}

async function runCall(call: RequestedCall, messages: ModelMessage[], options: TurnOptions): Promise<void> {
  const { log, tools, signal, emit } = options;
  emit({ type: 'tool-call', id: call.id, name: call.name, input: call.input });
  // A call that never began has taken no effect: it is told so, and does not run after the stop.
  const run = signal.aborted
    ? ({ outcome: 'interrupted', output: 'Not started: the run was stopped before.' } as const)
    : await runTool(call, { tools, messages, signal, timeoutMs: options.toolTimeoutMs });
  const message: NewMessage = { role: 'tool', content: run.output, toolCallId: call.id };
  if (run.outcome !== 'ok') message.metadata = { outcome: run.outcome };
  await log.append([message]);
  emit({ type: 'tool-result', id: call.id, name: call.name, ...run });
}

/** How the run ended goes into the session; what cannot be written must not hide why it ended. */
async function keepFailure(log: SessionLog, error: unknown): Promise<void> {
  const stopped = isStop(error);
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof PraisonError ? error.code : undefined;
  try {
    await log.flush();
    await log.setMetadata({
      last_run: stopped ? lastRun('interrupted') : lastRun('failed', reason, code),
    });
  } catch {
    // The disk is full or gone: `error` is what the person must hear, and it is on its way.
  }
}

export function stoppedError(log: SessionLog): PraisonError {
  return new PraisonError('interrupted', 'Stopped.', {
    hints: handOffHints(log.isSaved ? log.id : undefined),
    facts: log.isSaved ? { session_id: log.id } : {},
  });
}

export function isStop(error: unknown): boolean {
  if (error instanceof PraisonError) return error.code === 'interrupted';
  return error instanceof Error && error.name === 'AbortError';
}

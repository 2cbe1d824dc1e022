import type { AssistantContent, ModelMessage, ToolContent } from 'ai';
import type { JsonValue, MessageRecord, ToolCallRecord } from '../model/session-record.ts';
import { list, nonEmpty, record } from '../sources/fields.ts';

/** What stands for the result of a call that has none on record. */
export const NO_RESULT =
  'No result is on record: the run was stopped while this call was running. It may have taken effect; check before repeating it.';

export interface HistoryOptions {
  /** Provider of the model that is asked: signatures and thoughts of another one's answers are left out. */
  provider: string;
  /** Stands for the messages that are not sent. */
  summary?: string | undefined;
}

/**
 * Recorded messages as a model's service takes them: each call is followed by its result, whatever the record lacks or
 * has too much of (a kill between the two, a result whose call was dropped).
 */
export function toModelMessages(messages: readonly MessageRecord[], options: HistoryOptions): ModelMessage[] {
  const result: ModelMessage[] = [];
  if (options.summary !== undefined) result.push({ role: 'user', content: options.summary });
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (message === undefined) continue;
    if (message.role === 'assistant') {
      const results = resultsAfter(messages, index);
      result.push(...assistantMessages(message, results, options.provider));
    } else if (message.role !== 'tool' && message.content.trim() !== '') {
      result.push({ role: 'user', content: message.content });
    }
  }
  return result;
}

/** The tool messages that directly follow an assistant's message, by the call they answer. */
function resultsAfter(messages: readonly MessageRecord[], index: number): Map<string, MessageRecord> {
  const results = new Map<string, MessageRecord>();
  for (const message of messages.slice(index + 1, index + 1 + MOST_RESULTS)) {
    if (message.role !== 'tool') break;
    if (message.tool_call_id !== undefined) results.set(message.tool_call_id, message);
  }
  return results;
}

const MOST_RESULTS = 1000;

function assistantMessages(
  message: MessageRecord,
  results: ReadonlyMap<string, MessageRecord>,
  provider: string,
): ModelMessage[] {
  const calls = message.tool_calls ?? [];
  const content: Exclude<AssistantContent, string> = providerParts(message, provider) ?? [
    ...(message.content.trim() === '' ? [] : [{ type: 'text' as const, text: message.content }]),
    ...calls.map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: call.function.name,
      input: inputOf(call),
    })),
  ];
  if (content.length === 0) return [];
  if (calls.length === 0) return [{ role: 'assistant', content }];
  return [
    { role: 'assistant', content },
    { role: 'tool', content: calls.map((call) => toolResult(call, results.get(call.id))) },
  ];
}

function toolResult(call: ToolCallRecord, message: MessageRecord | undefined): ToolContent[number] {
  const failed = message === undefined || (message.metadata['outcome'] ?? 'ok') !== 'ok';
  return {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.function.name,
    output: { type: failed ? 'error-text' : 'text', value: message?.content ?? NO_RESULT },
  };
}

/** Arguments that are no JSON object (the model cut itself off) are sent as none: services refuse the rest. */
function inputOf(call: ToolCallRecord): JsonValue {
  try {
    return (record(JSON.parse(call.function.arguments)) as JsonValue | undefined) ?? {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

/**
 * The answer in the provider's own parts, where it has any that its text and calls do not hold (Anthropic's thinking
 * blocks, Gemini's thought signatures): without them the service refuses the history.
 */
function providerParts(
  message: MessageRecord,
  provider: string,
): Exclude<AssistantContent, string> | undefined {
  const kept = record(message.metadata['provider_parts']);
  if (kept === undefined || kept['provider'] !== provider) return undefined;
  const parts = list(kept['parts']).filter((part) => nonEmpty(record(part)?.['type']) !== undefined);
  return parts.length === 0 ? undefined : (parts as Exclude<AssistantContent, string>);
}

/** Calls of the last assistant's message that no result follows. */
export function danglingCalls(messages: readonly MessageRecord[]): ToolCallRecord[] {
  const index = messages.findLastIndex((message) => message.role !== 'tool');
  const last = messages[index];
  if (last?.role !== 'assistant') return [];
  const results = resultsAfter(messages, index);
  return (last.tool_calls ?? []).filter((call) => !results.has(call.id));
}

/** Whether a model's answer is due: the last word is the human's, or a tool's. */
export function awaitsAnswer(messages: readonly MessageRecord[]): boolean {
  const last = messages.at(-1);
  if (last === undefined) return false;
  return last.role !== 'assistant' || (last.tool_calls?.length ?? 0) > 0;
}

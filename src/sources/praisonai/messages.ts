import type { ToolOutcome } from '../../model/session-event.ts';
import type { JsonObject, MessageRecord, ToolCallRecord } from '../../model/session-record.ts';
import type { EventWriter } from '../event-writer.ts';
import { epochMs, nonEmpty, record, text } from '../fields.ts';
import { genericToolAction } from '../tool-action.ts';

/** Messages of a PraisonAI session as events, in their order. */
export function writeMessages(writer: EventWriter, messages: readonly MessageRecord[]): void {
  for (const message of messages) writeMessage(writer, message);
}

function writeMessage(writer: EventWriter, message: MessageRecord): void {
  const at = epochMs(message.timestamp);
  switch (message.role) {
    case 'user':
      // What a goal loop or a workflow says to its agent is no word of the human.
      if (message.metadata['injected'] === undefined) writer.request(message.content, 'prompt', at);
      return;
    case 'assistant':
      writer.assistantText(message.content, at);
      for (const call of message.tool_calls ?? []) writeCall(writer, call, at);
      if (message.metadata['interrupted'] === true) writer.interruption(at);
      return;
    case 'tool':
      if (message.tool_call_id !== undefined)
        writer.result(message.tool_call_id, outcomeOf(message.metadata), { output: message.content }, at);
      return;
    case 'system':
      return;
    default:
      message.role satisfies never;
  }
}

/** Written by our agent where a call did not succeed; Python writes none. */
function outcomeOf(metadata: JsonObject): ToolOutcome {
  const outcome = metadata['outcome'];
  return outcome === 'failed' || outcome === 'refused' || outcome === 'interrupted' ? outcome : 'ok';
}

function writeCall(writer: EventWriter, call: ToolCallRecord, at: number | undefined): void {
  let input: unknown;
  try {
    input = JSON.parse(call.function.arguments);
  } catch (error) {
    // Arguments are the model's text: when they are no JSON, the call is known by its name alone.
    if (!(error instanceof SyntaxError)) throw error;
  }
  writer.call(call.id, call.function.name, genericToolAction(call.function.name, record(input) ?? {}), at);
}

/** The beginning of an answer that was still arriving when the run was stopped. */
export function writePartialAnswer(writer: EventWriter, metadata: JsonObject): void {
  const partial = record(metadata['partial_answer']);
  const at = epochMs(partial?.['at']);
  const words = nonEmpty(partial?.['text']);
  if (words === undefined) return;
  writer.assistantText(words, at);
  writer.interruption(at);
}

const LIMITS: Readonly<Record<string, 'usage' | 'context'>> = {
  'rate-limited': 'usage',
  'context-full': 'context',
};

/**
 * How the last run of our agent ended. A run that is still `running` was killed, or runs now. Nothing where another
 * program went on since: messages after the end, or an answer that ended no run of ours.
 */
export function writeEnding(
  writer: EventWriter,
  metadata: JsonObject,
  last: MessageRecord | undefined,
): void {
  const run = record(metadata['last_run']);
  const at = epochMs(run?.['at']);
  if (run === undefined || at === undefined) return;
  if (run['status'] === 'running') {
    const answered = last?.role === 'assistant' && (last.tool_calls?.length ?? 0) === 0;
    if (!answered) writer.interruption(at);
    return;
  }
  if ((epochMs(last?.timestamp) ?? 0) > at + SLACK_MS) return;
  if (run['status'] === 'finished') writer.turnEnd(at);
  else if (run['status'] === 'interrupted') writer.interruption(at);
  else if (run['status'] === 'failed')
    writer.limit(text(run['reason']), at, LIMITS[text(run['code']) ?? ''] ?? 'error');
}

/** A message and the end of its run are written in one change, a moment apart. */
const SLACK_MS = 1000;

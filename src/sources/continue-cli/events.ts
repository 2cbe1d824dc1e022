import { checklistItems } from '../checklist.ts';
import { contentText } from '../content-text.ts';
import type { EventWriter } from '../event-writer.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import { parseObject } from '../json-document.ts';
import type { JsonRecord } from '../parse-record.ts';
import { answerOf, continueAction, continueResult, hasCreated } from './tools.ts';

type Fields = { [key: string]: unknown };

/** A call and what became of it, from either form of the store. */
export interface CallState {
  callId: string;
  tool: string;
  input: unknown;
  status: string;
  output: string | undefined;
}

/** Turns the items of a session's history into events; the store has no times. */
export class ContinueEvents {
  readonly #out: EventWriter;
  readonly #tools = new Map<string, CallState>();

  constructor(out: EventWriter) {
    this.#out = out;
  }

  /** Returns `false` for a role that is not known. */
  read(item: JsonRecord): boolean {
    const message = record(item.message) ?? {};
    const summary = nonEmpty(item.conversationSummary);
    if (summary !== undefined) this.#out.compaction(summary, undefined);
    switch (message.role) {
      case 'user':
        this.#request(contentText(message.content));
        return true;
      case 'assistant':
        // The command line keeps the summary as the only message of what it replaced.
        if (summary === undefined || contentText(message.content) !== summary) this.#assistant(item, message);
        return true;
      case 'tool':
        this.#toolMessage(message);
        return true;
      default:
        return message.role === 'system' || message.role === 'thinking';
    }
  }

  #request(words: string): void {
    if (words.trim() === '') return;
    // Nothing marks an interruption: the next prompt comes while the last one has no answer.
    if (this.#out.isWorking) this.#out.interruption(undefined);
    this.#out.request(words, 'prompt', undefined);
  }

  #assistant(item: JsonRecord, message: Fields): void {
    this.#out.model(nonEmpty(record(message.usage)?.model), undefined);
    const words = contentText(message.content);
    this.#out.assistantText(words, undefined);
    const calls = callsOf(item);
    for (const call of calls) this.#call(call);
    if (calls.length === 0 && words.trim() !== '') this.#out.turnEnd(undefined);
  }

  #call(call: CallState): void {
    // Proposed, and not run: it waits for the human, or was never allowed.
    if (call.status === 'generating' || call.status === 'generated') return;
    this.#tools.set(call.callId, call);
    const action = continueAction(call.tool, call.input);
    if (action.type === 'edit' && call.tool === 'Write' && call.output && hasCreated(call.output))
      action.changes = action.changes.map((change) => ({ ...change, change: 'create' as const }));
    this.#out.call(call.callId, call.tool, action, undefined);
    if (call.output !== undefined) this.#result(call, call.output);
  }

  /** Sessions without states of their calls keep results as messages of their own. */
  #toolMessage(message: Fields): void {
    const call = this.#tools.get(nonEmpty(message.toolCallId) ?? '');
    if (call && call.output === undefined) this.#result(call, contentText(message.content));
  }

  #result(call: CallState, output: string): void {
    this.#tools.delete(call.callId);
    const action = continueAction(call.tool, call.input);
    const end = continueResult(call.status, output, action.type === 'run');
    // What a file holds is on disk: a successful read or edit needs no output.
    const isFile = action.type === 'read' || action.type === 'edit';
    const shown = isFile && end.outcome === 'ok' ? undefined : end.output;
    this.#out.result(call.callId, end.outcome, { exitCode: end.exitCode, output: shown }, undefined);
    if (end.outcome !== 'ok') return;
    if (action.type === 'ask') this.#out.request(answerOf(output), 'answer', undefined, action.question);
    if (action.type === 'plan')
      this.#out.plan(checklistItems(text(record(call.input)?.checklist) ?? ''), undefined);
  }
}

/** The calls of an assistant's item: with their states, or (old files, no states) as the message asks for them. */
export function callsOf(item: JsonRecord): CallState[] {
  const states = item.toolCallStates ?? (item.toolCallState === undefined ? undefined : [item.toolCallState]);
  const isStates = Array.isArray(states) && states.length > 0;
  const calls = isStates ? states : list(record(item.message)?.toolCalls);
  return calls.flatMap((value): CallState[] => {
    const fields = record(value) ?? {};
    const call = isStates ? (record(fields.toolCall) ?? {}) : fields;
    const called = record(call.function) ?? {};
    const callId = nonEmpty(fields.toolCallId) ?? nonEmpty(call.id);
    const tool = nonEmpty(called.name);
    if (callId === undefined || tool === undefined) return [];
    const input = record(fields.parsedArgs) ?? parseObject(text(called.arguments) ?? '');
    const status = text(fields.status) ?? 'calling';
    const hasEnded = status === 'done' || status === 'errored' || status === 'canceled';
    return [{ callId, tool, input, status, output: hasEnded ? outputOf(fields.output) : undefined }];
  });
}

function outputOf(output: unknown): string {
  return list(output)
    .map((part) => text(record(part)?.content) ?? '')
    .filter((part) => part !== '')
    .join('\n');
}

import type { FileChange, ToolAction } from '../../model/session-event.ts';
import type { EventWriter } from '../event-writer.ts';
import { epochMs, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { isNotice, typedText } from './requests.ts';
import { clineActions, clineResults } from './tools.ts';

type Fields = { [key: string]: unknown };
type At = number | undefined;

interface OpenCall {
  tool: string;
  actions: ToolAction[];
  at: At;
}

/** Turns the Cline CLI's messages into events. */
export class ClineEvents {
  readonly #out: EventWriter;
  readonly #changesBetween: (from: number, to: number) => FileChange[];
  readonly #calls = new Map<string, OpenCall>();
  lastAt: At;

  constructor(out: EventWriter, changesBetween: (from: number, to: number) => FileChange[]) {
    this.#out = out;
    this.#changesBetween = changesBetween;
  }

  /** Returns `false` for a role that is not known. */
  read(message: JsonRecord): boolean {
    const at = epochMs(message.ts);
    this.lastAt = at ?? this.lastAt;
    const metadata = record(message.metadata);
    if (metadata?.kind === 'compaction_summary') {
      this.#out.compaction(nonEmpty(metadata.summary) ?? textOf(message), at);
      return true;
    }
    if (message.role === 'assistant') this.#assistant(message, metadata, at);
    else if (message.role === 'user') this.#user(message, at);
    else return false;
    return true;
  }

  #assistant(message: JsonRecord, metadata: Fields | undefined, at: At): void {
    if (metadata?.displayOnly === true) {
      if (metadata.displayRole === 'error') this.#failed(textOf(message), at);
      return;
    }
    this.#out.model(nonEmpty(record(message.modelInfo)?.id), at);
    let calls = 0;
    let hasText = false;
    for (const block of blocksOf(message)) {
      if (block.type === 'text') {
        hasText = hasText || nonEmpty(block.text) !== undefined;
        this.#out.assistantText(text(block.text), at);
      } else if (block.type === 'tool_use' && this.#call(block, at)) calls += 1;
    }
    if (calls === 0 && hasText) this.#out.turnEnd(at);
  }

  /** A run that lost its process says so in the same way as one that the model's service refused (seen in 3.0.65). */
  #failed(message: string, at: At): void {
    if (isLostProcess(message)) this.#out.interruption(at);
    else this.#out.limit(message, at);
  }

  #call(block: Fields, at: At): boolean {
    const callId = nonEmpty(block.id);
    const tool = nonEmpty(block.name);
    if (callId === undefined || tool === undefined) return false;
    const actions = clineActions(tool, block.input);
    this.#calls.set(callId, { tool, actions, at });
    for (const [index, action] of actions.entries()) this.#out.call(partId(callId, index), tool, action, at);
    if (tool === 'submit_and_exit') this.#out.assistantText(submission(block.input), at);
    return true;
  }

  #user(message: JsonRecord, at: At): void {
    let results = 0;
    const words: string[] = [];
    for (const block of blocksOf(message)) {
      if (block.type === 'tool_result') {
        results += 1;
        this.#result(block, at);
      } else if (block.type === 'text') words.push(text(block.text) ?? '');
    }
    if (isNotice(message)) return;
    const typed = typedText(words.join('\n'));
    if (typed.text === '') return;
    // Nothing marks an interruption in the TUI: the next prompt comes while the last one has no answer (3.0.65).
    if (results === 0 && this.#out.isWorking) this.#out.interruption(at);
    this.#out.request(typed.text, results > 0 ? 'queued' : typed.via, at);
  }

  #result(block: Fields, at: At): void {
    const callId = nonEmpty(block.tool_use_id);
    const call = callId === undefined ? undefined : this.#calls.get(callId);
    if (callId === undefined || call === undefined) return;
    this.#calls.delete(callId);
    const [first] = call.actions;
    const isCommand = first?.type === 'run';
    const results = clineResults(block, isCommand);
    for (const [index, action] of call.actions.entries()) {
      // One result per command; other tools answer several queries with one outcome.
      const failed = results.find((result) => result.outcome !== 'ok');
      const result = isCommand ? results[index] : (failed ?? results[0]);
      if (!result) continue;
      const isFile = action.type === 'read' || action.type === 'edit';
      const output = isFile && result.outcome === 'ok' ? undefined : result.output;
      const changes = action.type === 'sub-agent' ? this.#changesDuring(call.at, at) : [];
      this.#out.result(
        partId(callId, index),
        result.outcome,
        { exitCode: result.exitCode, output, changes },
        at,
      );
      if (action.type === 'ask' && result.outcome === 'ok')
        this.#out.request(result.output, 'answer', at, action.question);
    }
    if (call.tool === 'submit_and_exit' && results[0]?.outcome === 'ok') this.#out.turnEnd(at);
  }

  #changesDuring(from: At, to: At): FileChange[] {
    return from === undefined || to === undefined ? [] : this.#changesBetween(from, to);
  }
}

export function isLostProcess(message: string): boolean {
  return /\b(?:detached|disconnected|aborted|cancel+ed|interrupted)\b/i.test(message);
}

export function blocksOf(message: JsonRecord): Fields[] {
  if (typeof message.content === 'string') return [{ type: 'text', text: message.content }];
  return list(message.content).flatMap((block): Fields[] => {
    const fields = record(block);
    return fields ? [fields] : [];
  });
}

export function textOf(message: JsonRecord): string {
  return blocksOf(message)
    .map((block) => (block.type === 'text' ? (text(block.text) ?? '') : ''))
    .join('\n')
    .trim();
}

/** Several commands of one call are told apart by their place. */
function partId(callId: string, index: number): string {
  return index === 0 ? callId : `${callId}#${index + 1}`;
}

function submission(input: unknown): string | undefined {
  const values = record(input);
  return text(values?.result) ?? text(values?.summary) ?? text(values?.answer);
}

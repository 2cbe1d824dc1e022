import type { PlanItem } from '../../model/session-event.ts';
import { checklistItems, planStatus } from '../checklist.ts';
import { contentText } from '../content-text.ts';
import type { EventWriter } from '../event-writer.ts';
import { epochMs, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { droidAction, droidResult } from './tools.ts';

type Fields = { [key: string]: unknown };
type At = number | undefined;

interface OpenCall {
  tool: string;
  type: string;
  question?: string;
  plan?: string;
}

/** Turns Droid's records into events. */
export class DroidEvents {
  readonly #out: EventWriter;
  readonly #calls = new Map<string, OpenCall>();

  constructor(out: EventWriter) {
    this.#out = out;
  }

  /** Returns `false` for a type that is not known. */
  read(entry: JsonRecord): boolean {
    const at = epochMs(entry.timestamp);
    switch (entry.type) {
      case 'session_start':
        this.#out.workspace({ directory: nonEmpty(entry.cwd) ?? nonEmpty(entry.lastCwd) }, at);
        this.#out.title(nonEmpty(entry.sessionTitle) ?? nonEmpty(entry.title));
        return true;
      case 'message':
        this.#message(entry, record(entry.message) ?? {}, at);
        return true;
      case 'agent_turn_outcome':
        this.#turnEnded(text(entry.reason) ?? '', entry, at);
        return true;
      case 'todo_state':
        this.#out.plan(planOf(entry.todos), at);
        return true;
      case 'compaction_state':
        this.#out.compaction(nonEmpty(entry.summaryText), at);
        return true;
      case 'error':
        this.#out.limit(errorMessage(entry), at);
        return true;
      default:
        return entry.type === 'session_settings';
    }
  }

  #message(entry: JsonRecord, message: Fields, at: At): void {
    if (message.role === 'assistant') this.#assistant(entry, message, at);
    else if (message.role === 'user') this.#user(entry, message, at);
  }

  #assistant(entry: JsonRecord, message: Fields, at: At): void {
    this.#out.model(nonEmpty(message.modelId) ?? nonEmpty(entry.modelId), at);
    let calls = 0;
    let hasText = false;
    for (const part of blocks(message.content)) {
      const block = record(part);
      if (block?.type === 'text') {
        hasText = hasText || nonEmpty(block.text) !== undefined;
        this.#out.assistantText(text(block.text), at);
      } else if (block?.type === 'tool_use' && this.#call(block, at)) calls += 1;
    }
    // An answer without a call ends the turn; older files have no record of it.
    if (calls === 0 && hasText) this.#out.turnEnd(at);
  }

  #call(block: Fields, at: At): boolean {
    const callId = nonEmpty(block.id);
    const tool = nonEmpty(block.name);
    if (callId === undefined || tool === undefined) return false;
    const action = droidAction(tool, block.input);
    const input = record(block.input);
    const plan = tool === 'ExitSpecMode' ? nonEmpty(input?.plan) : undefined;
    this.#calls.set(callId, {
      tool,
      type: action.type,
      ...(action.type === 'ask' ? { question: action.question } : {}),
      ...(plan === undefined ? {} : { plan }),
    });
    this.#out.call(callId, tool, action, at);
    if (tool === 'TodoWrite') this.#out.plan(planOf(input?.todos), at);
    return true;
  }

  #user(entry: JsonRecord, message: Fields, at: At): void {
    let results = 0;
    const words: string[] = [];
    for (const part of blocks(message.content)) {
      const block = record(part);
      if (block?.type === 'tool_result') {
        results += 1;
        this.#result(block, at);
      } else if (block?.type === 'text') words.push(text(block.text) ?? '');
    }
    if (isInjected(entry, message)) return;
    const typed = words.filter((word) => !isReminder(word)).join('\n');
    if (typed.trim() === '') return;
    // Nothing marks an interruption: the next prompt comes while the last turn has neither answer nor outcome (0.225.2).
    if (results === 0 && this.#out.isWorking) this.#out.interruption(at);
    this.#out.request(typed, results > 0 ? 'queued' : 'prompt', at);
  }

  #result(block: Fields, at: At): void {
    const callId = nonEmpty(block.tool_use_id);
    if (callId === undefined) return;
    const call = this.#calls.get(callId);
    this.#calls.delete(callId);
    const content = contentText(block.content);
    const end = droidResult(content, block.is_error === true, call?.type === 'run');
    // What a file holds is on disk: a successful read or edit needs no output.
    const isFile = call?.type === 'read' || call?.type === 'edit';
    const output = isFile && end.outcome === 'ok' ? undefined : end.output;
    this.#out.result(callId, end.outcome, { exitCode: end.exitCode, output }, at);
    if (call?.type === 'ask' && end.outcome === 'ok') this.#out.request(content, 'answer', at, call.question);
    this.#out.planDocument(call?.plan, end.outcome === 'ok', at);
  }

  #turnEnded(reason: string, entry: JsonRecord, at: At): void {
    if (isCancelled(reason)) this.#out.interruption(at);
    else if (isFailed(reason)) this.#out.limit(errorMessage(entry), at);
    else if (this.#out.isWorking) this.#out.turnEnd(at);
  }
}

export function isCancelled(reason: string): boolean {
  return /cancel|interrupt|abort/i.test(reason);
}

export function isFailed(reason: string): boolean {
  return /error|fail|limit|exceed/i.test(reason);
}

/** Sent to the model only: tools, environment, skills (0.225.2 marks it, and names it after the request). */
export function isInjected(entry: JsonRecord, message: Fields): boolean {
  const visibility = message.visibility ?? entry.visibility;
  return visibility === 'llm_only' || (typeof entry.id === 'string' && entry.id.startsWith('context-'));
}

/** A whole block made by the harness; words of the human that only contain such a tag are theirs. */
export function isReminder(words: string): boolean {
  return /^\s*<system-(?:reminder|notification)>[\s\S]*<\/system-(?:reminder|notification)>\s*$/.test(words);
}

export function blocks(content: unknown): unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
}

/** Todos are text (`1. [completed] …`), such text in an object, or a list. */
function planOf(value: unknown): PlanItem[] | undefined {
  const todos = record(value)?.todos ?? value;
  if (typeof todos === 'string') return checklistItems(todos);
  if (!Array.isArray(todos)) return undefined;
  return todos.flatMap((todo) => {
    const fields = record(todo);
    const words = nonEmpty(fields?.content) ?? nonEmpty(fields?.text);
    return words === undefined ? [] : [{ text: words, status: planStatus(fields?.status) }];
  });
}

export function errorMessage(entry: JsonRecord): string | undefined {
  const error = record(entry.error);
  return (
    nonEmpty(error?.message) ?? nonEmpty(entry.message) ?? nonEmpty(entry.error) ?? nonEmpty(entry.reason)
  );
}

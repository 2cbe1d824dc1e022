import type { FileChange, PlanItem } from '../../model/session-event.ts';
import { contentText } from '../content-text.ts';
import { type EventWriter, outcomeOf } from '../event-writer.ts';
import { epochMs, finiteNumber, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { quickResult } from './quick-result.ts';
import { resultOf, typedText } from './text.ts';
import { isAskTool, piAction, piChanges } from './tools.ts';

type Fields = { [key: string]: unknown };
type At = number | undefined;

/** Entry types that tell nothing for a handoff; pi 1.6.0 documents them in docs/session-format.md. */
const IGNORED_TYPES = new Set(['thinking_level_change', 'usage', 'context_edit', 'custom_message', 'label']);
const IGNORED_ROLES = new Set(['system', 'custom', 'hookMessage', 'branchSummary', 'compactionSummary']);

/** Turns pi's entries, one by one along the active branch, into events. */
export class PiEvents {
  readonly #out: EventWriter;
  /** Paths that a tool read or wrote. */
  readonly #known = new Set<string>();
  /** Paths that an edit changed: what a summary lists beyond them was changed on another branch, or before a fork. */
  readonly #changed = new Set<string>();
  readonly #questions = new Map<string, string>();
  #lastMessageAt: At;
  #commands = 0;

  constructor(out: EventWriter) {
    this.#out = out;
  }

  /** Returns `false` for a type or a role that is not known. */
  read(entry: JsonRecord): boolean {
    const at = epochMs(entry.timestamp);
    switch (entry.type) {
      case 'session':
        this.#out.workspace({ directory: nonEmpty(entry.cwd) }, at);
        this.#out.model(nonEmpty(entry.modelId), at);
        return true;
      case 'message':
        return this.#message(record(entry.message) ?? {}, nonEmpty(entry.id), at);
      case 'model_change':
        this.#out.model(nonEmpty(entry.modelId), at);
        return true;
      case 'session_info':
        this.#out.title(nonEmpty(entry.name));
        return true;
      case 'compaction':
        this.#out.compaction(text(entry.summary), at);
        this.#changedElsewhere('compaction', entry, at);
        return true;
      case 'branch_summary':
        this.#changedElsewhere('branch_summary', entry, at);
        return true;
      case 'custom':
        this.#plan(record(entry.data)?.todos, at);
        return true;
      default:
        return typeof entry.type === 'string' && IGNORED_TYPES.has(entry.type);
    }
  }

  /** Reads a line without parsing it, where its bytes tell everything. */
  readQuickly(line: Buffer): boolean {
    const result = quickResult(line);
    if (!result) return false;
    this.#out.result(result.callId, 'ok', {}, epochMs(result.timestamp));
    this.#lastMessageAt = epochMs(result.messageTimestamp) ?? this.#lastMessageAt;
    return true;
  }

  #message(message: Fields, id: string | undefined, entryAt: At): boolean {
    const messageAt = epochMs(message.timestamp);
    const at = entryAt ?? messageAt;
    const role = text(message.role) ?? '';
    if (role === 'user') this.#request(message, messageAt, at);
    else if (role === 'assistant') this.#assistant(message, at);
    else if (role === 'toolResult') this.#result(message, at);
    else if (role === 'bashExecution') this.#command(message, id, at);
    else return IGNORED_ROLES.has(role);
    this.#lastMessageAt = messageAt ?? this.#lastMessageAt;
    return true;
  }

  #request(message: Fields, typedAt: At, at: At): void {
    const typed = typedText(contentText(message.content));
    // A prompt typed while the agent worked is written later, with the time at which it was typed (seen in 1.6.0).
    const isQueued =
      typedAt !== undefined && this.#lastMessageAt !== undefined && typedAt < this.#lastMessageAt;
    // A headless run that is stopped leaves no mark: the next prompt comes while the last one has no answer (1.6.0).
    if (!isQueued && typed.text.trim() !== '' && this.#out.isWorking) this.#out.interruption(at);
    this.#out.request(typed.text, typed.via ?? (isQueued ? 'queued' : 'prompt'), at);
  }

  #assistant(message: Fields, at: At): void {
    this.#out.model(nonEmpty(message.model), at);
    const stop = text(message.stopReason);
    // pi runs no call of a message that was cut (seen in real files: none has a result).
    const wasCut = stop === 'aborted' || stop === 'error';
    let calls = 0;
    for (const part of list(message.content)) {
      const block = record(part);
      if (block?.type === 'text') this.#out.assistantText(text(block.text), at);
      else if (block?.type === 'toolCall' && !wasCut && this.#call(block, at)) calls += 1;
    }
    const error = nonEmpty(message.errorMessage);
    if (stop === 'aborted') this.#out.interruption(at);
    else if (stop === 'error') this.#out.limit(error, at);
    else if (stop === 'length' && calls === 0)
      this.#out.limit(error ?? 'The answer reached the model’s output limit.', at, 'context');
    else if (stop === 'stop' && calls === 0) this.#out.turnEnd(at);
  }

  #call(block: Fields, at: At): boolean {
    const callId = nonEmpty(block.id);
    const tool = nonEmpty(block.name);
    if (callId === undefined || tool === undefined) return false;
    const action = piAction(tool, block.arguments, this.#known);
    if (action.type === 'edit') for (const change of action.changes) this.#changed.add(change.path);
    if (action.type === 'ask') this.#questions.set(callId, action.question);
    this.#out.call(callId, tool, action, at);
    return true;
  }

  #result(message: Fields, at: At): void {
    const callId = nonEmpty(message.toolCallId);
    const tool = text(message.toolName) ?? '';
    if (callId === undefined) return;
    const isError = message.isError === true;
    const end = resultOf(contentText(message.content), isError, tool === 'bash' || tool === 'powershell');
    // What a file holds is on disk: a file tool that succeeded needs no output.
    const isFile = tool === 'read' || tool === 'write' || tool === 'edit';
    const output = isFile && !isError ? undefined : end.output;
    const changes = this.#nestedChanges(message.nestedCalls);
    this.#out.result(callId, end.outcome, { exitCode: end.exitCode, output, changes }, at);
    const details = record(message.details);
    this.#plan(details?.todos, at);
    if (isAskTool(tool)) this.#out.request(text(details?.answer), 'answer', at, this.#questions.get(callId));
  }

  /** Calls that a tool made itself (pi 1.6.0, nested-tool-calls). */
  #nestedChanges(nested: unknown): FileChange[] {
    return list(record(nested)?.calls).flatMap((item) => {
      const call = record(item);
      const name = text(call?.name) ?? '';
      if (call?.status !== 'ok' || (name !== 'write' && name !== 'edit')) return [];
      return piChanges(name, nonEmpty(record(call.arguments)?.path), this.#known);
    });
  }

  /** A command that the human ran (`!command`). */
  #command(message: Fields, id: string | undefined, at: At): void {
    this.#commands += 1;
    const callId = id ?? `command-${this.#commands}`;
    const exitCode = finiteNumber(message.exitCode);
    const outcome = message.cancelled === true ? 'interrupted' : outcomeOf(exitCode ?? 0);
    this.#out.call(callId, 'bash', { type: 'run', command: text(message.command) ?? '' }, at, 'human');
    this.#out.result(callId, outcome, { exitCode, output: text(message.output) }, at);
  }

  /**
   * Tells a branch's summary, and the files that a summary lists and no edit of this branch names. The agent did not go to
   * work for that: an ended turn stays ended.
   */
  #changedElsewhere(tool: string, entry: JsonRecord, at: At): void {
    const wasWorking = this.#out.isWorking;
    const changes: FileChange[] = [];
    for (const path of list(record(entry.details)?.modifiedFiles)) {
      if (typeof path !== 'string' || path === '' || this.#changed.has(path)) continue;
      this.#changed.add(path);
      this.#known.add(path);
      changes.push({ path, change: 'update' });
    }
    if (changes.length > 0) {
      const callId = `${tool}-${nonEmpty(entry.id) ?? at ?? changes.length}`;
      this.#out.call(callId, tool, { type: 'edit', changes }, at);
      this.#out.result(callId, 'ok', {}, at);
    }
    if (tool === 'branch_summary') this.#out.assistantText(text(entry.summary), at);
    if (!wasWorking && this.#out.isWorking) this.#out.turnEnd(at);
  }

  /** The todo lists of pi's example extensions: `todo` (`{text, done}`) and `plan-mode` (`{text, completed}`). */
  #plan(todos: unknown, at: At): void {
    if (!Array.isArray(todos)) return;
    const items: PlanItem[] = [];
    for (const todo of todos) {
      const fields = record(todo);
      const words = nonEmpty(fields?.text);
      if (words === undefined) continue;
      const isDone = fields?.done === true || fields?.completed === true;
      items.push({ text: words, status: isDone ? 'completed' : 'pending' });
    }
    this.#out.plan(items, at);
  }
}

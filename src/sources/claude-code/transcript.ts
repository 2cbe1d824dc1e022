import type { EpochMs, SessionEvent } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { epochMs, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { Conversation } from './conversation.ts';
import { goalEvent } from './goals.ts';
import { limitOf } from './limits.ts';
import { isIgnoredAttachment, isIgnoredType, isThinking } from './line-kind.ts';
import { collectEdits } from './side-files.ts';
import { stamp } from './stamp.ts';
import { Titles } from './titles.ts';
import type { ToolCallHooks, ToolCalls } from './tool-calls.ts';
import { approvedPlan, compactionSummary, queuedText, type UserText, userText } from './user-text.ts';
import { Workspace } from './workspace.ts';

/** What a transcript is read for. */
export interface TranscriptOptions {
  emit(event: SessionEvent): void;
  subAgentChanges: ToolCallHooks['subAgentChanges'];
  /** The transcript is a sub-agent's own: its records are all sidechain, and its prompts the parent's. */
  ofSubAgent: boolean;
}

const UUID_LENGTH = 36;

/** What the agent writes in the model's name when it had nothing to send. */
const NO_RESPONSE = /^(?:No response requested\.|\(no content\))$/;

/**
 * Folds a transcript's records, in the order of the file, to session events.
 *
 * The order of the file and not a walk from the last leaf: parallel tool results hang on their own branches, and a walk
 * loses them. Only what a rewind took back is told as a `rollback`.
 */
export class Transcript {
  readonly #options: TranscriptOptions;
  readonly #conversation: Conversation;
  readonly #workspace: Workspace;
  readonly #seen = new Set<string>();
  readonly #titles = new Titles();
  #model: string | undefined;
  #goal: string | undefined;
  /** Version of the agent that wrote the last record. */
  version: string | undefined;
  /** Latest time in any record. */
  lastAt: EpochMs | undefined;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.#workspace = new Workspace(options.emit);
    this.#conversation = new Conversation({
      emit: options.emit,
      subAgentChanges: options.subAgentChanges,
      committed: (commit, at) => this.#workspace.committed(commit, at),
    });
  }

  get calls(): ToolCalls {
    return this.#conversation.calls;
  }

  /** Takes the next record; `false` when its type is not known. */
  add(entry: JsonRecord): boolean {
    const type = text(entry['type']);
    const at = epochMs(entry['timestamp']);
    if (at !== undefined && at > (this.lastAt ?? 0)) this.lastAt = at;
    switch (type) {
      case 'user':
      case 'assistant':
      case 'system':
      case 'attachment':
        if (type === 'attachment' && isIgnoredAttachment(entry)) return true;
        if (type === 'assistant' && isThinking(entry)) this.thinking();
        else if (!this.#isRepeated(entry)) this.#record(type, entry, at);
        return true;
      case 'progress':
        this.agentProgress(entry);
        return true;
      case 'queue-operation':
        this.#queueOperation(entry, at);
        return true;
      case 'custom-title':
      case 'ai-title':
      case 'summary':
        this.#titles.add(type, entry);
        return true;
      default:
        return type !== undefined && isIgnoredType(type);
    }
  }

  /** Resuming copied records in some builds; masked ids (`REDACTED`) are no ids. */
  #isRepeated(entry: JsonRecord): boolean {
    const uuid = text(entry['uuid']);
    if (uuid?.length !== UUID_LENGTH) return false;
    if (this.#seen.has(uuid)) return true;
    this.#seen.add(uuid);
    return false;
  }

  #record(
    type: 'user' | 'assistant' | 'system' | 'attachment',
    entry: JsonRecord,
    at: EpochMs | undefined,
  ): void {
    if (entry['isSidechain'] === true && !this.#options.ofSubAgent) {
      this.sidechain(entry);
      return;
    }
    this.version = nonEmpty(entry['version']) ?? this.version;
    this.#workspace.moved(entry, at);
    if (type === 'user') this.#user(entry, at);
    else if (type === 'assistant') this.#assistant(entry, at);
    else if (type === 'attachment') this.#attachment(record(entry['attachment']) ?? {}, at);
    else if (entry['subtype'] === 'compact_boundary') this.#conversation.compactionBoundary(at);
    else if (entry['subtype'] === 'turn_duration') this.#conversation.turns.ended(at);
  }

  /** Reasoning was skipped: the agent works. */
  thinking(): void {
    this.#conversation.turns.working();
  }

  /** A sub-agent's record inside its parent's transcript: only its edits count. */
  sidechain(entry: JsonRecord): void {
    this.#seenEdits('', entry);
  }

  agentProgress(entry: JsonRecord): void {
    const message = record(record(entry['data'])?.['message']);
    if (message) this.#seenEdits(text(entry['parentToolUseID']) ?? '', message);
  }

  #seenEdits(callId: string, entry: JsonRecord): void {
    const edits = new Map();
    collectEdits([entry], edits);
    const changes = [...edits.values()].flat();
    if (changes.length > 0) this.calls.seenChanges(callId, changes);
  }

  #user(entry: JsonRecord, at: EpochMs | undefined): void {
    const content = record(entry['message'])?.['content'];
    const blocks =
      typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).map(record);
    const results = blocks.filter((block) => block?.['type'] === 'tool_result');
    for (const block of results) this.calls.result(block ?? {}, entry['toolUseResult'], at);
    const words = blocks.flatMap((block) => (block?.['type'] === 'text' ? [text(block['text']) ?? ''] : []));
    if (words.length === 0) return;
    if (entry['isCompactSummary'] === true) {
      this.#conversation.compacted(compactionSummary(words.join('\n')), at);
      return;
    }
    if (entry['isMeta'] === true && !words.some((word) => word.startsWith('<task-notification>'))) return;
    if (results.length === 0) {
      this.#plainUser(entry, words, at);
      return;
    }
    // Words added to an approval ("Tab to amend") stand beside the result; so do reminders, which `userText` drops.
    for (const word of words) this.#conversation.userText(userText(word), 'queued', '', at);
  }

  #plainUser(entry: JsonRecord, words: readonly string[], at: EpochMs | undefined): void {
    const plan = approvedPlan(words.join('\n'), entry['planContent']);
    const parts: UserText[] =
      plan === undefined ? merged(words.map(userText)) : [{ kind: 'request', text: plan, via: 'prompt' }];
    const human = isHuman(entry);
    if (human && !parts.some((part) => part.kind === 'interruption' || part.kind === 'notification'))
      this.#conversation.prompted(entry['parentUuid'], at);
    for (const part of parts) {
      if (part.kind === 'request' && !human) continue;
      const via = plan === undefined ? undefined : 'plan';
      this.#conversation.userText(part, via, text(entry['uuid']) ?? '', at);
    }
  }

  #assistant(entry: JsonRecord, at: EpochMs | undefined): void {
    const message = record(entry['message']) ?? {};
    const blocks = list(message['content']).map(record);
    const words = blocks.flatMap((block) =>
      block?.['type'] === 'text' ? [nonEmpty(block['text']) ?? ''] : [],
    );
    if (entry['isApiErrorMessage'] === true) {
      const said = excerpt(words.join('\n').trim());
      this.#conversation.flushQueue();
      this.#conversation.turns.limited(limitOf(said, entry), said, at);
      return;
    }
    const model = nonEmpty(message['model']);
    if (model === '<synthetic>' && words.every((part) => NO_RESPONSE.test(part.trim()))) return;
    this.#conversation.flushQueue();
    this.#conversation.flushCompaction();
    if (model !== undefined && model !== '<synthetic>' && model !== this.#model) {
      this.#model = model;
      this.#options.emit({ kind: 'model', model, ...stamp(at) });
    }
    for (const block of blocks) this.#block(block ?? {}, message['stop_reason'], at);
    if (entry['isAbortedMidStream'] === true) this.#conversation.turns.interrupted(at);
  }

  #block(block: JsonRecord, stopReason: unknown, at: EpochMs | undefined): void {
    const turns = this.#conversation.turns;
    if (block['type'] === 'text') {
      const words = nonEmpty(block['text']);
      if (words === undefined) return;
      turns.said(stopReason, at);
      this.#options.emit({ kind: 'assistant-text', text: words, ...stamp(at) });
      return;
    }
    turns.working();
    if (block['type'] === 'tool_use') this.calls.call(block, at);
  }

  #attachment(attachment: JsonRecord, at: EpochMs | undefined): void {
    if (attachment['type'] === 'goal_status') this.#goalStatus(attachment, at);
    if (attachment['type'] !== 'queued_command' || attachment['isMeta'] === true) return;
    const prompt = attachment['prompt'];
    const words =
      typeof prompt === 'string'
        ? prompt
        : list(prompt)
            .flatMap((block) => text(record(block)?.['text']) ?? [])
            .join('\n');
    if (!this.#conversation.queue.attached(words)) return;
    const part = queuedText(words);
    const origin = text(record(attachment['origin'])?.['kind']) ?? 'human';
    const mode = text(attachment['commandMode']) ?? 'prompt';
    if ((origin === 'human' && mode === 'prompt') || part.kind === 'notification')
      this.#conversation.userText(part, 'queued', '', at);
  }

  #goalStatus(attachment: JsonRecord, at: EpochMs | undefined): void {
    const event = goalEvent(attachment, at);
    if (!event) return;
    const state = JSON.stringify([event.goal, event.status, event.reason]);
    if (state !== this.#goal) this.#options.emit(event);
    this.#goal = state;
  }

  #queueOperation(entry: JsonRecord, at: EpochMs | undefined): void {
    const queue = this.#conversation.queue;
    const content = nonEmpty(entry['content']);
    switch (entry['operation']) {
      case 'enqueue':
        if (content !== undefined) queue.enqueue({ text: content, ...stamp(at) });
        break;
      case 'dequeue':
        queue.dequeue();
        break;
      case 'remove':
        queue.remove(content, text(entry['reason']));
        break;
      case 'popAll':
        queue.popAll();
        break;
    }
  }

  /** Ends the fold: tells what was held back. */
  finish(): void {
    this.#conversation.finish();
  }

  title(): string | undefined {
    return this.#titles.title((uuid) => this.#seen.has(uuid));
  }
}

/** Text blocks beside each other are one prompt. */
function merged(parts: UserText[]): UserText[] {
  const result: UserText[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === 'request' && last?.kind === 'request') last.text += `\n${part.text}`;
    else result.push(part);
  }
  return result;
}

/** Newer builds name the author; in older ones only the text tells. */
function isHuman(entry: JsonRecord): boolean {
  const origin = text(record(entry['origin'])?.['kind']);
  if (origin !== undefined) return origin === 'human';
  return entry['promptSource'] !== 'system' && entry['rowSource'] !== 'harness';
}

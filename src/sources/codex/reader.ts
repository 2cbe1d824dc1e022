import type { ReadReport } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, finiteNumber, text } from '../fields.ts';
import { parseLine } from '../parse-record.ts';
import { Conversation } from './conversation.ts';
import { Emitter } from './emitter.ts';
import { readEvent } from './events.ts';
import { readItem } from './items.ts';
import { isBare, isIgnorable, isMeta, type RolloutRecord, rolloutRecord } from './records.ts';
import { ToolCalls } from './tool-calls.ts';
import { isSubAgent, Workspace } from './workspace.ts';

/** What the records of a rollout act on. */
export interface Session {
  out: Emitter;
  conversation: Conversation;
  calls: ToolCalls;
  workspace: Workspace;
}

/** Turns the lines of a rollout, or of a chain of them, into events. */
export class RolloutReader {
  readonly report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  readonly session: Session;
  #id = '';
  #bare = false;
  #first = true;
  /** Records before this are a copy of the parent's history. */
  #ownFrom: { ordinal?: number; at?: number } = {};
  #lastBroken = false;
  /** Until the thread's own meta line is met: the first one of another id. */
  #otherMeta: Record<string, unknown> | undefined;
  #metaUsed = false;

  constructor(emit: (event: SessionEvent) => void) {
    const out = new Emitter(emit);
    const conversation = new Conversation(out);
    const calls = new ToolCalls(out, conversation);
    this.session = { out, conversation, calls, workspace: new Workspace(out, calls) };
  }

  /** To be called before the first line of each file. @param id the thread's id, from the file's name. */
  start(id: string): void {
    this.#id = id;
    this.#first = true;
    this.#bare = false;
    this.#ownFrom = {};
    this.#otherMeta = undefined;
    this.#metaUsed = false;
  }

  line(line: Buffer): void {
    this.#lastBroken = false;
    if (isIgnorable(line, this.session.conversation.eventStream)) {
      this.report.records += 1;
      return;
    }
    const { records, broken } = parseLine(line);
    this.report.broken += broken;
    this.#lastBroken = broken === 1;
    for (const parsed of records) {
      // What is left of a damaged line tells the generation only where it is the meta line.
      if (this.#first && (broken === 0 || isMeta(parsed))) {
        this.#bare = isBare(parsed);
        this.#first = false;
      }
      if (this.#bare && 'payload' in parsed) this.#leaveBare();
      const known = this.#take(rolloutRecord(parsed, this.#bare));
      if (known) this.report.records += 1;
      // A fragment of a broken line is no record.
      else if (broken === 0) this.report.unknown += 1;
    }
  }

  /** A newer version went on with an old file: what its lines said has no twins among the events that come now. */
  #leaveBare(): void {
    this.#bare = false;
    this.session.conversation.settle();
  }

  /** @param torn the file does not end with a line break. */
  endFile(torn: boolean, oversized: number): void {
    this.report.broken += oversized;
    if (oversized === 1) this.report.warnings.push('A line is too long to be read; it was skipped.');
    else if (oversized > 1)
      this.report.warnings.push(`${oversized} lines are too long to be read; they were skipped.`);
    if (torn && this.#lastBroken)
      this.report.warnings.push('The last line is torn; everything before it was read.');
  }

  finish(): void {
    this.session.calls.turnEnded();
    this.session.conversation.finish();
  }

  /** @returns whether the record is of a known type. */
  #take(line: RolloutRecord): boolean {
    if (line.type === 'ignored') return true;
    this.session.out.at = epochMs(line.timestamp);
    if (line.type === 'session_meta') {
      this.#meta(line.payload);
      return true;
    }
    // A copy under another name: its meta line is as good as any.
    if (this.#otherMeta) this.#useMeta(this.#otherMeta);
    if (this.#isCopied(line)) return true;
    switch (line.type) {
      case 'turn_context':
        this.session.workspace.turnContext(line.payload);
        return true;
      case 'compacted':
        this.session.conversation.compacted(line.payload);
        return true;
      case 'response_item':
        return readItem(this.session, line.payload);
      case 'event_msg':
        return readEvent(this.session, line.payload);
      default:
        return false;
    }
  }

  /** Forks and sub-agents copy the meta lines of their ancestors: only the thread's own counts. */
  #meta(payload: Record<string, unknown>): void {
    const id = text(payload['id']);
    if (id === undefined || id === this.#id) this.#useMeta(payload);
    else if (!this.#metaUsed) this.#otherMeta ??= payload;
  }

  #useMeta(payload: Record<string, unknown>): void {
    this.#otherMeta = undefined;
    this.#metaUsed = true;
    this.session.workspace.meta(payload);
    if (isSubAgent(payload)) {
      const ordinal = finiteNumber(payload['subagent_history_start_ordinal']);
      const at = epochMs(payload['timestamp']);
      this.#ownFrom = { ...(ordinal === undefined ? {} : { ordinal }), ...(at === undefined ? {} : { at }) };
    }
  }

  /** A sub-agent's file may begin with its parent's history; numbered since 0.149, before that told by its age. */
  #isCopied(line: RolloutRecord): boolean {
    const { ordinal, at } = this.#ownFrom;
    if (ordinal !== undefined) return line.ordinal !== undefined && line.ordinal < ordinal;
    return at !== undefined && this.session.out.at !== undefined && this.session.out.at < at;
  }
}

import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, list, nonEmpty, record } from '../fields.ts';
import { contentTexts, functionResponses, humanInput } from '../gemini-cli/human-text.ts';
import { Timeline } from '../gemini-cli/timeline.ts';
import { questionsOf, toolAction } from '../gemini-cli/tool-action.ts';
import type { JsonRecord } from '../parse-record.ts';
import type { LineHead } from './lines.ts';
import { PlanBook } from './plan-book.ts';
import { callChanges } from './sub-agents.ts';
import { applySystemRecord } from './system-records.ts';
import { answersOf, toldResult } from './tool-results.ts';
import { typedText } from './typed-text.ts';

export interface TranscriptOptions {
  emit: (event: SessionEvent) => void;
  /** `<base>/projects/<folder>`: sub-agents' records are below it. Absent while describing: nothing else is opened. */
  project?: string;
  sessionId?: string;
  /** Whether a model record before the first one had token counts. */
  usageSeen?: boolean;
}

type When = { at?: number };

/** User records that a program wrote: notifications, timers, the goal loop. */
const NOT_TYPED = new Set(['notification', 'cron', 'goal_runtime']);

/**
 * Replays a Qwen Code transcript, whose records form a tree by `parentUuid`.
 *
 * The agent follows the parents of the last record. Here the same branch comes out of one pass: a record whose parent
 * is not the one before it takes back the requests that came after that parent. A parent that is missing (a torn file,
 * a file that lost its beginning) takes back nothing, where the agent would drop all that came before.
 */
export class Transcript {
  readonly timeline: Timeline;
  readonly plans: PlanBook;
  readonly #options: TranscriptOptions;
  /** Record to the number of requests up to it. */
  readonly #seen = new Map<string, number>();
  #lastUuid: string | undefined;
  /** The record that is complete when one with another uuid arrives: its fragments share the uuid. */
  #held: JsonRecord | undefined;
  /** Records behind the held one that are no events. */
  #passed: LineHead[] = [];
  #usageSeen: boolean;
  /** A slash command whose text goes to the model with the next user record. */
  command: string | undefined;
  title: string | undefined;
  goal: string | undefined;
  unknown = 0;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.timeline = new Timeline(options.emit);
    this.plans = new PlanBook(this.timeline);
    this.#usageSeen = options.usageSeen ?? false;
  }

  /** A record that is no event: only its place in the tree counts. */
  pass(head: LineHead): void {
    if (this.#held) this.#passed.push(head);
    else this.#place(head);
  }

  take(entry: JsonRecord): void {
    const held = this.#held;
    if (held && held['uuid'] === entry['uuid'] && held['type'] === entry['type']) {
      this.#held = joined(held, entry);
      return;
    }
    this.#release();
    this.#held = entry;
  }

  /** Applies the record that is still held back. */
  settle(): void {
    this.#release();
    this.timeline.endTurn();
  }

  finish(): void {
    this.settle();
    if (this.title !== undefined) this.timeline.send({ kind: 'title', title: this.title });
  }

  #release(): void {
    const entry = this.#held;
    if (!entry) return;
    this.#held = undefined;
    const at = epochMs(entry['timestamp']);
    const uuid = nonEmpty(entry['uuid']) ?? '';
    const again = this.#seen.has(uuid);
    this.#place({ uuid, parentUuid: nonEmpty(entry['parentUuid']) }, at);
    // A record that was written twice says nothing new, but for the calls of a model record.
    if (again) this.#calls(entry, at === undefined ? {} : { at });
    else this.#apply(entry, at);
    this.#seen.set(uuid, this.timeline.requests);
    for (const head of this.#passed) this.#place(head);
    this.#passed = [];
  }

  /** Puts a record into the tree, and takes back what its branch leaves out. */
  #place(head: Pick<LineHead, 'uuid' | 'parentUuid'>, at?: number): void {
    if (this.#seen.has(head.uuid)) return;
    if (this.#lastUuid !== undefined && head.parentUuid !== this.#lastUuid) {
      const kept = head.parentUuid === undefined ? 0 : this.#seen.get(head.parentUuid);
      if (kept !== undefined) this.timeline.rollBack(kept, at);
    }
    this.#lastUuid = head.uuid;
    this.#seen.set(head.uuid, this.timeline.requests);
  }

  #apply(entry: JsonRecord, at: number | undefined): void {
    const when = at === undefined ? {} : { at };
    if (entry['isSidechain'] === true) return;
    this.#workspace(entry, at);
    if (entry['type'] === 'user') this.#user(entry, when);
    else if (entry['type'] === 'assistant') this.#model(entry, when);
    else if (entry['type'] === 'tool_result') this.#results(entry, when);
    else if (entry['type'] === 'system') {
      if (!applySystemRecord(this, entry, when)) this.unknown += 1;
    } else this.unknown += 1;
  }

  #workspace(entry: JsonRecord, at: number | undefined): void {
    const directory = nonEmpty(entry['cwd']);
    const branch = nonEmpty(entry['gitBranch']);
    if (directory !== undefined || branch !== undefined)
      this.timeline.workspace(
        { ...(directory !== undefined && { directory }), ...(branch !== undefined && { branch }) },
        at,
      );
  }

  #user(entry: JsonRecord, when: When): void {
    const subtype = nonEmpty(entry['subtype']);
    const provenance = nonEmpty(entry['provenance']);
    if (NOT_TYPED.has(subtype ?? '') || (provenance !== undefined && provenance !== 'real_user')) return;
    const command = this.command;
    this.command = undefined;
    const parts = record(entry['message'])?.['parts'];
    const shown = nonEmpty(record(entry['systemPayload'])?.['displayText']);
    const input = humanInput(shown === undefined ? contentTexts(parts) : [shown]);
    if (!input) return;
    if (input.kind === 'command') {
      this.timeline.humanCommand(input, when.at);
      return;
    }
    if (command !== undefined) {
      const given = command.replace(/^\S+\s*/, '').trim();
      this.timeline.request({ text: given === '' ? command : given, via: 'command', ...when });
      return;
    }
    const queued = input.kind === 'steering' || subtype === 'mid_turn_user_message';
    const text = typedText(input.text, nonEmpty(entry['cwd']));
    this.timeline.request({ text, via: queued ? 'queued' : 'prompt', ...when });
  }

  #model(entry: JsonRecord, when: When): void {
    const parts = list(record(entry['message'])?.['parts']);
    this.timeline.model(nonEmpty(entry['model']), when.at);
    const text = contentTexts(parts).join('');
    if (text.trim() !== '') this.timeline.send({ kind: 'assistant-text', text, ...when });
    const calls = this.#calls(entry, when);
    const counted = record(entry['usageMetadata']) !== undefined;
    // A stream that was cut leaves its text without token counts, and no other mark (seen in 0.24.4 and 0.14).
    if (calls > 0) this.timeline.stops(undefined);
    else if (!counted && this.#usageSeen) this.timeline.stops({ kind: 'interruption', ...when });
    else this.timeline.stops(text.trim() === '' ? undefined : { kind: 'turn-end', ...when });
    this.#usageSeen ||= counted;
  }

  /** How many calls a model record has; each is sent once. */
  #calls(entry: JsonRecord, when: When): number {
    const calls = list(record(entry['message'])?.['parts'])
      .map((part) => record(record(part)?.['functionCall']))
      .filter((call) => call !== undefined);
    for (const call of calls) this.#call(call, when);
    return calls.length;
  }

  #call(call: JsonRecord, when: When): void {
    const callId = nonEmpty(call['id']);
    const tool = nonEmpty(call['name']);
    if (callId === undefined || tool === undefined || this.timeline.knows(callId)) return;
    const args = record(call['args']) ?? {};
    this.timeline.call({ callId, tool, action: toolAction(tool, args), ...when });
    if (tool === 'ask_user_question') this.timeline.ask(callId, questionsOf(args));
    this.plans.called(callId, tool, args, when);
  }

  #results(entry: JsonRecord, when: When): void {
    const twin = record(entry['toolCallResult']);
    for (const response of functionResponses(record(entry['message'])?.['parts'])) {
      const callId = nonEmpty(response['id']) ?? nonEmpty(twin?.['callId']) ?? '';
      const own = twin?.['callId'] === undefined || twin['callId'] === callId ? twin : undefined;
      this.#result(callId, response, own, when);
    }
  }

  #result(callId: string, response: JsonRecord, twin: JsonRecord | undefined, when: When): void {
    const tool = nonEmpty(response['name']) ?? '';
    const told = toldResult(tool, response, twin);
    if (tool === 'agent' || tool === 'task') {
      const { project, sessionId } = this.#options;
      const changes = project && sessionId ? callChanges(project, sessionId, callId) : [];
      if (changes.length > 0) told.changes = changes;
    }
    if (!this.timeline.result({ callId, ...told, ...when })) return;
    const isCancelled = told.outcome === 'interrupted' || twin?.['status'] === 'cancelled';
    this.timeline.stops(isCancelled ? { kind: 'interruption', ...when } : undefined);
    const questions = this.timeline.takeQuestions(callId);
    if (tool === 'ask_user_question' && told.outcome === 'ok')
      for (const answer of answersOf(response, twin, questions))
        this.timeline.request({ ...answer, via: 'answer', ...when });
    this.plans.finished(callId, tool, told, twin?.['resultDisplay'], when);
  }
}

/** Fragments of one record, joined: the parts in order, the other fields of the first that has them. */
function joined(first: JsonRecord, next: JsonRecord): JsonRecord {
  const parts = [first, next].flatMap((entry) => list(record(entry['message'])?.['parts']));
  return { ...next, ...first, message: { ...record(first['message']), parts } };
}

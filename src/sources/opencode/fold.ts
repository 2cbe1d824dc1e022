import type { ReadReport, SessionEnding } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { FileStatuses } from './file-changes.ts';
import { planItems } from './plan.ts';
import { SHELL_NOTICE, typedCommand, typedText } from './requests.ts';
import { StepFold } from './step-fold.ts';
import { type StoredMessage, type StoredPart, type StoredSession, timed } from './stored.ts';
import { endingOf, type StepFacts, turnState } from './turn.ts';

type Emit = (event: SessionEvent) => void;

/** An assistant message after which no other has come yet. */
interface OpenTurn {
  info: JsonRecord;
  facts: StepFacts;
}

/** Parts that carry nothing for the events, but are known. */
const KNOWN_USER_PARTS: ReadonlySet<unknown> = new Set([
  'text',
  'file',
  'agent',
  'subtask',
  'compaction',
  'patch',
  'snapshot',
]);

/**
 * Turns messages into events. Messages at and behind the session's revert marker are left out: the human took them back.
 */
export class SessionFold {
  readonly report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  /** How the run ended as far as the messages so far tell; `undefined` while none of them tells. */
  ending: SessionEnding | undefined;
  readonly #emit: Emit;
  readonly #session: StoredSession;
  readonly #revert: { message: string; part: string | undefined } | undefined;
  readonly #steps: StepFold;
  readonly #statuses = new FileStatuses();
  #directory: string | undefined;
  #model: string | undefined;
  #open: OpenTurn | undefined;
  /** The last assistant message, for telling prompts that were typed while it ran. */
  #lastAssistant: JsonRecord | undefined;
  #lastRequest = '';
  /** The next assistant message is the human's own command. */
  #shell = false;
  #compaction: { overflow: boolean; auto: boolean } | undefined;
  /** After a compaction that an overflow caused, the agent repeats the last request. */
  #replay = false;

  constructor(session: StoredSession, emit: Emit) {
    this.#session = session;
    this.#emit = emit;
    const revert = record(session.info['revert']);
    const message = nonEmpty(revert?.['messageID']);
    this.#revert = message ? { message, part: nonEmpty(revert?.['partID']) } : undefined;
    this.#steps = new StepFold(emit, this.report, this.#statuses);
    this.#statuses.add(record(session.info['summary'])?.['diffs']);
  }

  /** All of the session. */
  read(): ReadReport {
    this.#workspace(
      text(this.#session.info['directory']),
      epochMs(record(this.#session.info['time'])?.['created']),
    );
    for (const message of this.#session.messages()) if (!this.add(message)) break;
    this.end();
    this.#todos();
    const title = sessionTitle(this.#session.info);
    if (title) this.#emit({ kind: 'title', title });
    this.report.warnings.push(...new Set(this.#session.warnings));
    return this.report;
  }

  /** `false` at the revert marker: nothing behind it counts. */
  add(message: StoredMessage): boolean {
    const cut = this.#revert && isAtOrBehind(message.id, this.#revert.message);
    const part = message.id === this.#revert?.message ? this.#revert.part : undefined;
    if (cut && !part) return false;
    this.report.records += 1;
    const parts = part ? before(message.parts(), part) : message.parts();
    if (!message.info) this.report.broken += 1;
    else if (message.info['role'] === 'user') this.#user(message.info, parts);
    else if (message.info['role'] === 'assistant') this.#assistant(message.info, parts);
    else this.report.unknown += 1;
    return !cut;
  }

  /** No more messages come. */
  end(): void {
    this.#settle();
  }

  #user(info: JsonRecord, stored: Iterable<StoredPart>): void {
    const parts = [...stored].flatMap(({ data }) => this.#known(data));
    const at = epochMs(record(info['time'])?.['created']);
    const compaction = parts.find((part) => part['type'] === 'compaction');
    this.#shell = parts.some((part) => part['synthetic'] === true && part['text'] === SHELL_NOTICE);
    this.#request(parts, info, at);
    const auto = compaction?.['auto'] === true;
    if (compaction) this.#compaction = { overflow: compaction['overflow'] === true, auto };
    // A command of the human's own, or a compaction asked for, says nothing about the run before it.
    if (!this.#shell && !(compaction && !auto)) this.ending = 'interrupted';
  }

  #known(part: JsonRecord | undefined): JsonRecord[] {
    this.report.records += 1;
    if (!part) {
      this.report.broken += 1;
      return [];
    }
    if (!KNOWN_USER_PARTS.has(part['type'])) this.report.unknown += 1;
    return [part];
  }

  #request(parts: JsonRecord[], info: JsonRecord, at: number | undefined): void {
    const words = typedText(parts);
    const subtask = parts.find((part) => part['type'] === 'subtask');
    const command = subtask && typedCommand(subtask);
    const request = words === '' && subtask && !command ? (text(subtask['prompt']) ?? '').trim() : words;
    const queued = this.#typedWhileWorking(info);
    // A queued prompt does not end the turn in which it was typed.
    if (!queued) this.#settle();
    this.#statuses.add(record(info['summary'])?.['diffs']);
    const repeated = this.#replay && request === this.#lastRequest;
    this.#replay = false;
    if (request !== '' && !repeated) {
      this.#lastRequest = request;
      this.#emit({ kind: 'request', text: request, via: queued ? 'queued' : 'prompt', ...timed(at) });
    }
    if (command) this.#emit({ kind: 'request', text: command, via: 'command', ...timed(at) });
  }

  #typedWhileWorking(info: JsonRecord): boolean {
    const created = epochMs(record(info['time'])?.['created']);
    const completed = epochMs(record(this.#lastAssistant?.['time'])?.['completed']);
    return created !== undefined && completed !== undefined && completed > created;
  }

  #assistant(info: JsonRecord, parts: Iterable<StoredPart>): void {
    const at = epochMs(record(info['time'])?.['created']);
    const summary = info['summary'] === true;
    const path = record(info['path']);
    this.#statuses.root = text(path?.['root']) ?? this.#statuses.root;
    if (!summary) {
      this.#workspace(text(path?.['cwd']), at);
      this.#modelOf(info, at);
    }
    this.#lastAssistant = info;
    const facts = this.#steps.message(info, parts, {
      byHuman: this.#shell,
      directory: this.#directory,
      summary,
    });
    if (this.#shell) {
      this.#shell = false;
      return;
    }
    this.#open = { info, facts };
    if (summary) this.#summarised(info, at);
    else this.ending = endingOf(turnState(info, facts));
  }

  /** A compaction that went through is no turn of its own. */
  #summarised(info: JsonRecord, at: number | undefined): void {
    const done = info['error'] === undefined && record(info['time'])?.['completed'] !== undefined;
    if (!done) {
      this.ending = 'interrupted';
      return;
    }
    this.#open = undefined;
    const summary = this.#steps.said();
    this.#emit({ kind: 'compaction', ...(summary === '' ? {} : { summary }), ...timed(at) });
    this.#replay = this.#compaction?.overflow === true;
    if (this.#compaction?.auto) this.ending = 'interrupted';
    this.#compaction = undefined;
  }

  /** The open assistant message was the last of its turn: what its record says about that. */
  #settle(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const state = turnState(open.info, open.facts);
    const time = record(open.info['time']);
    const at = timed(epochMs(time?.['completed'] ?? time?.['created']));
    if (state === 'finished') this.#emit({ kind: 'turn-end', ...at });
    else if (state === 'stopped') this.#emit({ kind: 'interruption', ...at });
    else if (typeof state === 'object') this.#emit({ kind: 'limit', ...state, ...at });
  }

  #workspace(directory: string | undefined, at: number | undefined): void {
    if (!directory || directory === this.#directory) return;
    const branch = this.#directory === undefined ? this.#session.facts.branch : undefined;
    this.#directory = directory;
    this.#emit({ kind: 'workspace', directory, ...(branch ? { branch } : {}), ...timed(at) });
  }

  #modelOf(info: JsonRecord, at: number | undefined): void {
    const model = modelName(info['providerID'], info['modelID']);
    if (!model || model === this.#model) return;
    this.#model = model;
    this.#emit({ kind: 'model', model, ...timed(at) });
  }

  /** The todo table is what the agent shows; it may be newer than the last call in this line of messages. */
  #todos(): void {
    if (this.#revert) return;
    const todos = this.#session.todos();
    const items = planItems(todos?.items);
    if (items.length === 0 || this.#steps.isPlan(items)) return;
    this.#emit({ kind: 'plan', items, ...timed(epochMs(todos?.updatedAt)) });
  }
}

/** `provider/model`, as the agent's own command line takes it. */
export function modelName(provider: unknown, model: unknown): string | undefined {
  const name = nonEmpty(model);
  const provided = nonEmpty(provider);
  return name && provided ? `${provided}/${name}` : name;
}

/** The title, unless it is the placeholder of a session that has none yet. */
export function sessionTitle(info: JsonRecord): string | undefined {
  const title = nonEmpty(info['title']);
  return title && !/^(?:New|Child) session - \d{4}-\d\d-\d\dT/.test(title) ? title : undefined;
}

/** Ids begin with their time, so that they sort as they were made (OpenCode source, session/revert.ts); masked ones do not. */
function isAtOrBehind(id: string, marker: string): boolean {
  return id === marker || (id.startsWith('msg_') && marker.startsWith('msg_') && id > marker);
}

function* before(parts: Iterable<StoredPart>, marker: string): Iterable<StoredPart> {
  for (const part of parts) {
    if (part.id === marker) return;
    yield part;
  }
}

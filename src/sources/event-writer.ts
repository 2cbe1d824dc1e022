import type {
  EpochMs,
  LimitEvent,
  PlanItem,
  RequestVia,
  SessionEvent,
  ToolAction,
  ToolOutcome,
  ToolResultEvent,
  WorkspaceEvent,
} from '../model/session-event.ts';
import { excerpt } from '../text/excerpt.ts';
import { limitKind, readableMessage } from './limit-message.ts';

type At = EpochMs | undefined;
type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * The last step of a reader: makes events of the values that a record holds, and keeps the promises of the model that
 * no single record can keep.
 *
 * - an absent value makes no event, an absent field no key
 * - a result without its call is dropped
 * - `model` and `workspace` are sent only when they change
 * - the last title is sent once, by `end`
 * - output is cut to its excerpt
 *
 * It also knows whether the agent is at work, for stores that do not mark an interruption: a prompt that comes meanwhile,
 * and was not typed meanwhile, tells that the run before it was stopped.
 */
export class EventWriter {
  readonly #send: (event: SessionEvent) => void;
  readonly #calls = new Set<string>();
  /** One per request: whether it is a message of its own, not a refusal or an answer. */
  readonly #requests: boolean[] = [];
  #model: string | undefined;
  #workspace: Optional<WorkspaceEvent> = {};
  #title: string | undefined;
  readonly #humanCalls = new Set<string>();
  #isWorking = false;

  constructor(send: (event: SessionEvent) => void) {
    this.#send = send;
  }

  /** A request or a call of the agent was sent, and no end of the turn since. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  request(text: string | undefined, via: RequestVia, at: At, question?: string): void {
    if (text === undefined || text.trim() === '') return;
    this.#isWorking = true;
    this.#requests.push(via !== 'refusal' && via !== 'answer');
    this.#send(compact({ kind: 'request', text, via, question, at }));
  }

  assistantText(text: string | undefined, at: At): void {
    if (text === undefined || text.trim() === '') return;
    this.#isWorking = true;
    this.#send(compact({ kind: 'assistant-text', text, at }));
  }

  call(callId: string, tool: string, action: ToolAction, at: At, by?: 'human'): void {
    this.#calls.add(callId);
    if (by === 'human') this.#humanCalls.add(callId);
    else this.#isWorking = true;
    this.#send(compact({ kind: 'tool-call', callId, tool, action, by, at }));
  }

  hasCall(callId: string): boolean {
    return this.#calls.has(callId);
  }

  result(
    callId: string,
    outcome: ToolOutcome,
    fields: Optional<Pick<ToolResultEvent, 'exitCode' | 'output' | 'changes'>>,
    at: At,
  ): void {
    if (!this.#calls.has(callId)) return;
    if (!this.#humanCalls.has(callId)) this.#isWorking = true;
    const output = fields.output?.trim();
    this.#send(
      compact({
        kind: 'tool-result',
        callId,
        outcome,
        exitCode: fields.exitCode,
        output: output ? excerpt(output) : undefined,
        changes: fields.changes?.length ? fields.changes : undefined,
        at,
      }),
    );
  }

  plan(items: PlanItem[] | undefined, at: At): void {
    if (items) this.#send(compact({ kind: 'plan', items, at }));
  }

  planDocument(text: string | undefined, approved: boolean, at: At): void {
    if (text === undefined || text.trim() === '') return;
    this.#send(compact({ kind: 'plan-document', text, approved, at }));
  }

  compaction(summary: string | undefined, at: At): void {
    this.#send(compact({ kind: 'compaction', summary: summary?.trim() ? summary : undefined, at }));
  }

  interruption(at: At): void {
    this.#isWorking = false;
    this.#send(compact({ kind: 'interruption', at }));
  }

  /** `message` is the service's own; which limit it tells of is read from it unless `limit` says it. */
  limit(message: string | undefined, at: At, limit?: LimitEvent['limit']): void {
    const words = message?.trim() ? message : 'The model’s service failed.';
    const kind = limit ?? limitKind(words);
    this.#isWorking = false;
    this.#send(compact({ kind: 'limit', limit: kind, message: readableMessage(words), at }));
  }

  turnEnd(at: At): void {
    this.#isWorking = false;
    this.#send(compact({ kind: 'turn-end', at }));
  }

  /** `messages`: how many of the human's messages were taken back; refusals and answers among them go along. */
  rollback(messages: number, at: At): void {
    let first = this.#requests.length;
    for (let left = messages; left > 0 && first > 0; ) {
      first -= 1;
      if (this.#requests[first]) left -= 1;
    }
    const turns = this.#requests.length - first;
    this.#requests.length = first;
    if (turns > 0) this.#send(compact({ kind: 'rollback', turns, at }));
  }

  goal(goal: string | undefined, status: string | undefined, reason: string | undefined, at: At): void {
    if (goal !== undefined) this.#send(compact({ kind: 'goal', goal, status, reason, at }));
  }

  /** A record that only lacks fields changes nothing. */
  workspace(fields: Optional<Omit<WorkspaceEvent, 'kind' | 'at'>>, at: At): void {
    const before = this.#workspace;
    const changed = (['directory', 'branch', 'commit', 'remote'] as const).some(
      (field) => fields[field] !== undefined && fields[field] !== before[field],
    );
    if (!changed) return;
    this.#workspace = { ...before, ...compact(fields) };
    this.#send(compact({ kind: 'workspace', ...fields, at }));
  }

  model(model: string | undefined, at: At): void {
    if (model === undefined || model === this.#model) return;
    this.#model = model;
    this.#send(compact({ kind: 'model', model, at }));
  }

  title(title: string | undefined): void {
    this.#title = title ?? this.#title;
  }

  end(): void {
    if (this.#title !== undefined) this.#send({ kind: 'title', title: this.#title });
  }
}

/** An object without the keys whose value is `undefined`: optional fields are left out, not set. */
export function compact<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: { [key: string]: unknown } = {};
  // The objects are literals of ours, made by the hundred thousand: no list of their entries.
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** What a command's exit code says about its outcome. */
export function outcomeOf(exitCode: number): ToolOutcome {
  return exitCode === 0 ? 'ok' : 'failed';
}

import type {
  InterruptionEvent,
  LimitEvent,
  RequestEvent,
  SessionEvent,
  ToolAction,
  ToolCallEvent,
  ToolResultEvent,
  TurnEndEvent,
  WorkspaceEvent,
} from '../../model/session-event.ts';

/** How a turn stopped. */
export type TurnStop = TurnEndEvent | InterruptionEvent | LimitEvent;

/**
 * What the records of one session become: events in order, each call and each result once.
 *
 * Neither Gemini CLI nor Qwen Code marks the end of a turn, so how a turn stopped is held back until the next request
 * (or the end of the file) shows that nothing followed it: an error that was retried is not the end of anything.
 */
export class Timeline {
  readonly #emit: (event: SessionEvent) => void;
  readonly #calls = new Map<string, boolean>();
  readonly #questions = new Map<string, string[]>();
  #stop: TurnStop | undefined;
  #requests = 0;
  #model: string | undefined;
  #place: Omit<WorkspaceEvent, 'kind' | 'at'> = {};

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit;
  }

  /** Requests sent so far that no rollback has taken back. */
  get requests(): number {
    return this.#requests;
  }

  get stop(): TurnStop | undefined {
    return this.#stop;
  }

  /** Events that need no bookkeeping: text, plans, compactions, goals. */
  send(event: SessionEvent): void {
    this.#emit(event);
  }

  request(event: Omit<RequestEvent, 'kind'>): void {
    this.endTurn();
    this.#requests += 1;
    this.#emit({ kind: 'request', ...event });
  }

  knows(callId: string): boolean {
    return this.#calls.has(callId);
  }

  hasResult(callId: string): boolean {
    return this.#calls.get(callId) === true;
  }

  /** Sends a call unless it was sent before. */
  call(event: Omit<ToolCallEvent, 'kind'>): void {
    if (this.#calls.has(event.callId)) return;
    this.#calls.set(event.callId, false);
    this.#emit({ kind: 'tool-call', ...event });
  }

  /** Sends the first result of a call that was sent; anything else is dropped. */
  result(event: Omit<ToolResultEvent, 'kind'>): boolean {
    if (this.#calls.get(event.callId) !== false) return false;
    this.#calls.set(event.callId, true);
    this.#emit({ kind: 'tool-result', ...event });
    return true;
  }

  /** Keeps the questions of an `ask` call until its answers arrive. */
  ask(callId: string, questions: string[]): void {
    this.#questions.set(callId, questions);
  }

  takeQuestions(callId: string): string[] {
    const questions = this.#questions.get(callId) ?? [];
    this.#questions.delete(callId);
    return questions;
  }

  /** How the turn stopped as far as known; `undefined` when it went on after all. */
  stops(stop: TurnStop | undefined): void {
    this.#stop = stop;
  }

  /** Nothing more belongs to this turn. */
  endTurn(): void {
    if (this.#stop) this.#emit(this.#stop);
    this.#stop = undefined;
  }

  /** Takes back every request after the first `kept` ones. */
  rollBack(kept: number, at: number | undefined): void {
    const turns = this.#requests - kept;
    if (turns <= 0) return;
    this.#stop = undefined;
    this.#requests = kept;
    this.#emit({ kind: 'rollback', turns, ...(at !== undefined && { at }) });
  }

  model(model: string | undefined, at: number | undefined): void {
    if (model === undefined || model === this.#model) return;
    this.#model = model;
    this.#emit({ kind: 'model', model, ...(at !== undefined && { at }) });
  }

  /** Sends the place when one of the given fields is new. */
  workspace(place: Omit<WorkspaceEvent, 'kind' | 'at'>, at: number | undefined): void {
    const next = { ...this.#place, ...place };
    if (next.directory === this.#place.directory && next.branch === this.#place.branch) return;
    this.#place = next;
    this.#emit({ kind: 'workspace', ...next, ...(at !== undefined && { at }) });
  }

  /** A command that the human ran in the agent's shell mode: call and result at once. */
  humanCommand(run: { command: string; output: string; exitCode?: number }, at: number | undefined): void {
    this.endTurn();
    const callId = `human-${this.#calls.size + 1}`;
    const action: ToolAction = { type: 'run', command: run.command };
    const when = at === undefined ? {} : { at };
    this.call({ callId, tool: 'shell', action, by: 'human', ...when });
    this.result({
      callId,
      outcome: run.exitCode === undefined || run.exitCode === 0 ? 'ok' : 'failed',
      ...(run.exitCode !== undefined && { exitCode: run.exitCode }),
      output: run.output,
      ...when,
    });
  }
}

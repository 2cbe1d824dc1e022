import type { EpochMs, RequestVia, SessionEvent } from '../../model/session-event.ts';
import { PromptQueue } from './prompt-queue.ts';
import { RequestStack } from './request-stack.ts';
import { stamp } from './stamp.ts';
import { type ToolCallHooks, ToolCalls } from './tool-calls.ts';
import { Turns } from './turns.ts';
import { queuedText, type UserText } from './user-text.ts';

/** What the human said, and how the agent's turns went: the part of the fold that several records together tell. */
export class Conversation {
  readonly #emit: (event: SessionEvent) => void;
  readonly turns: Turns;
  readonly calls: ToolCalls;
  readonly queue = new PromptQueue();
  readonly #requests = new RequestStack();
  /** A boundary was met whose summary, the next record, was not. */
  #boundary: { at?: EpochMs } | undefined;
  /** The human's own command whose output has not come yet. */
  #shellCall: string | undefined;

  constructor(hooks: Pick<ToolCallHooks, 'emit' | 'subAgentChanges' | 'committed'>) {
    this.#emit = hooks.emit;
    this.turns = new Turns(hooks.emit);
    this.calls = new ToolCalls({
      ...hooks,
      words: (words, at) => this.request(words.text, words.via, at, words.question),
    });
  }

  /** `via` where the record, and not the text, tells how the words came. */
  userText(part: UserText, via: RequestVia | undefined, recordId: string, at: EpochMs | undefined): void {
    switch (part.kind) {
      case 'request':
        this.request(part.text, part.via === 'command' ? 'command' : (via ?? 'prompt'), at);
        break;
      case 'interruption':
        this.flushQueue();
        this.turns.interrupted(at);
        break;
      case 'notification':
        // It starts a turn of its own, so the one before has ended.
        this.#closeTurn();
        this.calls.notified(part.notification, at);
        break;
      case 'shell':
        this.#shell(part.command, part.output, recordId, at);
        break;
      case 'summary':
        this.compacted(part.summary, at);
        break;
      case 'injected':
        break;
    }
  }

  request(words: string, via: RequestVia, at: EpochMs | undefined, question?: string): void {
    if (via === 'prompt' || via === 'command' || via === 'plan') {
      this.flushQueue();
      this.#closeTurn();
      this.calls.newTurn();
    }
    this.flushCompaction();
    this.#requests.told();
    this.turns.working();
    this.#emit({
      kind: 'request',
      text: words,
      via,
      ...(question === undefined ? {} : { question }),
      ...stamp(at),
    });
  }

  /** A plain user record: where it hangs tells whether the human went back to before an earlier one. */
  prompted(parentUuid: unknown, at: EpochMs | undefined): void {
    if (typeof parentUuid !== 'string' && parentUuid !== null) return;
    const turns = this.#requests.prompt(parentUuid);
    if (turns > 0) this.#emit({ kind: 'rollback', turns, ...stamp(at) });
  }

  #shell(
    command: string | undefined,
    output: string | undefined,
    recordId: string,
    at: EpochMs | undefined,
  ): void {
    if (command !== undefined) {
      this.#shellCall = `!${recordId}`;
      this.#emit({
        kind: 'tool-call',
        callId: this.#shellCall,
        tool: '!',
        action: { type: 'run', command },
        by: 'human',
        ...stamp(at),
      });
    }
    if (output === undefined || this.#shellCall === undefined) return;
    // The exit code is not recorded.
    this.#emit({
      kind: 'tool-result',
      callId: this.#shellCall,
      outcome: 'ok',
      ...(output === '' ? {} : { output }),
      ...stamp(at),
    });
    this.#shellCall = undefined;
  }

  compactionBoundary(at: EpochMs | undefined): void {
    this.flushCompaction();
    this.#closeTurn();
    this.#boundary = stamp(at);
    this.#requests.compacted();
  }

  compacted(summary: string, at: EpochMs | undefined): void {
    this.#boundary = undefined;
    this.#requests.compacted();
    this.#emit({ kind: 'compaction', ...(summary === '' ? {} : { summary }), ...stamp(at) });
  }

  flushCompaction(): void {
    if (!this.#boundary) return;
    this.#emit({ kind: 'compaction', ...this.#boundary });
    this.#boundary = undefined;
  }

  flushQueue(): void {
    for (const prompt of this.queue.takeUntold())
      this.userText(queuedText(prompt.text), 'queued', '', prompt.at);
  }

  #closeTurn(): void {
    if (!this.calls.waiting) this.turns.closeIfSaid();
  }

  /** Ends the fold: tells what was held back. */
  finish(): void {
    for (const prompt of this.queue.rest()) this.userText(queuedText(prompt.text), 'queued', '', prompt.at);
    this.flushCompaction();
    this.#closeTurn();
    this.calls.finish();
  }
}

import type { FileChange, ToolAction } from '../../model/session-event.ts';
import type { Conversation } from './conversation.ts';
import type { Emitter } from './emitter.ts';
import type { CallOutput } from './outputs.ts';

/** What is known of a call that was sent. */
export interface Call {
  action: ToolAction;
  state: 'open' | 'running' | 'done';
  /** Of a run, whatever its action: the command's text. */
  command?: string;
  /** For a question: id of each, to its words. */
  questions?: Map<string, string>;
}

/** Calls that ended are remembered, so that a second record of the same end is known for one; this many. */
const MAX_REMEMBERED_CALLS = 4096;

/** Sends calls and their ends, each end once. */
export class CallBook {
  readonly #out: Emitter;
  readonly #conversation: Conversation;
  readonly #calls = new Map<string, Call>();
  /** Calls that go on in the background. */
  readonly #running = new Set<string>();

  constructor(out: Emitter, conversation: Conversation) {
    this.#out = out;
    this.#conversation = conversation;
  }

  get(callId: string): Call | undefined {
    return this.#calls.get(callId);
  }

  open(callId: string, tool: string, action: ToolAction, command?: string): void {
    this.#conversation.work();
    this.#calls.set(callId, { action, state: 'open', ...(command === undefined ? {} : { command }) });
    this.#out.send({ kind: 'tool-call', callId, tool, action });
    if (this.#calls.size > MAX_REMEMBERED_CALLS) this.#forget();
  }

  /** A call that was left running may end once more; one that ended does not, and one that is unknown neither. */
  end(callId: string, result: CallOutput, changes: FileChange[] = []): void {
    const call = this.#calls.get(callId);
    if (!call || call.state === 'done' || (call.state === 'running' && result.outcome === 'running')) return;
    call.state = result.outcome === 'running' ? 'running' : 'done';
    if (call.state === 'running') this.#running.add(callId);
    else this.#running.delete(callId);
    this.#conversation.settle();
    const { sessionId: _, outcome, ...fields } = result;
    this.#out.send({
      kind: 'tool-result',
      callId,
      outcome: foundNothing(call, result) ? 'ok' : outcome,
      ...fields,
      ...(changes.length > 0 ? { changes } : {}),
    });
    if (result.outcome === 'refused') this.#conversation.refused();
  }

  /** A command that the human ran: over when it is told. */
  human(callId: string, command: string, result: CallOutput): void {
    this.#conversation.settle();
    const action: ToolAction = { type: 'run', command };
    this.#out.send({ kind: 'tool-call', callId, tool: 'shell', action, by: 'human' });
    this.#out.send({ kind: 'tool-result', callId, ...result });
  }

  /** The call that goes on with this command. */
  runningCommand(command: string): string | undefined {
    for (const callId of this.#running) if (this.#calls.get(callId)?.command === command) return callId;
    return undefined;
  }

  #forget(): void {
    for (const [callId, call] of this.#calls) {
      if (call.state === 'done') this.#calls.delete(callId);
      if (this.#calls.size <= MAX_REMEMBERED_CALLS / 2) return;
    }
  }
}

/** A search without a match ends with code 1 and says nothing: no failure. */
function foundNothing(call: Call, result: CallOutput): boolean {
  return call.action.type === 'search' && result.exitCode === 1 && result.output === undefined;
}

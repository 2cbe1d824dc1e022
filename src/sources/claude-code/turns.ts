import type { EpochMs, LimitEvent, SessionEvent } from '../../model/session-event.ts';
import { stamp } from './stamp.ts';

type TurnState =
  | 'idle'
  | 'working'
  /** The model said something that may be the last of its turn. */
  | 'said'
  | 'interrupted'
  | 'limited';

/**
 * Tells where turns end.
 *
 * `system/turn_duration` is the agent's own mark (since 2.1.1, interactive only). Without it the turn ended when the
 * model's last record is a text and the next is a new prompt, or nothing: `stop_reason` cannot be asked, for nearly all
 * records before 2.1.197 have null.
 */
export class Turns {
  #state: TurnState = 'idle';
  #saidAt: EpochMs | undefined;

  readonly #emit: (event: SessionEvent) => void;

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit;
  }

  working(): void {
    this.#state = 'working';
  }

  said(stopReason: unknown, at: EpochMs | undefined): void {
    this.#state = stopReason === 'tool_use' ? 'working' : 'said';
    this.#saidAt = at;
  }

  /** `turn_duration`: also behind an interrupted or limited turn, which did not end by itself. */
  ended(at: EpochMs | undefined): void {
    if (this.#state === 'working' || this.#state === 'said') this.#emit({ kind: 'turn-end', ...stamp(at) });
    this.#state = 'idle';
  }

  /** A new prompt, or the end of the record, while no call is open. */
  closeIfSaid(): void {
    if (this.#state === 'said') this.ended(this.#saidAt);
  }

  /** The notice follows the aborted text, and a refused call: one interruption each time. */
  interrupted(at: EpochMs | undefined): void {
    if (this.#state !== 'interrupted') this.#emit({ kind: 'interruption', ...stamp(at) });
    this.#state = 'interrupted';
  }

  limited(limit: LimitEvent['limit'], message: string, at: EpochMs | undefined): void {
    this.#state = 'limited';
    this.#emit({ kind: 'limit', limit, message, ...stamp(at) });
  }
}

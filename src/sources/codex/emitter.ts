import type { EpochMs, SessionEvent } from '../../model/session-event.ts';

/** Sends events with the time of the record that is being read. */
export class Emitter {
  /** Time of the current record. */
  at: EpochMs | undefined;
  readonly #emit: (event: SessionEvent) => void;

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit;
  }

  send(event: SessionEvent, at: EpochMs | undefined = this.at): void {
    // Every event is made for this call: it can take its time as it is.
    if (at !== undefined) event.at = at;
    this.#emit(event);
  }
}

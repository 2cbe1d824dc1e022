import type { SessionEnding } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';

const LIMITS = { usage: 'usage-limit', context: 'context-limit', error: 'error' } as const;

/** How a session's last run ended, as its events tell. */
export class EndingTracker {
  ending: SessionEnding = 'unknown';
  /** The question that waits. */
  #asked: string | undefined;

  see(event: SessionEvent): void {
    switch (event.kind) {
      case 'request':
      case 'assistant-text':
        // Until its turn ends, a run that goes no further was killed.
        this.ending = 'interrupted';
        break;
      case 'tool-call':
        if (event.by === 'human') break;
        this.#asked = event.action.type === 'ask' ? event.callId : this.#asked;
        this.ending = event.action.type === 'ask' ? 'waiting' : 'interrupted';
        break;
      case 'tool-result':
        if (this.ending === 'waiting' && event.callId === this.#asked) this.ending = 'interrupted';
        break;
      case 'turn-end':
        this.ending = 'finished';
        break;
      case 'interruption':
        this.ending = 'interrupted';
        break;
      case 'limit':
        this.ending = LIMITS[event.limit];
        break;
    }
  }
}

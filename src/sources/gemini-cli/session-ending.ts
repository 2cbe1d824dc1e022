import type { SessionEnding } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';

const LIMIT_ENDINGS = { usage: 'usage-limit', context: 'context-limit', error: 'error' } as const;

/** How the run ended, from its last events; an activity that nothing concludes was cut. */
export function endingOf(events: readonly SessionEvent[]): SessionEnding {
  let ending: SessionEnding = 'unknown';
  let asked: string | undefined;
  for (const event of events) {
    switch (event.kind) {
      case 'turn-end':
        ending = 'finished';
        break;
      case 'interruption':
        ending = 'interrupted';
        break;
      case 'limit':
        ending = LIMIT_ENDINGS[event.limit];
        break;
      case 'rollback':
        ending = 'unknown';
        break;
      case 'tool-call':
        asked = event.action.type === 'ask' ? event.callId : undefined;
        ending = asked === undefined ? 'interrupted' : 'waiting';
        break;
      case 'tool-result':
      case 'request':
      case 'assistant-text':
        if (event.kind === 'tool-result' && event.callId !== asked && ending === 'waiting') break;
        asked = undefined;
        ending = 'interrupted';
        break;
      default:
    }
  }
  return ending;
}

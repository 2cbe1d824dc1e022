import type { SessionEnding } from '../model/session.ts';
import { cutTokens } from '../text/cut.ts';
import { unfinishedCall } from './failures.ts';
import type { Timeline } from './timeline.ts';

export interface Ending {
  ending: SessionEnding;
  /** For `waiting`: the question. For a limit: its message. Else the agent's last words, if it said any in this turn. */
  detail: string;
}

/** How the session ended, from what its record holds last. */
export function endingOf(timeline: Timeline): Ending {
  const words = lastWords(timeline);
  switch (timeline.last) {
    case 'none':
      return { ending: 'unknown', detail: '' };
    case 'limit': {
      const limit = timeline.limit?.limit;
      const ending = limit === 'usage' ? 'usage-limit' : limit === 'context' ? 'context-limit' : 'error';
      return { ending, detail: timeline.limit?.message ?? '' };
    }
    case 'interruption':
    case 'request':
    case 'result':
      return { ending: 'interrupted', detail: words };
    case 'call': {
      const asked = timeline.actions.at(-1);
      if (asked?.kind === 'ask' && asked.outcome === undefined)
        return { ending: 'waiting', detail: asked.detail };
      return { ending: unfinishedCall(timeline) ? 'interrupted' : 'unknown', detail: words };
    }
    case 'text':
    case 'turn-end': {
      const question = trailingQuestion(words);
      return question ? { ending: 'waiting', detail: question } : { ending: 'finished', detail: words };
    }
    default:
      return timeline.last satisfies never;
  }
}

/** What the agent said last, if that was after the human's last message. */
function lastWords(timeline: Timeline): string {
  const statement = timeline.statements.at(-1);
  const request = timeline.requests.at(-1);
  if (!statement || (request && statement.turn < request.turn)) return '';
  return statement.text;
}

/** The question with which a text ends, if it ends with one. */
function trailingQuestion(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.findLast((line) => !/^[-*•\d(]/.test(line)) ?? lines.at(-1) ?? '';
  if (!/[?？]["')\]*_]*$/.test(last)) return '';
  const sentence = /[^.!?。！？]*[?？]["')\]*_]*$/.exec(last)?.[0] ?? last;
  return cutTokens(sentence.trim(), 300);
}

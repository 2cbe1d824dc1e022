import type { SessionEnding } from '../../model/session.ts';
import type { LimitEvent } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** What of an assistant message's last step tells how its turn went on. */
export interface StepFacts {
  /** A question to the human is open. */
  asking: boolean;
  /** The human refused a call, without words: the agent stops there (OpenCode source, session/processor.ts). */
  refused: boolean;
  /** The step has tool calls whose results go back to the model. */
  tools: boolean;
  said: boolean;
  /** Error of the last retry, when nothing came after it. */
  retry: JsonRecord | undefined;
}

export const noFacts = (): StepFacts => ({
  asking: false,
  refused: false,
  tools: false,
  said: false,
  retry: undefined,
});

export type Limit = Pick<LimitEvent, 'limit' | 'message'>;

/**
 * `stopped` is recorded, `cut` is not: the agent's loop would have gone on with another message.
 */
export type TurnState = 'finished' | 'stopped' | 'cut' | 'asking' | Limit;

/** How an assistant message leaves its turn when no other assistant message follows. */
export function turnState(info: JsonRecord, facts: StepFacts): TurnState {
  const error = record(info['error']);
  if (error) return errorState(error);
  if (facts.asking) return 'asking';
  if (record(info['time'])?.['completed'] === undefined)
    return facts.retry ? errorState(facts.retry) : 'stopped';
  if (facts.refused) return 'stopped';
  const finish = text(info['finish']);
  // Messages before 1.0 do not tell; some providers say `stop` although the step has calls, and the loop goes on.
  if (finish === undefined) return facts.said && !facts.tools ? 'finished' : 'cut';
  if (finish === 'tool-calls' || finish === 'unknown') return 'cut';
  return facts.tools ? 'cut' : 'finished';
}

export function endingOf(state: TurnState): SessionEnding {
  if (state === 'finished') return 'finished';
  if (state === 'asking') return 'waiting';
  if (state === 'stopped' || state === 'cut') return 'interrupted';
  return state.limit === 'error' ? 'error' : `${state.limit}-limit`;
}

/** HTTP status codes that mean "not now" or "not without paying". */
const USAGE_STATUS = new Set([402, 429]);
const USAGE_WORDS =
  /rate.?limit|usage.?limit|limit reached|quota|too many requests|insufficient[ _](?:credit|fund|balance)|billing/i;

/** `{name, data: {message, statusCode?, …}}`, as in messages and in retry parts. */
function errorState(error: JsonRecord): TurnState {
  const name = text(error['name']) ?? '';
  const data = record(error['data']) ?? {};
  if (name === 'MessageAbortedError') return 'stopped';
  const message = excerpt(
    nonEmpty(data['message']) ?? nonEmpty(error['message']) ?? (name || 'Unknown error'),
  );
  if (name === 'ContextOverflowError') return { limit: 'context', message };
  if (name === 'MessageOutputLengthError')
    return { limit: 'error', message: 'The output limit was reached.' };
  const usage = USAGE_STATUS.has(data['statusCode'] as number) || USAGE_WORDS.test(message);
  return { limit: usage ? 'usage' : 'error', message };
}

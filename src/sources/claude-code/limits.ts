import type { LimitEvent } from '../../model/session-event.ts';
import type { JsonRecord } from '../parse-record.ts';

const CONTEXT = /prompt is too long|context (?:window|limit)|conversation (?:is )?too long/i;
const USAGE =
  /usage limit|limit reached|hit your [\w -]{0,60}limit|rate.?limit|credit balance|out of (?:extra )?usage|usage credits|spend limit|quota/i;

/** What kind of failure an `isApiErrorMessage` record tells; `error` is one of a fixed set in newer builds, else the text tells. */
export function limitOf(message: string, entry: JsonRecord): LimitEvent['limit'] {
  if (CONTEXT.test(message)) return 'context';
  const kind = entry['error'];
  if (kind === 'rate_limit' || kind === 'billing_error' || entry['apiErrorStatus'] === 429) return 'usage';
  return USAGE.test(message) ? 'usage' : 'error';
}

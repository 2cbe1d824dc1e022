import { record } from '../fields.ts';

/**
 * Why a turn failed, from `codex_error_info` and the message; pure.
 *
 * The info is a word, or an object whose only key is the word (Codex source, `CodexErrorInfo`); rollouts spell it
 * in snake case, the app server in camel case.
 */
export function limitOf(info: unknown, message: string): 'usage' | 'context' | 'error' {
  const [detail] = Object.values(record(info) ?? {});
  if (record(detail)?.['http_status_code'] === 429 || record(detail)?.['httpStatusCode'] === 429)
    return 'usage';
  const word = (typeof info === 'string' ? info : (Object.keys(record(info) ?? {})[0] ?? '')).toLowerCase();
  switch (word.replaceAll('_', '')) {
    case 'contextwindowexceeded':
      return 'context';
    case 'usagelimitexceeded':
    case 'ratelimitexceeded':
    case 'sessionbudgetexceeded':
      return 'usage';
    case '':
    case 'other':
      break;
    default:
      return 'error';
  }
  if (/\bcontext (?:window|length)\b|ran out of room/i.test(message)) return 'context';
  return /\b(?:usage|rate) limit\b|\bquota\b|\b429\b/i.test(message) ? 'usage' : 'error';
}

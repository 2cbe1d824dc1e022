import type { TurnStop } from './timeline.ts';

/**
 * What a notice (record type `info`, `warning`, `error`) says about the turn; `undefined` for the many that say nothing.
 *
 * Texts: Gemini CLI 0.61.0, useGeminiStream and errorParsing. A usage limit in a headless run leaves no record at all.
 */
export function noticeStop(
  type: 'info' | 'warning' | 'error',
  text: string,
  at: number | undefined,
): TurnStop | undefined {
  const when = at === undefined ? {} : { at };
  const message = text.trim();
  if (type !== 'error') {
    if (
      /^(Request cancelled\.|User cancelled the request\.|Agent execution (stopped|blocked):)/.test(message)
    )
      return { kind: 'interruption', ...when };
    if (/^A potential loop was detected\b.*\bhalted/.test(message)) return { kind: 'interruption', ...when };
    if (/might exceed the (remaining )?context window limit/.test(message))
      return { kind: 'limit', limit: 'context', message, ...when };
    if (/^The session has reached the maximum number of turns/.test(message))
      return { kind: 'limit', limit: 'error', message, ...when };
    return undefined;
  }
  if (!/^\[API Error|^Model stream |^Invalid stream |^The model /i.test(message)) return undefined;
  return { kind: 'limit', limit: limitKind(message), message, ...when };
}

/** Which limit the message of a failed model call tells of. */
export function limitKind(message: string): 'usage' | 'context' | 'error' {
  if (
    /\b429\b|quota|rate.?limit|usage limit|RESOURCE_EXHAUSTED|too many requests|request limit/i.test(message)
  )
    return 'usage';
  return /context (window|length)|maximum context|token (count|limit)|too many tokens|input.*too long/i.test(
    message,
  )
    ? 'context'
    : 'error';
}

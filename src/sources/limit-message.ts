import type { LimitEvent } from '../model/session-event.ts';

const USAGE =
  /\b429\b|rate.?limit|usage.?limit|quota|too many requests|insufficient.?(?:credit|balance|funds)|billing|payment required|\b402\b|resource_exhausted/i;
const CONTEXT =
  /context.{0,20}(?:window|length|limit|overflow|exceed)|prompt is too long|too many tokens|maximum.{0,20}tokens|request too large|\b413\b/i;

/** A message may carry the service's whole answer; what it is about stands at its beginning. */
const MAX_MESSAGE_CHARS = 4000;

/** Which limit an error message of a model's service tells of. */
export function limitKind(message: string): LimitEvent['limit'] {
  const beginning = message.slice(0, MAX_MESSAGE_CHARS);
  if (USAGE.test(beginning)) return 'usage';
  return CONTEXT.test(beginning) ? 'context' : 'error';
}

/**
 * The sentence for people in an error message that carries the service's JSON answer (`429: {"message":"…"}`), with
 * what stands before the JSON; any other message as it is.
 */
export function readableMessage(whole: string): string {
  const message = whole.slice(0, MAX_MESSAGE_CHARS);
  const start = message.indexOf('{');
  if (start === -1) return message.trim();
  const inner = /"message"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(message.slice(start))?.[1];
  if (inner === undefined) return message.trim();
  const unescaped = inner.replace(/\\(["\\/])/g, '$1').replace(/\\[nrt]/g, ' ');
  return `${message.slice(0, start).trim()} ${unescaped}`.trim();
}

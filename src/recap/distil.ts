import type { RecapMessage } from './build-recap.ts';

/** How many of the newest older messages are shown beside the first request. */
const NEWEST_OLDER = 6;

/**
 * What older turns were about, without a model: the request that began it, and the last ones before the tail.
 * Empty when there are none.
 */
export function distilOlderTurns(
  older: readonly RecapMessage[],
  line: (message: RecapMessage) => string,
): string {
  const spoken = older.filter(
    (message) => (message.role === 'user' || message.role === 'assistant') && message.text.trim() !== '',
  );
  if (spoken.length === 0) return '';
  const first = spoken.find((message) => message.role === 'user') ?? spoken[0];
  const newest = spoken.slice(-NEWEST_OLDER).filter((message) => message !== first);
  const skipped = spoken.length - newest.length - 1;
  return [
    `Earlier (${spoken.length} ${spoken.length === 1 ? 'message' : 'messages'}):`,
    ...(first ? [line(first)] : []),
    ...(skipped > 0 ? [`• … ${skipped} more`] : []),
    ...newest.map(line),
  ].join('\n');
}

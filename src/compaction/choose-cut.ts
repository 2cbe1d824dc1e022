import type { MessageRecord } from '../model/session-record.ts';

/**
 * Where to cut a conversation in two: what stands before the index is summed up, the rest stays word for word.
 *
 * The rest is at most `keepTokens` long where that is possible, and never begins with a tool's result: a call and its
 * results stay together. Where one of the human's messages is near, the cut is made there.
 *
 * @returns an index in `messages`; `undefined` when nothing could be summed up
 */
export function chooseCut(
  messages: readonly MessageRecord[],
  tokens: readonly number[],
  keepTokens: number,
): number | undefined {
  let kept = 0;
  let cut: number | undefined;
  let lastSafe: number | undefined;
  for (let index = messages.length - 1; index > 0; index--) {
    kept += tokens[index] ?? 0;
    if (messages[index]?.role === 'tool') continue;
    lastSafe ??= index;
    if (kept > keepTokens) break;
    cut = index;
  }
  if (cut === undefined) return lastSafe;
  const request = messages.findIndex((message, index) => index >= (cut ?? 0) && message.role === 'user');
  const lost = request === -1 ? Number.POSITIVE_INFINITY : sum(tokens.slice(cut, request));
  return lost <= keepTokens / 2 ? request : cut;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

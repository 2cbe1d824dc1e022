import type { MessageRecord } from '../model/session-record.ts';

/** Of a longer session only the first requests are searched, in UTF-16 units. */
export const SEARCHED_CHARS = 200_000;

/** What `SessionStore.search` looks in: the title, and what the human asked. */
export function searchedText(title: string | undefined, messages: Iterable<MessageRecord>): string {
  let text = title ?? '';
  for (const message of messages) {
    if (text.length >= SEARCHED_CHARS) break;
    if (isSearched(message)) text += `\n${message.content}`;
  }
  return text.slice(0, SEARCHED_CHARS);
}

/** What a goal loop or a workflow says to its agent is no word of the human. */
export function isSearched(message: MessageRecord): boolean {
  return message.role === 'user' && !message.metadata?.['injected'];
}

/** Letters, digits and `_`, in lower case: how every store splits a text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}

/** Whether each of the asked words begins one of the text. Signs alone match nothing. */
export function matchesWords(text: string, asked: readonly string[]): boolean {
  const wanted = asked.flatMap(wordsOf);
  if (wanted.length === 0) return false;
  const words = wordsOf(text);
  return wanted.every((word) => words.some((candidate) => candidate.startsWith(word)));
}

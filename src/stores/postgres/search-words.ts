import type { MessageRecord } from '../../model/session-record.ts';
import { MAX_WORDS_CHARS } from './schema.ts';

/**
 * Distinct words: runs of letters, digits and marks, lower case. Made here and not by PostgreSQL's parser, which takes
 * `src/parser.ts` for one word and whose letters depend on the server's locale. Longer words are cut at 64 characters, also
 * those that are searched for, which keeps them findable.
 */
export function wordsOf(text: string): string[] {
  const words = text
    .slice(0, MAX_WORDS_CHARS)
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/([\p{L}\p{N}\p{M}]{1,64})[\p{L}\p{N}\p{M}]*/gu);
  return [...new Set(Array.from(words, ([, word = '']) => word))];
}

/** Words of a request of the human, separated by spaces; null for any other message. */
export function requestWords({ role, content, metadata }: MessageRecord): string | null {
  if (role !== 'user' || typeof content !== 'string' || metadata?.['injected']) return null;
  const words = wordsOf(content).join(' ');
  return words === '' ? null : words;
}

/** What a session is found by besides its requests. */
export function facetsOf(session: {
  source: string;
  project: string;
  isRoot: boolean;
  title?: string | undefined;
}): string[] {
  const { source, project, isRoot, title = '' } = session;
  return [`:p:${project}`, `:s:${source}`, isRoot ? ':root' : ':child', ...wordsOf(title)];
}

/** A tsquery that nothing in the words can break out of; undefined when there is nothing to look for. */
export function searchQuery(
  words: readonly string[],
  { projects, source, rootsOnly }: { projects?: readonly string[]; source?: string; rootsOnly?: boolean },
): string | undefined {
  const wanted = [...new Set(words.flatMap(wordsOf))];
  if (wanted.length === 0 || projects?.length === 0) return undefined;
  const terms = wanted.map((word) => `${quoted(word)}:*`);
  if (projects !== undefined)
    terms.push(`(${projects.map((project) => quoted(`:p:${project}`)).join(' | ')})`);
  if (source !== undefined) terms.push(quoted(`:s:${source}`));
  if (rootsOnly === true) terms.push(quoted(':root'));
  return terms.join(' & ');
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

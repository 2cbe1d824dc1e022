import type { MessageRecord } from '../../model/session-record.ts';
import { isSearched, SEARCHED_CHARS, wordsOf } from '../search-words.ts';

/** Longer words are cut, also those that are looked for: an entry of PostgreSQL's index is limited. */
const LONGEST_WORD = /^.{0,64}/su;

/**
 * Distinct words as every store splits them. Not by PostgreSQL's parser: it takes `src/parser.ts` for one word, and which
 * letters it knows depends on the server's locale.
 */
export function distinctWords(text: string): string[] {
  const words = wordsOf(text.slice(0, SEARCHED_CHARS).normalize('NFC'));
  return [...new Set(words.map((word) => LONGEST_WORD.exec(word)?.[0] ?? ''))];
}

/** Words of a request of the human, separated by spaces; null for any other message. */
export function requestWords(message: MessageRecord): string | null {
  if (!isSearched(message) || typeof message.content !== 'string') return null;
  const words = distinctWords(message.content).join(' ');
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
  return [`:p:${project}`, `:s:${source}`, isRoot ? ':root' : ':child', ...distinctWords(title)];
}

/** How projects and sources stand in the index of words. */
export function facetLexemes({
  projects = [],
  source,
}: {
  projects?: readonly string[];
  source?: string;
}): string[] {
  const lexemes = [...new Set(projects)].map((project) => `:p:${project}`);
  return source === undefined ? lexemes : [...lexemes, `:s:${source}`];
}

/** A tsquery that nothing in the words can break out of; undefined when there is nothing to look for. */
export function searchQuery(
  words: readonly string[],
  { projects, source, rootsOnly }: { projects?: readonly string[]; source?: string; rootsOnly?: boolean },
): string | undefined {
  const wanted = [...new Set(words.flatMap(distinctWords))];
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

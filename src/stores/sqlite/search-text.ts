import { createHash } from 'node:crypto';

/** A text as it is indexed and looked for: one form of each accented letter, nothing that SQLite cannot take. */
export function searchable(text: string): string {
  return text.replace(/[\0-\x1f]|\p{Surrogate}/gu, ' ').normalize('NFC');
}

/** One word of the index that stands for a project, so that a search meets that project's sessions alone. */
export function projectWord(project: string): string {
  return `p${createHash('sha256').update(project).digest('hex').slice(0, 16)}`;
}

/** Whether FTS5's `unicode61` finds a word in a text: it knows letters, digits and private signs. */
function hasWord(text: string): boolean {
  return /[\p{L}\p{N}\p{Co}]/u.test(text);
}

/**
 * The words as an expression of FTS5, each the beginning of a word; nothing of them is its syntax, for they are quoted.
 * `undefined` when one of them can begin no word.
 */
export function matchExpression(
  words: readonly string[],
  projects: readonly string[] | undefined,
): string | undefined {
  const wanted = [...new Set(words.map((word) => searchable(word).trim()))];
  if (wanted.length === 0 || !wanted.every(hasWord)) return undefined;
  const text = `text : (${wanted.map((word) => `${quoted(word)} *`).join(' AND ')})`;
  if (projects === undefined) return text;
  const of = [...new Set(projects)].map((project) => quoted(projectWord(project)));
  return `project : (${of.join(' OR ')}) AND ${text}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

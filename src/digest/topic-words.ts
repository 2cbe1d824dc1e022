import { baseName } from './paths.ts';

/**
 * How much of each file's name a text speaks of without naming the file: "resume shows the wrong branch" is about
 * `resume.go`. A word that few names have says more; a longer name needs more of its words. About 0 to 3.
 */
export function topicMatches(paths: Iterable<string>, text: string): Map<string, number> {
  const said = new Set(wordsOf(text));
  const names = new Map<string, Set<string>>();
  const owners = new Map<string, number>();
  for (const path of paths) {
    const words = new Set(wordsOf(nameOf(path)));
    names.set(path, words);
    for (const word of words) owners.set(word, (owners.get(word) ?? 0) + 1);
  }
  const matches = new Map<string, number>();
  for (const [path, words] of names) {
    let whole = 0;
    let matched = 0;
    for (const word of words) {
      const weight = Math.log(1 + names.size / (owners.get(word) ?? 1));
      whole += weight;
      if (said.has(word)) matched += weight;
    }
    if (matched > 0) matches.set(path, matched / Math.sqrt(whole));
  }
  return matches;
}

/** Folder and name, without the kind of file. */
function nameOf(path: string): string {
  const folder = baseName(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  return `${folder} ${baseName(path).replace(/\.[^.]*$/, '')}`;
}

function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return apart.match(/\p{L}[\p{L}\p{N}]{2,}/gu) ?? [];
}

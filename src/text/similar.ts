/** How far apart two names may be to be taken for one mistyped: insertions, deletions, substitutions. */
const MOST_EDITS = 2;

/** The name that somebody probably meant; `undefined` when none is close. */
export function similar(typed: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.min(MOST_EDITS, Math.ceil(typed.length / 2)) + 1;
  for (const name of names) {
    const edits = typed.length > 2 && name.startsWith(typed) ? 0.5 : editDistance(typed, name);
    if (edits >= fewest) continue;
    best = name;
    fewest = edits;
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

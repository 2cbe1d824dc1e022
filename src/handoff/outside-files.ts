/** Files below one directory outside the workspace, by names that are short and still tell where they are. */
export interface OutsideFiles {
  paths: string[];
  /** What the short names mean; absent where every path stands as it is. */
  note?: string;
}

/** A note costs as much as one long path: fewer files, or a short way to them, are not worth it. */
const FEWEST = 3;
const SHORTEST_PARENT = 12;

/**
 * Work in another directory than the session's own names every file by its absolute path: fifteen of those take more room
 * than there is. Of the directory that holds most of them, only its last name is kept, and said once where that is.
 *
 * @param paths relative to the workspace, or absolute
 */
export function shortenOutside(paths: readonly string[]): OutsideFiles {
  const directory = bestDirectory(paths);
  if (directory === undefined) return { paths: [...paths] };
  const parent = directory.slice(0, directory.lastIndexOf('/'));
  const name = directory.slice(parent.length + 1);
  return {
    paths: paths.map((path) => (path.startsWith(`${directory}/`) ? path.slice(parent.length + 1) : path)),
    note: `${name}/ is in ${parent}`,
  };
}

function bestDirectory(paths: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const path of paths.filter(isAbsolute))
    for (const directory of directoriesOf(path)) counts.set(directory, (counts.get(directory) ?? 0) + 1);
  const taken = new Set(paths.filter((path) => !isAbsolute(path)).map((path) => path.split('/')[0]));
  let best: { directory: string; count: number } | undefined;
  for (const [directory, count] of counts) {
    const parent = directory.lastIndexOf('/');
    // The same name at the top of the workspace would be another directory.
    if (count < FEWEST || parent < SHORTEST_PARENT || taken.has(directory.slice(parent + 1))) continue;
    // Of those that hold the same files the topmost: `shop/src/a.ts` tells more than `src/a.ts`.
    const more = count - (best?.count ?? 0) || (best?.directory.length ?? 0) - directory.length;
    if (more > 0) best = { directory, count };
  }
  return best?.directory;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~/') || /^[A-Za-z]:\//.test(path);
}

/** `/a/b` and `/a` of `/a/b/c.ts`. */
function directoriesOf(path: string): string[] {
  const directories: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    directories.push(path.slice(0, end));
  return directories;
}

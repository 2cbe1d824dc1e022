import { baseName, filePathsIn } from './paths.ts';

/** Finds known files in prose: by path, by the end of a path, or by a base name that only one of them has. */
export class FileMentions {
  private readonly byName = new Map<string, string[]>();

  constructor(
    private readonly paths: ReadonlySet<string>,
    private readonly directory: string,
  ) {
    for (const path of paths) {
      const name = baseName(path);
      this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
    }
  }

  in(text: string): Set<string> {
    return this.among(filePathsIn(text, this.directory));
  }

  /** The known files that some names, taken from prose, mean. */
  among(names: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (const mentioned of names) {
      if (this.paths.has(mentioned)) {
        found.add(mentioned);
        continue;
      }
      const sameName = this.byName.get(baseName(mentioned)) ?? [];
      const matching = mentioned.includes('/')
        ? sameName.filter((path) => path.endsWith(`/${mentioned}`))
        : sameName;
      if (matching.length === 1 && matching[0]) found.add(matching[0]);
    }
    return found;
  }
}

import type { FileChange, FileChangeKind } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';

/** A step that touches more files is generated output: the rest says nothing. */
const MAX_FILES = 200;

const KINDS = new Map<unknown, FileChangeKind>([
  ['added', 'create'],
  ['deleted', 'delete'],
]);

/** What became of files, from the summaries that sessions and prompts carry: `diffs: [{file, status}]`. */
export class FileStatuses {
  readonly #kinds = new Map<string, FileChangeKind>();
  /** Files in summaries are relative to this directory, the repository's. */
  root = '';

  add(diffs: unknown): void {
    for (const entry of list(diffs).slice(0, MAX_FILES)) {
      const diff = record(entry);
      const file = nonEmpty(diff?.['file']);
      const kind = KINDS.get(diff?.['status']);
      if (file && kind) this.#kinds.set(file, kind);
      else if (file) this.#kinds.delete(file);
    }
  }

  /** The files of a `patch` part that no edit tool of its step names: a command or a sub-agent changed them. */
  unnamed(files: unknown, named: ReadonlySet<string>): FileChange[] {
    return list(files)
      .slice(0, MAX_FILES)
      .flatMap((entry) => {
        const path = nonEmpty(entry);
        return path && !named.has(path) ? [{ path, change: this.#kindOf(path) }] : [];
      });
  }

  #kindOf(path: string): FileChangeKind {
    const relative = path.startsWith(`${this.root}/`) ? path.slice(this.root.length + 1) : path;
    return this.#kinds.get(relative) ?? 'update';
  }
}

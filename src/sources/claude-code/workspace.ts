import type { EpochMs, SessionEvent } from '../../model/session-event.ts';
import { nonEmpty, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { stamp } from './stamp.ts';

/** Follows `cwd` and `gitBranch`, which every record has; a commit is known only when a command made it (2.1.332). */
export class Workspace {
  readonly #emit: (event: SessionEvent) => void;
  #directory: string | undefined;
  #branch = '';

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit;
  }

  moved(entry: JsonRecord, at: EpochMs | undefined): void {
    const directory = nonEmpty(entry['cwd']) ?? this.#directory;
    // A detached HEAD is recorded as the branch HEAD.
    const recorded = text(entry['gitBranch']) ?? this.#branch;
    const branch = recorded === 'HEAD' ? '' : recorded;
    if (directory === this.#directory && branch === this.#branch) return;
    this.#directory = directory;
    this.#branch = branch;
    this.#tell({}, at);
  }

  committed(commit: string, at: EpochMs | undefined): void {
    this.#tell({ commit }, at);
  }

  #tell(commit: { commit?: string }, at: EpochMs | undefined): void {
    this.#emit({
      kind: 'workspace',
      ...(this.#directory === undefined ? {} : { directory: this.#directory }),
      ...(this.#branch === '' ? {} : { branch: this.#branch }),
      ...commit,
      ...stamp(at),
    });
  }
}

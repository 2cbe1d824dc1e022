/** Key of a first prompt, whose `parentUuid` is null. */
const ROOT = 'root';

/**
 * Finds rewinds: going back to before an earlier prompt makes a second plain user record with the same `parentUuid`
 * (seen in 2.1.332, for the first prompt too: both have null). All requests since that earlier prompt are void then.
 */
export class RequestStack {
  #prompts: { parent: string; requestsBefore: number }[] = [];
  readonly #byParent = new Map<string, number>();
  #requests = 0;

  /** Registers a plain user record; returns how many of the requests so far it takes back. */
  prompt(parentUuid: string | null): number {
    const parent = parentUuid ?? ROOT;
    const index = this.#byParent.get(parent);
    const earlier = index === undefined ? undefined : this.#prompts[index];
    let turns = 0;
    if (index !== undefined && earlier?.parent === parent) {
      turns = this.#requests - earlier.requestsBefore;
      this.#requests = earlier.requestsBefore;
      this.#prompts.length = index;
    }
    this.#byParent.set(parent, this.#prompts.length);
    this.#prompts.push({ parent, requestsBefore: this.#requests });
    return turns;
  }

  /** A request was told, of whatever kind. */
  told(): void {
    this.#requests += 1;
  }

  /** After a compaction a new root is the chain's restart, not a rewind. */
  compacted(): void {
    this.#byParent.delete(ROOT);
  }
}

/** Longer queues are no queues of a human. */
const MAX_WAITING = 200;

export interface QueuedPrompt {
  text: string;
  at?: number;
}

/**
 * Prompts typed while the agent worked, from `queue-operation` records.
 *
 * `enqueue` has the words. `dequeue` is followed by a normal user record. `remove` means that the agent took them in the
 * middle of its turn: builds up to about 2.1.60 write no other record of them; later ones add an attachment
 * `queued_command` with the same words. `popAll`: the human took them back into the editor.
 */
export class PromptQueue {
  #waiting: QueuedPrompt[] = [];
  /** Taken by the agent, and no attachment seen yet. */
  #taken: QueuedPrompt[] = [];
  /** Told already, though an attachment may still come. */
  #told: string[] = [];

  enqueue(prompt: QueuedPrompt): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(prompt);
  }

  dequeue(): void {
    this.#waiting.shift();
  }

  popAll(): void {
    this.#waiting = [];
  }

  /** `text` is only there since 2.1.332; without it the oldest is meant. */
  remove(text: string | undefined, reason: string | undefined): void {
    const index = text === undefined ? 0 : this.#waiting.findIndex((prompt) => prompt.text === text);
    const [prompt] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (prompt && (reason === undefined || reason.startsWith('absorbed'))) this.#taken.push(prompt);
  }

  /** Whether the words of an attachment are new: not told when the queue was asked before. */
  attached(text: string): boolean {
    const taken = this.#taken.findIndex((prompt) => prompt.text === text);
    if (taken !== -1) this.#taken.splice(taken, 1);
    const told = this.#told.indexOf(text);
    if (told !== -1) this.#told.splice(told, 1);
    return told === -1;
  }

  /** What the agent took, when no attachment came before its next words. */
  takeUntold(): QueuedPrompt[] {
    if (this.#taken.length === 0) return [];
    const prompts = this.#taken;
    this.#taken = [];
    this.#told = [...this.#told, ...prompts.map((prompt) => prompt.text)].slice(-MAX_WAITING);
    return prompts;
  }

  /** At the end of the record: also what still waits, for the agent stopped before it came to it. */
  rest(): QueuedPrompt[] {
    return [...this.takeUntold(), ...this.#waiting.splice(0)];
  }
}

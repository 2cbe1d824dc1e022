import type { Envelope } from './envelope.ts';

/**
 * Finds the requests that a rewind took back.
 *
 * `parentId` chains all events of a session; after a rewind the next event hangs on the one before the request that was
 * taken back. Only that is looked for: some events (`model.*` of a compaction) hang beside the chain, so that a
 * general walk from the end would lose events.
 */
export class RewindTracker {
  /** Event id and parent of each request that still counts. */
  #requests: { id: string | undefined; parentId: string | undefined }[] = [];
  #previous: string | undefined;
  /** A fork before request `index`, whose chain has come to event `tip`. */
  #fork: { index: number; tip: string | undefined } | undefined;

  /** To be told of every event of the main line, in order. */
  event({ type, id, parentId }: Envelope): void {
    const isNext = parentId !== undefined && parentId === this.#previous;
    if (this.#fork && parentId !== undefined && parentId === this.#fork.tip) this.#fork.tip = id;
    else if (!isNext && parentId !== undefined && startsChain(type)) {
      const index = this.#requests.findIndex((request) => request.parentId === parentId);
      this.#fork = index === -1 ? undefined : { index, tip: id };
    }
    if (id !== undefined && type?.startsWith('model.') !== true) this.#previous = id;
  }

  /** Counts a request; returns how many requests before it were taken back. */
  request(id: string | undefined, parentId: string | undefined): number {
    const fork = this.#fork;
    this.#fork = undefined;
    const index = fork !== undefined && fork.tip === id ? fork.index : this.#requests.length;
    const taken = this.#cut(index);
    this.#requests.push({ id, parentId });
    return taken;
  }

  /** `session.snapshot_rewind`: the event of this id and all behind it were taken back. */
  rewindTo(eventId: string): number {
    const index = this.#requests.findIndex((request) => request.id === eventId);
    return index === -1 ? 0 : this.#cut(index);
  }

  #cut(index: number): number {
    const taken = this.#requests.length - index;
    this.#requests.length = index;
    return taken;
  }
}

/** What a session can go on with after a rewind. */
function startsChain(type: string | undefined): boolean {
  return type === 'user.message' || type?.startsWith('session.') === true;
}

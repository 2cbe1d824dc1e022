import type { SessionStore } from '../../src/stores/session-store.ts';
import type { Counts } from './made-session.ts';

/** A store of one kind, made for this run. */
export interface BenchSubject {
  name: string;
  /** As a process of its own would open it; `connections`: how many calls at once it is to serve. */
  open(connections: number): Promise<SessionStore>;
  /**
   * How 32 writers are made: of one process, with a connection each; or so many processes, each with its share of calls
   * at once, that open this address.
   */
  writers: 'connections' | { processes: number; address: string };
  /** Fills the empty store with `madeSession`s. */
  fill(counts: Counts): Promise<void>;
  /** Lines about the finished run: room on the disk, query plans. */
  remarks(): Promise<string[]>;
  remove(): Promise<void>;
}

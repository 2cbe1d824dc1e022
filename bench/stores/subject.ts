import type { SessionKey, SessionStore } from '../../src/stores/session-store.ts';

/** A store of one kind, made for this run. */
export interface BenchSubject {
  name: string;
  /** As a process of its own would open it; `connections`: how many calls at once it is to serve. */
  open(connections: number): Promise<SessionStore>;
  /** Fills the empty store. */
  fill(sessions: number, messagesEach: number): Promise<void>;
  /** Lines about the finished run: room on the disk, query plans. */
  remarks(): Promise<string[]>;
  remove(): Promise<void>;
}

/** Projects of the filled store are `p0000000`, …: one for about 250 sessions, the first ones larger. */
export const projectsFor = (sessions: number): number => Math.max(4, Math.round(sessions / 250));

/** Sessions evenly over the listing, at most `count`. */
export async function sampleKeys(store: SessionStore, count: number): Promise<SessionKey[]> {
  const keys: SessionKey[] = [];
  for (let first = 0; keys.length < count && first < 256; first++) {
    const prefix = first.toString(16).padStart(2, '0');
    const found = await store.withPrefix(prefix, Math.ceil(count / 256));
    keys.push(...found.map(({ key }) => key));
  }
  return keys;
}

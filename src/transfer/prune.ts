import type { EpochMs } from '../model/session-event.ts';
import type { ListedSession, ListQuery, Pruned, PruneQuery, SessionStore } from '../stores/session-store.ts';

/** Sessions of one page. */
const PAGE = 500;

/** Deletes sessions by their age. A database does it itself; of another store each page is looked at. */
export async function pruneStore(store: SessionStore, query: PruneQuery): Promise<Pruned> {
  if (store.prune !== undefined) return store.prune(query);
  const { before, keepLast = 0, dryRun = false } = query;
  const seen = new Map<string, number>();
  const old: ListedSession[] = [];
  // Newest first: by the time an old one comes, the newer ones of its project are counted.
  for await (const session of all(store)) {
    const newer = seen.get(session.project) ?? 0;
    seen.set(session.project, newer + 1);
    if (session.activeAt < before && newer >= keepLast) old.push(session);
  }
  const pruned: Pruned = { sessions: 0, messages: 0 };
  for (const { key, messageCount } of old) {
    const gone = dryRun || (await stillOld(store, key, before));
    if (!gone) continue;
    pruned.sessions += 1;
    pruned.messages += messageCount;
  }
  return pruned;
}

/** A session that somebody goes on with meanwhile stays. */
async function stillOld(store: SessionStore, key: ListedSession['key'], before: EpochMs): Promise<boolean> {
  const now = await store.get(key);
  return now !== undefined && now.activeAt < before && (await store.delete(key));
}

async function* all(store: SessionStore): AsyncGenerator<ListedSession> {
  const query: ListQuery = { limit: PAGE };
  for (;;) {
    const { sessions, next } = await store.list(query);
    yield* sessions;
    if (next === undefined) return;
    query.after = next;
  }
}

/** What the server's statistics know of a search. Shares are of all sessions, 0 to 1. */
export interface SearchFacts {
  sessions: number;
  /** Of each word looked for: sessions that have a word which begins so. */
  words: number[];
  /** Of the projects, together; absent: not asked for. */
  projects?: number;
  source?: number;
}

/**
 * Ways to the newest sessions with all words, tried in their order until one fills the page or is the last:
 *
 * - a number: that many newest sessions are looked at one by one
 * - `walk`: all sessions of the listing are
 * - `index`: the index of words is asked, and what it found is sorted
 */
export type SearchStep = number | 'walk' | 'index';

/** Microseconds, measured with everything in memory (docs/stores.md). Only their proportions matter. */
const COST = { listed: 3, looked: 4, posting: 0.1, found: 6 };

/** Twice what the shares let expect: enough for words that are independent of each other. */
const MARGIN = 2;

export function searchPlan({ sessions, words, projects, source }: SearchFacts, wanted: number): SearchStep[] {
  const listed = sessions * (projects ?? source ?? 1);
  // Within what is listed.
  const density = words.reduce((all, share) => all * share, projects === undefined ? 1 : (source ?? 1));
  const window = density > 0 ? Math.ceil((MARGIN * wanted) / density) : Number.POSITIVE_INFINITY;
  const postings = sessions * words.reduce((all, share) => all + share, 0);
  const byIndex = COST.posting * postings + COST.found * listed * density;
  const byWalk = (COST.listed + COST.looked) * listed;
  const last = byWalk <= byIndex ? 'walk' : 'index';
  // All of the window is listed before the first one is looked at.
  const byWindow = (COST.listed + COST.looked / MARGIN) * window;
  return window < listed && byWindow < Math.min(byIndex, byWalk) ? [window, last] : [last];
}

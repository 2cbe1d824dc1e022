import type { PoolClient } from 'pg';
import type { ListQuery } from '../session-store.ts';
import { SCHEMA } from './schema.ts';
import type { SearchFacts } from './search-plan.ts';
import { facetLexemes } from './search-words.ts';

/** The server's statistics of the index of words, as autovacuum keeps them. */
export interface WordStatistics {
  sessions: number;
  /** Shares of all sessions, 0 to 1, of the commonest words, facets among them. */
  shares: ReadonlyMap<string, number>;
  /** Of the rarest one of those: others have no more, as far as the server knows. */
  least: number;
}

/** Reading them takes the server longer than many a search. */
const KEPT_MS = 300_000;

const STATISTICS = `SELECT t.reltuples AS sessions, s.most_common_elems::text::text[] AS words,
  s.most_common_elem_freqs AS shares
FROM pg_catalog.pg_class t JOIN pg_catalog.pg_stats s
  ON s.schemaname = '${SCHEMA}' AND s.tablename = 'session_words' AND s.attname = 'words'
WHERE t.oid = '${SCHEMA}.session_words'::regclass AND s.most_common_elems IS NOT NULL`;

/** Reads the statistics for the searches of one store. */
export class KeptStatistics {
  private kept: { readAt: number; statistics: WordStatistics | undefined } | undefined;

  /** `undefined` while the server has none: a new store, or one that was never analysed. */
  async of(client: PoolClient): Promise<WordStatistics | undefined> {
    if (this.kept === undefined || performance.now() - this.kept.readAt > KEPT_MS)
      this.kept = { readAt: performance.now(), statistics: await readStatistics(client) };
    return this.kept.statistics;
  }
}

/**
 * The planner's own estimates would not do: it takes every beginning of a word that it does not know for one in fifty
 * sessions.
 */
export async function readStatistics(client: Pick<PoolClient, 'query'>): Promise<WordStatistics | undefined> {
  const { rows } = await client.query<{ sessions: number; words: string[]; shares: number[] }>(STATISTICS);
  const [row] = rows;
  if (row === undefined || row.sessions < 0) return undefined;
  const { sessions, words, shares } = row;
  // After the shares of the words stands the least of them.
  return {
    sessions,
    shares: new Map(words.map((word, index) => [word, shares[index] ?? 0])),
    least: shares[words.length] ?? 0,
  };
}

/** Shorter beginnings have many words, none of which need be a common one. */
const SHORT_PREFIX = 3;
const SHARE_OF_SHORT = 0.2;

export function searchFacts(
  { sessions, shares, least }: WordStatistics,
  prefixes: readonly string[],
  { projects, source }: Pick<ListQuery, 'projects' | 'source'>,
): SearchFacts {
  const words = prefixes.map((prefix) => {
    let known = 0;
    for (const [word, share] of shares) if (word.startsWith(prefix)) known += share;
    return Math.min(1, Math.max(known, prefix.length < SHORT_PREFIX ? SHARE_OF_SHORT : least));
  });
  const together = (lexemes: readonly string[]) =>
    Math.min(
      1,
      lexemes.reduce((sum, lexeme) => sum + (shares.get(lexeme) ?? least), 0),
    );
  return {
    sessions,
    words,
    ...(projects === undefined ? {} : { projects: together(facetLexemes({ projects })) }),
    ...(source === undefined ? {} : { source: together(facetLexemes({ source })) }),
  };
}

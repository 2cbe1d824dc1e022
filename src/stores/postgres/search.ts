import type { PoolClient } from 'pg';
import type { ListPage, ListQuery } from '../session-store.ts';
import { afterCursor, listText, ORDER, Parameters, page, type Statement } from './listings.ts';
import { isUnstorable, LISTED_COLUMNS } from './rows.ts';
import { SCHEMA } from './schema.ts';
import { type SearchFacts, type SearchStep, searchPlan } from './search-plan.ts';
import { distinctWords, facetLexemes, searchQuery } from './search-words.ts';

/** Shorter beginnings have many words, none of which need be a common one. */
const SHORT_PREFIX = 3;
const SHARE_OF_SHORT = 0.2;

/** A search as its statements; undefined when nothing can be found. */
export function searchStatements(words: readonly string[], query: ListQuery) {
  const wanted = searchQuery(words, query);
  if (wanted === undefined || isUnstorable(wanted)) return undefined;
  const prefixes = [...new Set(words.flatMap(distinctWords))];
  return {
    facts: factsStatement(prefixes, query),
    /** From the row of `facts`. */
    steps: (row: FactsRow | undefined) => stepsOf(row, prefixes, query),
    statement: (step: SearchStep): Statement =>
      step === 'index' ? indexStatement(wanted, query) : walkStatement(wanted, query, step),
  };
}

export async function search(
  client: PoolClient,
  { facts, steps, statement }: NonNullable<ReturnType<typeof searchStatements>>,
  limit: number,
): Promise<ListPage> {
  let found: ListPage = { sessions: [] };
  for (const step of steps((await client.query<FactsRow>(facts)).rows[0])) {
    found = await page(client, statement(step), limit);
    // Full: older ones that match belong to the next page.
    if (found.next !== undefined) break;
  }
  return found;
}

export interface FactsRow {
  /** Below 0: never counted. */
  sessions: number;
  /** Null: no statistics yet. The others: null for what is not among the commonest words. */
  rarest: number | null;
  words: (number | null)[];
  projects: (number | null)[] | null;
  source: number | null;
}

/**
 * Reads the statistics that autovacuum keeps: the commonest words with their shares, and the least share among them.
 * The planner's own estimate takes every beginning of a word that it does not know for one in fifty sessions.
 */
function factsStatement(prefixes: readonly string[], { projects, source }: ListQuery): Statement {
  const lexemes = projects === undefined ? null : facetLexemes({ projects });
  const text = `SELECT t.reltuples AS sessions, s.freqs[cardinality(s.elems) + 1] AS rarest,
  (SELECT array_agg((SELECT sum(f) FROM unnest(s.elems, s.freqs) c (e, f) WHERE starts_with(e, w)) ORDER BY n)
    FROM unnest($1::text[]) WITH ORDINALITY p (w, n)) AS words,
  (SELECT array_agg(s.freqs[array_position(s.elems, w)]) FROM unnest($2::text[]) p (w)) AS projects,
  s.freqs[array_position(s.elems, $3::text)] AS source
FROM pg_catalog.pg_class t LEFT JOIN LATERAL (
  SELECT most_common_elems::text::text[] AS elems, most_common_elem_freqs AS freqs FROM pg_catalog.pg_stats
  WHERE schemaname = '${SCHEMA}' AND tablename = 'session_words' AND attname = 'words'
) s ON true WHERE t.oid = '${SCHEMA}.session_words'::regclass`;
  return { text, values: [prefixes, lexemes, source === undefined ? null : facetLexemes({ source })[0]] };
}

function stepsOf(
  row: FactsRow | undefined,
  prefixes: readonly string[],
  { projects, source, limit }: ListQuery,
): SearchStep[] {
  // Without statistics the store is new, and small.
  if (row === undefined || row.rarest === null || row.sessions < 0) return ['index'];
  const least = row.rarest;
  const facts: SearchFacts = {
    sessions: row.sessions,
    words: prefixes.map((prefix, index) => {
      const share = Math.min(1, row.words[index] ?? least);
      return prefix.length < SHORT_PREFIX ? Math.max(SHARE_OF_SHORT, share) : share;
    }),
  };
  if (projects !== undefined)
    facts.projects = Math.min(
      1,
      (row.projects ?? []).reduce<number>((sum, share) => sum + (share ?? least), 0),
    );
  if (source !== undefined) facts.source = row.source ?? least;
  return searchPlan(facts, limit + 1);
}

function walkStatement(wanted: string, query: ListQuery, step: number | 'walk'): Statement {
  const parameters = new Parameters();
  const text = `SELECT ${LISTED_COLUMNS} FROM (${listText(query, step === 'walk' ? null : step, parameters)}) s
CROSS JOIN LATERAL (
  SELECT FROM ${SCHEMA}.session_words w
  WHERE w.session_pk = s.pk AND w.words @@ ${parameters.add(wanted)}::tsquery LIMIT 1
) w ${ORDER} LIMIT ${parameters.add(query.limit + 1)}`;
  return { text, values: parameters.values };
}

function indexStatement(wanted: string, query: ListQuery): Statement {
  const parameters = new Parameters();
  const conditions = [`w.words @@ ${parameters.add(wanted)}::tsquery`, ...afterCursor(query, parameters)];
  const text = `SELECT ${LISTED_COLUMNS} FROM ${SCHEMA}.session_words w JOIN ${SCHEMA}.sessions s ON s.pk = w.session_pk
WHERE ${conditions.join(' AND ')} ${ORDER} LIMIT ${parameters.add(query.limit + 1)}`;
  return { text, values: parameters.values };
}

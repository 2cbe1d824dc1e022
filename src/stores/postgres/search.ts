import type { PoolClient } from 'pg';
import type { ListPage, ListQuery } from '../session-store.ts';
import { afterCursor, listText, ORDER, Parameters, page, type Statement } from './listings.ts';
import { isUnstorable, LISTED_COLUMNS } from './rows.ts';
import { SCHEMA } from './schema.ts';
import { type SearchStep, searchPlan } from './search-plan.ts';
import { distinctWords, searchQuery } from './search-words.ts';
import { searchFacts, type WordStatistics } from './word-statistics.ts';

/** A search as its statements; undefined when nothing can be found. */
export function searchStatements(words: readonly string[], query: ListQuery) {
  const wanted = searchQuery(words, query);
  if (wanted === undefined || isUnstorable(wanted)) return undefined;
  const prefixes = [...new Set(words.flatMap(distinctWords))];
  return {
    /** Without statistics the store is new, and small. */
    steps: (statistics: WordStatistics | undefined): SearchStep[] =>
      statistics === undefined
        ? ['index']
        : searchPlan(searchFacts(statistics, prefixes, query), query.limit + 1),
    statement: (step: SearchStep): Statement =>
      step === 'index' ? indexStatement(wanted, query) : walkStatement(wanted, query, step),
  };
}

export async function search(
  client: PoolClient,
  { steps, statement }: NonNullable<ReturnType<typeof searchStatements>>,
  statistics: WordStatistics | undefined,
  limit: number,
): Promise<ListPage> {
  let found: ListPage = { sessions: [] };
  for (const step of steps(statistics)) {
    found = await page(client, statement(step), limit);
    // Full: older ones that match belong to the next page.
    if (found.next !== undefined) break;
  }
  return found;
}

/** What a listing is sorted by: thousands of descriptions would not fit into the memory for sorting. */
const SORTED_COLUMNS = 's.pk, s.active_at, s.source, s.id';

function walkStatement(wanted: string, query: ListQuery, step: number | 'walk'): Statement {
  const parameters = new Parameters();
  const listing = listText(query, step === 'walk' ? null : step, parameters, SORTED_COLUMNS);
  const text = `SELECT ${LISTED_COLUMNS} FROM (
  SELECT ${SORTED_COLUMNS} FROM (${listing}) s CROSS JOIN LATERAL (
    SELECT FROM ${SCHEMA}.session_words w
    WHERE w.session_pk = s.pk AND w.words @@ ${parameters.add(wanted)}::tsquery LIMIT 1
  ) w ${ORDER} LIMIT ${parameters.add(query.limit + 1)}
) found JOIN ${SCHEMA}.sessions s ON s.pk = found.pk ${ORDER}`;
  return { text, values: parameters.values };
}

function indexStatement(wanted: string, query: ListQuery): Statement {
  const parameters = new Parameters();
  const conditions = [`w.words @@ ${parameters.add(wanted)}::tsquery`, ...afterCursor(query, parameters)];
  const text = `SELECT ${LISTED_COLUMNS} FROM ${SCHEMA}.session_words w JOIN ${SCHEMA}.sessions s ON s.pk = w.session_pk
WHERE ${conditions.join(' AND ')} ${ORDER} LIMIT ${parameters.add(query.limit + 1)}`;
  return { text, values: parameters.values };
}

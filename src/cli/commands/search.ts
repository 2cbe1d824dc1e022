import { foldText } from '../../sessions/match-context.ts';
import {
  type HitRecord,
  presentHits,
  type SearchHit,
  searchSessions,
  searchWords,
} from '../../sessions/search.ts';
import type { SessionLookup } from '../../sessions/session-lookup.ts';
import { oneLine } from '../../text/sanitize.ts';
import { cellWidthOf, cutCells } from '../cell-width.ts';
import { bold, showsColour } from '../colour.ts';
import type { CommonOptions } from '../command-parts.ts';
import { age, count } from '../human.ts';
import { expectLongReading } from '../long-reading.ts';
import { type StoreOption, withCatalog } from '../open-catalog.ts';
import { note, print, printJson, terminalWidth } from '../output.ts';
import { Progress } from '../progress.ts';
import { redactLevel } from '../redact-level.ts';

interface SearchOptions extends CommonOptions, StoreOption {
  rest?: unknown;
  limit?: number;
  all?: boolean;
}

const DEFAULT_LIMIT = 20;

/** `session search <word> [words...]` */
export async function search(first: string | undefined, options: SearchOptions): Promise<void> {
  const words = searchWords([first, ...(Array.isArray(options.rest) ? options.rest : [])].join(' '));
  await withCatalog(options, (catalog) => searchAll(catalog, words, options));
}

async function searchAll(
  catalog: SessionLookup,
  words: readonly string[],
  options: SearchOptions,
): Promise<void> {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const unreadable: string[] = [];
  const total = options.all && catalog.count ? () => catalog.count?.(options.source) ?? 0 : undefined;
  const progress = new Progress('Searching', { quiet: options.quiet, total });
  const filter = { source: options.source, project: options.all ? undefined : catalog.project() };
  const level = redactLevel(options);
  const hits: SearchHit[] = [];
  let looked = 0;
  expectLongReading();
  const steps = searchSessions(catalog, words, filter, { unreadable: (path) => unreadable.push(path) });
  for await (const { row, match } of steps) {
    looked += 1;
    progress.at(looked);
    if (!match) continue;
    hits.push({ row, match });
    if (!options.json) {
      progress.clear();
      // Each is printed as it is found: a reader that has seen enough ends the search by closing the pipe.
      for (const hit of await presentHits([{ row, match }], words, level, catalog.environment.home))
        print(await rendered(hit, row.activeAt, words));
    }
    if (limit > 0 && hits.length >= limit) break;
  }
  progress.clear();
  if (options.json) printJson(await presentHits(hits, words, level, catalog.environment.home));
  if (!options.quiet) noteOutcome(options, { hits: hits.length, looked, unreadable, limit });
}

function noteOutcome(
  options: SearchOptions,
  found: { hits: number; looked: number; unreadable: readonly string[]; limit: number },
): void {
  if (found.unreadable.length > 0)
    note(
      `${count(found.unreadable.length, 'unreadable file')} left out: ${found.unreadable.slice(0, 3).join(', ')}`,
    );
  if (options.json) return;
  if (found.hits === 0) {
    const elsewhere = options.all ? '' : ' --all searches every project.';
    note(
      `Not found in ${count(found.looked, 'session')}${options.all ? '' : ' of this project'}.${elsewhere}`,
    );
  } else if (found.limit > 0 && found.hits >= found.limit) {
    note(`The newest ${found.limit}; -n 0 finds all.`);
  }
}

async function rendered(hit: HitRecord, activeAt: number, words: readonly string[]): Promise<string> {
  const width = process.stdout.isTTY ? terminalWidth() : Number.POSITIVE_INFINITY;
  const facts = [`${hit.source}:${hit.session_id}`, age(activeAt, Date.now()), hit.ending, hit.title ?? ''];
  const whole = facts.map(oneLine).filter(Boolean).join('  ');
  const context = `  ${hit.match.role === 'user' ? '▶' : '•'} ${hit.match.context}`;
  const cellWidth = await cellWidthOf([whole, context]);
  const head = cutCells(whole, width, cellWidth);
  const line = cutCells(context, width, cellWidth);
  return `${head}\n${showsColour(process.stdout) ? highlighted(line, words) : line}`;
}

/** The words in bold. Where folding changes a text's length, places would be wrong: then it stays plain. */
export function highlighted(line: string, words: readonly string[]): string {
  const folded = foldText(line);
  if (folded.length !== line.length) return line;
  let result = '';
  let from = 0;
  while (from < line.length) {
    const next = words
      .map((word) => ({ word, at: folded.indexOf(word, from) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.word.length - a.word.length)[0];
    if (next === undefined) break;
    const end = next.at + next.word.length;
    result += line.slice(from, next.at) + bold(line.slice(next.at, end));
    from = end;
  }
  return result + line.slice(from);
}

import { PraisonError } from '../errors.ts';
import type { EpochMs, SessionEvent } from '../model/session-event.ts';
import { isoTime } from '../text/time.ts';
import type { RedactLevel } from './cleaner.ts';
import { contextOf, countWords, foldText } from './match-context.ts';
import type { SessionRow } from './newest-first.ts';
import { present } from './present.ts';
import { type RowPosition, rowsAfter } from './row-position.ts';
import { mayContain, needlesOf } from './search-bytes.ts';
import type { CatalogFilter, SessionLookup } from './session-lookup.ts';
import { presentRows, type SessionRecord, sessionRecord } from './session-record.ts';

export interface SearchMatch {
  role: 'user' | 'assistant';
  /** What was said, whole: nothing may be cut before secrets are replaced in it. */
  text: string;
  at?: EpochMs;
}

/** One session that was looked at. */
export interface SearchStep {
  row: SessionRow;
  /** Absent where not all words occur. */
  match?: SearchMatch;
}

export type SearchHit = Required<SearchStep>;

export interface SearchOptions {
  signal?: AbortSignal | undefined;
  /** Only sessions that follow this place in the order. */
  after?: RowPosition | undefined;
  /** Called for each file that holds no readable session. */
  unreadable?: (location: string) => void;
}

/** Other work (a cancellation, another call) gets its turn after so long. */
const BREATH_MS = 20;

/**
 * Sources whose sessions' texts all stand in the entry's own file, as JSON, each in one piece: there a word that is not
 * among the bytes is in no text. Of the others every session is read.
 */
const SELF_CONTAINED: ReadonlySet<string> = new Set([
  'praisonai',
  'claude-code',
  'codex',
  'pi',
  'copilot-cli',
]);

/** The words of a query, in the form in which texts are compared. @throws PraisonError `invalid-argument` */
export function searchWords(query: string): string[] {
  const words = [...new Set(foldText(query).split(/\s+/).filter(Boolean))];
  if (words.length > 0) return words;
  throw new PraisonError('invalid-argument', 'There is nothing to search for.', {
    hints: ["Give one or more words: 'praisonai session search slugify ascii'."],
  });
}

/**
 * Looks at sessions one by one, newest first: those match in whose human or assistant texts all words occur, in any
 * case and order. Each is read only when its turn comes: stop asking, and the rest is left alone.
 *
 * @param words of `searchWords`
 * @throws the signal's reason when it is aborted
 */
export async function* searchSessions(
  catalog: SessionLookup,
  words: readonly string[],
  filter: CatalogFilter,
  options: SearchOptions = {},
): AsyncGenerator<SearchStep> {
  const needles = needlesOf(words);
  const rows =
    catalog.mayHold?.(words, filter) ??
    catalog.newest(filter, ({ location }) => options.unreadable?.(location));
  let breath = performance.now();
  for await (const row of rowsAfter(rows, options.after)) {
    options.signal?.throwIfAborted();
    const read = worthReading(row, needles) ? await searchSession(catalog, row, words) : undefined;
    const match = read ?? (catalog.mayHold && titleMatch(row));
    yield match ? { row, match } : { row };
    if (performance.now() - breath > BREATH_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      breath = performance.now();
    }
  }
}

/** @internal exported for its test */
export function worthReading({ entry }: SessionRow, needles: readonly Buffer[]): boolean {
  // Compressed files, and databases, hold their texts in another form.
  if (!SELF_CONTAINED.has(entry.source) || !/\.jsonl?$/.test(entry.location)) return true;
  return mayContain(entry.location, needles, entry.source === 'codex' ? CODEX_BASE : undefined);
}

/** A Codex fork continues another file, which only the reader finds. */
const [CODEX_BASE] = needlesOf(['history_base']);

async function searchSession(
  catalog: SessionLookup,
  { entry }: SessionRow,
  words: readonly string[],
): Promise<SearchMatch | undefined> {
  const missing = new Set(words);
  let best: { event: SearchedEvent; found: number } | undefined;
  const reader = await catalog.readerOf(entry);
  reader.read(entry, (event) => {
    if (event.kind !== 'request' && event.kind !== 'assistant-text') return;
    const text = foldText(event.text);
    for (const word of missing) if (text.includes(word)) missing.delete(word);
    const found = countWords(text, words);
    // Of equals the first one, unless a later one is the human's.
    const better =
      found > (best?.found ?? 0) ||
      (found === best?.found && best.event.kind === 'assistant-text' && event.kind === 'request');
    if (found > 0 && better) best = { event, found };
  });
  if (missing.size > 0 || best === undefined) return undefined;
  const { event } = best;
  return {
    role: event.kind === 'request' ? 'user' : 'assistant',
    text: event.text,
    ...(event.at === undefined ? {} : { at: event.at }),
  };
}

/** A store finds words of the title too. */
function titleMatch({ description }: SessionRow): SearchMatch | undefined {
  return description.title === undefined ? undefined : { role: 'user', text: description.title };
}

type SearchedEvent = Extract<SessionEvent, { kind: 'request' | 'assistant-text' }>;

/** Hits as programs read them, with one line around the words. */
export async function presentHits(
  hits: readonly SearchHit[],
  words: readonly string[],
  level: RedactLevel = 'default',
  home?: string,
): Promise<HitRecord[]> {
  const rows = await presentRows(
    hits.map(({ row }) => row),
    level,
    home,
  );
  const texts = await present(
    hits.map(({ match }) => match.text),
    level,
    home,
  );
  return rows.map((row, index) => {
    const { role, at } = hits[index]?.match ?? { role: 'user' };
    const context = contextOf(texts[index] ?? '', words);
    return { ...sessionRecord(row), match: { role, context, at: at === undefined ? null : isoTime(at) } };
  });
}

export interface HitRecord extends SessionRecord {
  match: { role: SearchMatch['role']; context: string; at: string | null };
}

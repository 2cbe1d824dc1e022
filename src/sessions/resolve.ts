import { PraisonError } from '../errors.ts';
import type { SessionEntry } from '../model/session.ts';
import { sources } from '../sources/registry.ts';

/** Candidates that an error lists at most. */
const MOST_CANDIDATES = 20;

/**
 * The session that a person means by `query`: a whole id, `source:id`, or a prefix of either that only one session has.
 *
 * @param entries every session of every source, already without those that the person did not ask for
 * @param isSubAgent asked only when several match
 * @throws PraisonError `empty-session-id`, `session-not-found`, `ambiguous-session`
 */
export async function resolveSession(
  query: string,
  entries: readonly SessionEntry[],
  isSubAgent: (entry: SessionEntry) => Promise<boolean> = async () => false,
): Promise<SessionEntry> {
  const wanted = query.trim();
  if (wanted === '') {
    throw new PraisonError('empty-session-id', 'The session id is empty.', {
      hints: [
        "Use 'praisonai session list' to see available sessions, or leave the id out for the newest one.",
      ],
    });
  }
  const sanitised = sanitisedId(wanted);
  // A path tells apart what one id names twice: copies, or a session that goes on in another file.
  const exact = entries.filter((entry) => names(entry).includes(wanted) || entry.location === wanted);
  const whole =
    exact.length > 0
      ? exact
      : entries.filter((entry) => entry.source === 'praisonai' && entry.id === sanitised);
  if (whole.length === 1 && whole[0]) return whole[0];
  const matching = whole.length > 1 ? whole : byBeginning(wanted, entries);
  // Sub-agents' sessions answer to their ids, but never make another one's prefix ambiguous.
  const candidates = matching.length > 1 ? await without(isSubAgent, matching) : matching;
  if (candidates.length === 1 && candidates[0]) return candidates[0];
  if (candidates.length === 0) throw notFound(query);
  throw ambiguous(query, candidates);
}

async function without(
  isLeftOut: (entry: SessionEntry) => Promise<boolean>,
  entries: readonly SessionEntry[],
): Promise<SessionEntry[]> {
  const kept: SessionEntry[] = [];
  for (const entry of entries) if (!(await isLeftOut(entry))) kept.push(entry);
  return kept;
}

/** Ids that begin with what was given; else ids of which the store's file names hold only the beginning (Gemini CLI). */
function byBeginning(wanted: string, entries: readonly SessionEntry[]): SessionEntry[] {
  const longer = entries.filter((entry) => names(entry).some((name) => name.startsWith(wanted)));
  if (longer.length > 0) return longer;
  const partial = entries.filter(
    (entry) => entry.partialId && names(entry).some((name) => wanted.startsWith(name)),
  );
  return partial.length > 0 ? partial : pulled(wanted, entries);
}

/** Sessions of other agents that were pulled, and answer to the name that they have in the store: `codex:0199…`, `0199…`. */
function pulled(wanted: string, entries: readonly SessionEntry[]): SessionEntry[] {
  const beginning = sanitisedId(wanted);
  return entries.filter(({ source, id }) => {
    if (source !== 'praisonai') return false;
    const agent = sources.find(({ name }) => id.startsWith(`${name}_`));
    return (
      agent !== undefined && [id, id.slice(agent.name.length + 1)].some((name) => name.startsWith(beginning))
    );
  });
}

/** PraisonAI's file names hold `_` where the id holds another character. */
function sanitisedId(id: string): string {
  return id.replace(/[^\p{L}\p{N}_-]/gu, '_');
}

/** What a session answers to. */
function names(entry: SessionEntry): string[] {
  return [entry.id, `${entry.source}:${entry.id}`];
}

export function notFound(query: string): PraisonError {
  return new PraisonError('session-not-found', `Session not found: ${query}`, {
    hints: ["Use 'praisonai session list' to see available sessions"],
    facts: { session_id: query },
  });
}

function ambiguous(query: string, candidates: readonly SessionEntry[]): PraisonError {
  const sameName = new Set(candidates.map((entry) => `${entry.source}:${entry.id}`)).size < candidates.length;
  const listed = candidates.slice(0, MOST_CANDIDATES).map((entry) => `${entry.source}:${entry.id}`);
  const hints = candidates
    .slice(0, MOST_CANDIDATES)
    .map((entry) => `  ${entry.source}:${entry.id}${sameName ? `  (${entry.location})` : ''}`);
  if (candidates.length > MOST_CANDIDATES) hints.push(`  … and ${candidates.length - MOST_CANDIDATES} more`);
  const advice = sameName
    ? 'Give the path of the file instead of the id:'
    : 'Give more of the id, or source:id:';
  return new PraisonError('ambiguous-session', `Several sessions match '${query}'`, {
    hints: [advice, ...hints],
    facts: { session_id: query, candidates: listed },
  });
}

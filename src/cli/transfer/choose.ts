import { PraisonError } from '../../errors.ts';
import type { SessionEntry } from '../../model/session.ts';
import type { SessionLookup } from '../../sessions/session-lookup.ts';
import { note, unreadableNote } from '../output.ts';

export interface ChoiceOptions {
  source?: string;
  /** Of every project. */
  all?: boolean;
  /** All of this project. */
  project?: boolean;
  quiet?: boolean;
}

/**
 * The sessions that a command means: those of the ids, else with `--project` all of this project, with `--all` all there
 * are, else the newest of this project.
 *
 * @throws PraisonError as `resolveSession`, `no-session`, `invalid-argument`
 */
export async function chosenEntries(
  catalog: SessionLookup,
  ids: unknown,
  { source, all, project, quiet }: ChoiceOptions,
): Promise<SessionEntry[]> {
  const named = Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  if (named.length > 0 && (all || project))
    throw new PraisonError('invalid-argument', 'Either ids, or --project, or --all.');
  if (named.length > 0) {
    const entries: SessionEntry[] = [];
    for (const id of named) entries.push(await catalog.resolve(id, source));
    return entries;
  }
  const filter = { source, project: all ? undefined : catalog.project() };
  if (!all && !project) return [(await catalog.newestRoot(filter)).entry];
  const entries: SessionEntry[] = [];
  const unreadable: string[] = [];
  const left = (entry: SessionEntry) => unreadable.push(entry.location);
  for await (const { entry } of catalog.newest(filter, left)) entries.push(entry);
  if (unreadable.length > 0 && !quiet) note(unreadableNote(unreadable));
  return entries;
}

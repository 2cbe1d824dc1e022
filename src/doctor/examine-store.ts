import { accessSync, constants, existsSync } from 'node:fs';
import type { SessionEntry } from '../model/session.ts';
import { isFileSystemError } from '../sources/directory.ts';
import type { Environment, SessionReader, SessionSource } from '../sources/source.ts';
import { isoTime } from '../text/time.ts';
import type { Problem, StoreReport } from './report.ts';

/** A few unknown records are side notes; a fifth of a session is a new format. */
const UNKNOWN_SHARE = 0.2;
/** A larger session would hold up the examination. */
const MOST_READ_BYTES = 100_000_000;

/** Looks at every session of a store, at its head and tail. @param looked called after each */
export async function examineStore(
  source: SessionSource,
  environment: Environment,
  looked: () => void,
): Promise<{ store: StoreReport; problems: Problem[] }> {
  const roots = source.roots(environment).map((path) => ({ path, exists: existsSync(path) }));
  const store: StoreReport = {
    source: source.name,
    label: source.label,
    roots,
    sessions: 0,
    sub_agent_sessions: 0,
    newest_at: null,
    versions: [],
    unreadable: [],
  };
  const versions = new Set<string>();
  let newestAt = Number.NEGATIVE_INFINITY;
  let newest: SessionEntry | undefined;
  for (const entry of source.list(environment)) {
    const description = (await source.reader()).describe(entry);
    looked();
    if (description.unreadable || !canRead(entry.location)) store.unreadable.push(entry.location);
    else if (description.subAgent) store.sub_agent_sessions += 1;
    else store.sessions += 1;
    if (description.agentVersion) versions.add(description.agentVersion);
    const at = Math.min(description.updatedAt ?? entry.modifiedAt, entry.modifiedAt);
    if (at > newestAt && !description.unreadable) [newestAt, newest] = [at, entry];
  }
  store.versions = [...versions].sort(byVersion);
  store.newest_at = newest === undefined ? null : isoTime(newestAt);
  if (newest !== undefined && newest.sizeBytes < MOST_READ_BYTES)
    store.newest = reading(await source.reader(), newest);
  return { store, problems: problemsOf(store) };
}

/** How well the newest session is understood: an agent that changed its format shows here first. */
function reading(reader: SessionReader, entry: SessionEntry): StoreReport['newest'] {
  const { records, unknown, broken } = reader.read(entry, () => undefined);
  return { id: entry.id, records, unknown, broken };
}

function canRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (isFileSystemError(error)) return false;
    throw error;
  }
}

function problemsOf({ label, roots, unreadable, newest }: StoreReport): Problem[] {
  const problems: Problem[] = roots
    .filter(({ path, exists }) => exists && !canRead(path))
    .map(({ path }) => ({
      problem: `${label}: ${path} may not be read.`,
      advice: `Give yourself the permission: chmod u+rX '${path}'.`,
    }));
  if (unreadable.length > 0) {
    const count = `${unreadable.length} ${unreadable.length === 1 ? 'file holds' : 'files hold'}`;
    problems.push({
      problem: `${label}: ${count} no session that can be read: ${unreadable.slice(0, 3).join(', ')}${unreadable.length > 3 ? ', …' : ''}`,
      advice: 'Look at its permissions and whether it is whole; all other sessions are listed without it.',
    });
  }
  if (newest && newest.unknown > UNKNOWN_SHARE * (newest.records + newest.unknown)) {
    problems.push({
      problem: `${label}: ${newest.unknown} of ${newest.records + newest.unknown} records of the newest session (${newest.id}) are of unknown types.`,
      advice:
        'The agent is newer than this praisonai: update it, and report the types if that does not help.',
    });
  }
  return problems;
}

/** `2.1.9` before `2.1.10`. */
function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { statsOf } from '../../project/small-file.ts';
import type { Environment } from '../source.ts';

export const NAME = 'claude-code';
const EXTENSION = '.jsonl';

/** Sub-agents keep their transcripts in files of this name (2.0 beside the session, 2.1 in its `subagents` folder). */
const SUB_AGENT_PREFIX = 'agent-';

/** `subagents` may hold folders of its own (seen: workflows); deeper than this is not ours. */
const MAX_SUB_AGENT_DEPTH = 3;

/**
 * `CLAUDE_CONFIG_DIR` replaces the defaults, as in the agent itself. Else `~/.claude` on every platform, and the XDG place
 * that builds around 1.0.30 used for a while.
 */
export function projectRoots(environment: Environment): string[] {
  const configured = environment.variables['CLAUDE_CONFIG_DIR']?.trim();
  if (configured) return [join(resolve(environment.directory, configured), 'projects')];
  const xdg = environment.variables['XDG_CONFIG_HOME']?.trim() || join(environment.home, '.config');
  return [join(environment.home, '.claude', 'projects'), join(xdg, 'claude', 'projects')];
}

export function* listTranscripts(roots: readonly string[]): Generator<SessionEntry> {
  for (const root of roots) {
    for (const project of entriesOf(root)) {
      const folder = join(root, project.name);
      if (isFolder(project, folder)) yield* projectTranscripts(folder);
    }
  }
}

function* projectTranscripts(folder: string): Generator<SessionEntry> {
  for (const item of entriesOf(folder)) {
    if (item.name.endsWith(EXTENSION)) yield* transcript(join(folder, item.name));
    else if (item.isDirectory()) yield* subAgentTranscripts(join(folder, item.name, 'subagents'), 0);
  }
}

function* subAgentTranscripts(folder: string, depth: number): Generator<SessionEntry> {
  for (const item of entriesOf(folder)) {
    const path = join(folder, item.name);
    if (item.isDirectory()) {
      if (depth < MAX_SUB_AGENT_DEPTH) yield* subAgentTranscripts(path, depth + 1);
    } else if (isSubAgentFile(item.name) && item.name.endsWith(EXTENSION)) yield* transcript(path);
  }
}

function* transcript(location: string): Generator<SessionEntry> {
  const stat = statsOf(location);
  if (!stat?.isFile() || stat.size === 0) return;
  const id = basename(location, EXTENSION);
  yield { source: NAME, id, location, modifiedAt: Math.floor(stat.mtimeMs), sizeBytes: stat.size };
}

/** What cannot be listed (absent, no permission, no folder) holds no session. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

function isFolder(item: Dirent, path: string): boolean {
  if (item.isDirectory()) return true;
  return item.isSymbolicLink() && (statsOf(path)?.isDirectory() ?? false);
}

export function isSubAgentFile(location: string): boolean {
  return basename(location).startsWith(SUB_AGENT_PREFIX);
}

/** Where a transcript's side files are: task lists and todos under `root`, its sub-agents in `folder` or beside it. */
export interface TranscriptPlace {
  /** The configuration directory, such as `~/.claude`. */
  root: string;
  project: string;
  /** `<project>/<session id>`; need not exist. */
  folder: string;
  id: string;
}

export function placeOf(location: string): TranscriptPlace {
  const project = dirname(location);
  const id = basename(location, EXTENSION);
  return { root: dirname(dirname(project)), project, folder: join(project, id), id };
}

import { dirname, join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { absolutePath, directoriesIn, fileEntry, filesIn } from '../directory.ts';
import { readSmallFile } from '../file-ends.ts';
import { parseObject } from '../json-document.ts';
import type { JsonRecord } from '../parse-record.ts';
import type { Environment } from '../source.ts';

const MAX_MANIFEST_BYTES = 1024 * 1024;
const MESSAGES = '.messages.json';

/** Each variable names a deeper part of `~/.cline/data/sessions` (Cline SDK, storage/paths). */
export function clineRoots(environment: Environment): string[] {
  const { home, variables } = environment;
  if (variables.CLINE_SESSION_DATA_DIR) return [absolutePath(variables.CLINE_SESSION_DATA_DIR, environment)];
  if (variables.CLINE_DATA_DIR)
    return [join(absolutePath(variables.CLINE_DATA_DIR, environment), 'sessions')];
  const root = variables.CLINE_DIR ? absolutePath(variables.CLINE_DIR, environment) : join(home, '.cline');
  return [join(root, 'data', 'sessions')];
}

/** `<id>/<id>.messages.json`; the folder's other message files are sub-agents. */
export function* listCline(environment: Environment): Generator<SessionEntry> {
  for (const root of clineRoots(environment)) {
    for (const id of directoriesIn(root)) {
      const entry = fileEntry('cline-cli', id, join(root, id, id + MESSAGES));
      if (entry) yield entry;
    }
  }
}

/** `<id>.json`: where the session ran, its title and status. */
export function readManifest(entry: SessionEntry): JsonRecord {
  const path = `${entry.location.slice(0, -MESSAGES.length)}.json`;
  return parseObject(readSmallFile(path, MAX_MANIFEST_BYTES) ?? '') ?? {};
}

/** The message files of sub-agents (`agent_<epoch milliseconds>_<random>`), with the time at which each started. */
export function subAgentFiles(entry: SessionEntry): { path: string; startedAt: number }[] {
  const folder = dirname(entry.location);
  return filesIn(folder, MESSAGES).flatMap((name) => {
    const startedAt = Number(/^agent_(\d{10,16})_/.exec(name)?.[1]);
    return Number.isFinite(startedAt) ? [{ path: join(folder, name), startedAt }] : [];
  });
}

import { dirname, join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { absolutePath, directoriesIn, fileEntry } from '../directory.ts';
import { record } from '../fields.ts';
import { readSmallFile } from '../file-ends.ts';
import type { Environment } from '../source.ts';

const MAX_STATE_BYTES = 1024 * 1024;

export function kimiRoots(environment: Environment): string[] {
  const { home, variables } = environment;
  const root = variables.KIMI_CODE_HOME
    ? absolutePath(variables.KIMI_CODE_HOME, environment)
    : join(home, '.kimi-code');
  return [join(root, 'sessions')];
}

/** `<workspace>/<session>/agents/main/wire.jsonl`; the other folders of `agents` are sub-agents. */
export function* listKimi(environment: Environment): Generator<SessionEntry> {
  for (const root of kimiRoots(environment)) {
    for (const workspace of directoriesIn(root)) {
      for (const session of directoriesIn(join(root, workspace))) {
        const wire = join(root, workspace, session, 'agents', 'main', 'wire.jsonl');
        const entry = fileEntry('kimi-code', session, wire);
        if (entry) yield entry;
      }
    }
  }
}

/** The wire file of a sub-agent; its id is data from the store, so only a plain name is taken. */
export function subAgentWire(entry: SessionEntry, agentId: string): string | undefined {
  if (!/^[A-Za-z0-9][\w-]{0,99}$/.test(agentId)) return undefined;
  return join(dirname(dirname(entry.location)), agentId, 'wire.jsonl');
}

/** The session's `state.json`: cwd, title, times, the session that it was forked from. */
export function readState(entry: SessionEntry): { [key: string]: unknown } {
  const path = join(dirname(dirname(dirname(entry.location))), 'state.json');
  try {
    return record(JSON.parse(readSmallFile(path, MAX_STATE_BYTES) ?? '{}')) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

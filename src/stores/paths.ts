import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { ProjectIdentity } from '../project/identity.ts';
import type { Environment } from '../sources/source.ts';
import { StoreError } from './store-error.ts';

/**
 * The directory of PraisonAI's data: `PRAISONAI_HOME`, else `~/.praisonai` or the older `~/.praison` where one exists,
 * else `$XDG_DATA_HOME/praisonai` (only where that variable is set and absolute), else `~/.praisonai`.
 * The order is Python's (praisonaiagents, paths). Nothing is created.
 */
export function dataDirectory(environment: Environment): string {
  const { home, variables, directory } = environment;
  const override = variables['PRAISONAI_HOME'];
  if (override) return resolve(directory, expandHome(override, home));
  for (const name of ['.praisonai', '.praison']) if (existsSync(join(home, name))) return join(home, name);
  const xdg = variables['XDG_DATA_HOME'];
  if (xdg && isAbsolute(xdg)) return join(xdg, 'praisonai');
  return join(home, '.praisonai');
}

export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}

/** Sessions that belong to no project: agents used as a library, gateways, chats. */
export function globalSessionDirectory(environment: Environment): string {
  return join(dataDirectory(environment), 'sessions');
}

export function projectsDirectory(environment: Environment): string {
  return join(globalSessionDirectory(environment), 'projects');
}

export interface ProjectDirectories {
  /** Read and written. */
  current: string;
  /** Where earlier versions kept this project's sessions: read only. */
  former: string[];
}

export function projectSessionDirectories(
  environment: Environment,
  project: Pick<ProjectIdentity, 'id' | 'formerIds'>,
): ProjectDirectories {
  const projects = projectsDirectory(environment);
  const former = project.formerIds.filter((id) => id !== project.id).map((id) => join(projects, id));
  return { current: join(projects, project.id), former };
}

/**
 * The file name of a session, without `.json`: Python's rule, by which every character that is neither a letter nor a
 * digit of any script, nor `-` or `_`, becomes `_` (so `../../x` is `______x`). Two ids may share one name.
 * The Unicode version decides for letters younger than the reader; both of 2026 agree on all of Unicode 14.
 */
export function sessionFileName(id: string): string {
  return /^[\w-]*$/.test(id) ? id : id.replace(/[^\p{L}\p{N}_-]/gu, '_');
}

/** Leaves room for `.json.corrupt-<milliseconds>` within the 255 bytes that file systems allow. */
const MAX_NAME_BYTES = 200;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Throws `invalid-session-id` for an id under which no session may be made. Reading takes any id. */
export function checkNewSessionId(id: string, platform: NodeJS.Platform): void {
  const reason = refusal(id, platform);
  if (reason !== undefined) throw new StoreError({ code: 'invalid-session-id', id, reason });
}

function refusal(id: string, platform: NodeJS.Platform): string | undefined {
  if (id.trim() === '') return 'is empty';
  if (/[\0-\x1f\x7f]/.test(id)) return 'contains a control character';
  const name = sessionFileName(id);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    return `is too long: its file name takes more than ${MAX_NAME_BYTES} bytes`;
  if (platform === 'win32' && WINDOWS_DEVICE.test(name)) return 'is the name of a device on Windows';
  return undefined;
}

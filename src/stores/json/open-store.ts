import type { ProjectIdentity } from '../../project/identity.ts';
import type { Environment } from '../../sources/source.ts';
import { globalSessionDirectory, projectSessionDirectories } from '../paths.ts';
import { JsonSessionStore, type JsonStoreOptions } from './json-session-store.ts';
import { retentionFrom } from './retention.ts';
import { sessionDirectories } from './session-files.ts';

type Overrides = Omit<JsonStoreOptions, 'directory' | 'formerDirectories'>;

/** The sessions of one project. Nothing is made until something is written. */
export function openProjectStore(
  environment: Environment,
  project: Pick<ProjectIdentity, 'id' | 'formerIds'>,
  overrides: Overrides = {},
): JsonSessionStore {
  const { current, former } = projectSessionDirectories(environment, project);
  return open(environment, { directory: current, formerDirectories: former, ...overrides });
}

/** Sessions outside any project. Python lists them together with the project's, so a caller usually wants both. */
export function openGlobalStore(environment: Environment, overrides: Overrides = {}): JsonSessionStore {
  return open(environment, { directory: globalSessionDirectory(environment), ...overrides });
}

/** Every session directory of this machine: each project's, and the one outside projects. */
export function allStores(environment: Environment): JsonSessionStore[] {
  return sessionDirectories(environment).map((directory) => open(environment, { directory }));
}

function open({ variables, platform }: Environment, options: JsonStoreOptions): JsonSessionStore {
  return new JsonSessionStore({ retention: retentionFrom(variables), platform, ...options });
}

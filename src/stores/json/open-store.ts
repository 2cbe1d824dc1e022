import { join } from 'node:path';
import type { ProjectIdentity } from '../../project/identity.ts';
import { entriesOf } from '../../project/small-file.ts';
import type { Environment } from '../../sources/source.ts';
import { globalSessionDirectory, projectSessionDirectories, projectsDirectory } from '../paths.ts';
import { JsonSessionStore, type JsonStoreOptions } from './json-session-store.ts';
import { retentionFrom } from './retention.ts';

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

/** Ids of all projects that have a session directory here, sorted. */
export function projectIds(environment: Environment): string[] {
  const entries = entriesOf(projectsDirectory(environment));
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Every session directory of this machine: each project's, and the one outside projects. */
export function allStores(environment: Environment): JsonSessionStore[] {
  const projects = projectIds(environment).map((id) =>
    open(environment, { directory: join(projectsDirectory(environment), id) }),
  );
  return [...projects, openGlobalStore(environment)];
}

function open({ variables, platform }: Environment, options: JsonStoreOptions): JsonSessionStore {
  return new JsonSessionStore({ retention: retentionFrom(variables), platform, ...options });
}

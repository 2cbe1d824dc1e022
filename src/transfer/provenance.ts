import { hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { SessionDescription } from '../model/session.ts';
import { BoundedGit } from '../project/git-command.ts';
import { findRepository, nearestExisting } from '../project/git-directory.ts';
import { identifyProject, shortHash } from '../project/identity.ts';
import { originUrl } from '../project/origin.ts';
import { normalizeGitRemote } from '../project/remote.ts';
import { readSmallFile } from '../project/small-file.ts';
import { workTreeStatus } from '../project/work-tree-status.ts';
import { compact } from '../sources/event-writer.ts';
import type { Environment } from '../sources/source.ts';

/** The repository of a session as it stood when the session was pushed. In the spelling of `metadata.origin`. */
export interface WorkspaceFacts {
  /** Top of the work tree on that machine. */
  root?: string;
  /** As git has it, without credentials. */
  remote?: string;
  branch?: string;
  commit?: string;
  /** Paths relative to the root, the first so many. */
  dirty_files?: string[];
  dirty_count?: number;
}

const MOST_DIRTY_FILES = 50;
/** For all runs of git of one repository, in milliseconds. */
const BUDGET_MS = 1_000;

/** What this machine is called in a store: `PRAISONAI_HOST`, else the host's name. */
export function hostLabel({ variables }: Environment): string {
  return variables['PRAISONAI_HOST']?.trim() || hostname();
}

/** The repository of a session's directory; what git does not tell in time is left out. Nothing where there is none. */
export function workspaceFacts(description: SessionDescription, environment: Environment): WorkspaceFacts {
  const { directory } = description;
  const recorded = description.remote === undefined ? undefined : withoutCredentials(description.remote);
  const isHere = directory !== undefined && isAbsolute(directory);
  const repository = isHere ? findRepository(nearestExisting(directory)) : undefined;
  if (!directory || repository?.root === undefined) return compact({ remote: recorded });
  const { root } = repository;
  const git = new BoundedGit(root, environment, performance.now() + BUDGET_MS);
  const status = workTreeStatus(git, repository, []);
  const url = originUrl(repository, environment);
  const head = readSmallFile(join(repository.gitDirectory, 'HEAD')) ?? '';
  return compact({
    root,
    remote: url === undefined ? recorded : withoutCredentials(url),
    branch: /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1],
    commit: status?.head,
    dirty_files: status?.dirty.slice(0, MOST_DIRTY_FILES),
    dirty_count: status?.dirty.length,
  });
}

/** The name before `@` stays in `git@host:path`: there it is part of the form, and no secret. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
}

/** The same for every clone of a repository with a remote; else of this machine's directory. */
export function projectOfSession(description: SessionDescription, environment: Environment): string {
  const { projectId, remote, directory } = description;
  if (projectId !== undefined) return projectId;
  const name = remote === undefined ? undefined : normalizeGitRemote(remote);
  if (name !== undefined) return shortHash(`git-remote:${name}`);
  if (!directory) return 'global';
  // A path of another system is no place of this machine's.
  return isAbsolute(directory) ? identifyProject(directory, environment).id : shortHash(directory);
}

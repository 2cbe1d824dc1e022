import { join } from 'node:path';
import { entriesOf } from '../../project/small-file.ts';
import { sessionFileName } from '../paths.ts';
import { StoreError } from '../store-error.ts';
import { fileExists, listSessionFiles, type SessionFile } from './session-files.ts';

export interface PlacedFile extends SessionFile {
  project: string;
}

export interface FoundPlace {
  path: string;
  project: string;
}

const GLOBAL = 'global';
/** Another store's word for a project becomes the name of a directory. */
const PROJECT = /^[\w-]{1,64}$/;

/** Which file holds which session, in a directory laid out as PraisonAI's `sessions`. Nothing is opened. */
export class SessionPlaces {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Where a session of this id is, if one is. */
  find(id: string): FoundPlace | undefined {
    if (id.trim() === '') return undefined;
    return this.projects()
      .map((project) => ({ project, path: this.path(project, id) }))
      .find(({ path }) => fileExists(path));
  }

  /** @throws StoreError `invalid-session-id` for a project that cannot be a directory */
  path(project: string, id: string): string {
    const directory = this.directoryOf(project);
    if (directory === undefined)
      throw new StoreError({
        code: 'invalid-session-id',
        id,
        reason: `has an impossible project: ${project}`,
      });
    return join(directory, `${sessionFileName(id)}.json`);
  }

  /** Session files of some projects, or of all; unordered, one stat each. */
  files(projects: readonly string[] = this.projects()): PlacedFile[] {
    return projects.flatMap((project) =>
      listSessionFiles(this.directoryOf(project) ?? '').map((file) => ({ ...file, project })),
    );
  }

  private projects(): string[] {
    const directories = entriesOf(join(this.directory, 'projects')).filter((entry) => entry.isDirectory());
    return [GLOBAL, ...directories.map(({ name }) => name).filter((name) => PROJECT.test(name))];
  }

  private directoryOf(project: string): string | undefined {
    if (project === GLOBAL) return this.directory;
    return PROJECT.test(project) ? join(this.directory, 'projects', project) : undefined;
  }
}

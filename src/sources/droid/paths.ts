import { join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { absolutePath, directoriesIn, fileEntry, filesIn } from '../directory.ts';
import type { Environment } from '../source.ts';

/** `FACTORY_HOME` stands for the home directory or for its `.factory`: both readings are in use. */
export function droidRoots(environment: Environment): string[] {
  const { home, variables } = environment;
  const moved = variables.FACTORY_HOME ? absolutePath(variables.FACTORY_HOME, environment) : undefined;
  return moved === undefined
    ? [join(home, '.factory', 'sessions')]
    : [join(moved, 'sessions'), join(moved, '.factory', 'sessions')];
}

/** `<folder of the working directory>/<id>.jsonl`; a session without a directory lies beside the folders. */
export function* listDroid(environment: Environment): Generator<SessionEntry> {
  for (const root of droidRoots(environment)) {
    for (const folder of [root, ...directoriesIn(root).map((name) => join(root, name))]) {
      for (const name of filesIn(folder, '.jsonl')) {
        const entry = fileEntry('droid', name.slice(0, -'.jsonl'.length), join(folder, name));
        if (entry) yield entry;
      }
    }
  }
}

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, win32 } from 'node:path';
import { absent } from './paths.ts';
import type { TaskTracker } from './plan.ts';

const MAX_TASK_FILES = 500;
const MAX_SIDE_FILE_BYTES = 256 * 1024;

/** Takes in the task files of a session, `<project>/<session id>/tracker/<task id>.json`. */
export function loadTrackerTasks(directory: string, tracker: TaskTracker): void {
  for (const name of namesIn(directory).slice(0, MAX_TASK_FILES)) {
    const content = name.endsWith('.json') ? readSmallFile(join(directory, name)) : undefined;
    if (content === undefined) continue;
    try {
      tracker.load(JSON.parse(content));
    } catch (error) {
      // A task that is being written right now; its state in the record stands.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}

/** The plan's text, from `<project>/<session id>/plans/` (or `<project>/plans/`); only the name of the path is used. */
export function readPlanFile(
  project: string,
  sessionId: string | undefined,
  path: string,
): string | undefined {
  const name = win32.basename(basename(path));
  for (const folder of [
    ...(sessionId === undefined ? [] : [join(project, basename(sessionId), 'plans')]),
    join(project, 'plans'),
  ]) {
    const content = readSmallFile(join(folder, name))?.trim();
    if (content) return content;
  }
  return undefined;
}

/** A regular file of at most 256 KiB as text; `undefined` for anything else, links included. */
export function readSmallFile(path: string): string | undefined {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= MAX_SIDE_FILE_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch (error) {
    return absent(error, undefined);
  }
}

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    return absent(error, []);
  }
}

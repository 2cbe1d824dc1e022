import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import type { Environment } from '../source.ts';

/**
 * Folders `tmp` that hold one folder per project. `GEMINI_CLI_HOME` stands for the home directory; under the macOS
 * sandbox the agent writes below `~/.cache` instead (Gemini CLI 0.61.0 config/storage).
 */
export function geminiRoots(environment: Environment): string[] {
  const home = environment.variables['GEMINI_CLI_HOME'] || environment.home;
  const roots = [join(home, '.gemini', 'tmp')];
  const sandbox = join(home, '.cache', '.gemini', 'tmp');
  if (environment.variables['SANDBOX'] === 'sandbox-exec') roots.unshift(sandbox);
  else if (environment.platform === 'darwin') roots.push(sandbox);
  return roots;
}

/** `session-<date>-<first 8 characters of the id>.json[l]` in `<root>/<project>/chats/`; sub-agents' are one level below. */
export function* listChats(source: string, roots: readonly string[]): Generator<SessionEntry> {
  for (const root of roots)
    for (const project of entriesOf(root)) {
      if (!project.isDirectory()) continue;
      const directory = join(root, project.name, 'chats');
      const files = entriesOf(directory);
      const names = new Set(files.map((file) => file.name));
      for (const file of files) {
        const id = chatId(file.name);
        if (id === undefined) continue;
        const entry = entryOf(source, id, join(directory, file.name));
        // A resumed session moves from .json to .jsonl; the older file stays, and says nothing that is not in the newer one.
        const newer = names.has(`${file.name}l`) && entryOf(source, id, join(directory, `${file.name}l`));
        if (entry && !(newer && newer.modifiedAt >= entry.modifiedAt)) yield entry;
      }
    }
}

function chatId(name: string): string | undefined {
  return /^session-(?:.*-)?([^-]+)\.jsonl?$/.exec(name)?.[1];
}

/** The entry of a regular file (a link to one counts); `undefined` for anything else. */
export function entryOf(source: string, id: string, location: string): SessionEntry | undefined {
  try {
    const stat = statSync(location);
    if (!stat.isFile()) return undefined;
    return { source, id, location, modifiedAt: Math.floor(stat.mtimeMs), sizeBytes: stat.size };
  } catch (error) {
    return absent(error, undefined);
  }
}

/** What a folder holds, by name; nothing where there is none, or no permission. */
export function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((left, right) =>
      left.name < right.name ? -1 : 1,
    );
  } catch (error) {
    return absent(error, []);
  }
}

/** What is missing, forbidden or a loop of links is as if it were not there. */
export function absent<Fallback>(error: unknown, fallback: Fallback): Fallback {
  if (error instanceof Error && 'code' in error) return fallback;
  throw error;
}

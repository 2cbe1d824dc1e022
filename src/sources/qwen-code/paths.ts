import { isAbsolute, join, resolve } from 'node:path';
import type { SessionEntry } from '../../model/session.ts';
import { entriesOf, entryOf, listChats } from '../gemini-cli/paths.ts';
import { readSmallFile } from '../gemini-cli/side-files.ts';
import type { Environment } from '../source.ts';

/**
 * Folders that hold `projects/` (and, from the time as a fork of Gemini CLI, `tmp/`).
 *
 * `QWEN_RUNTIME_DIR` comes before the setting `advanced.runtimeOutputDir`, that before `QWEN_HOME`, that before
 * `~/.qwen` (Qwen Code 0.24.4 config/storage). A setting may be newer than some sessions, so the folder that it
 * replaced is looked at too.
 */
export function qwenRoots(environment: Environment): string[] {
  const { QWEN_RUNTIME_DIR: runtime, QWEN_HOME: home } = environment.variables;
  if (runtime) return [absolute(runtime, environment)];
  const base = home ? absolute(home, environment) : join(environment.home, '.qwen');
  const configured = runtimeSetting(join(base, 'settings.json'));
  return configured === undefined ? [base] : [...new Set([absolute(configured, environment), base])];
}

function absolute(path: string, environment: Environment): string {
  if (path === '~' || /^~[/\\]/.test(path)) return join(environment.home, path.slice(1));
  return isAbsolute(path) ? path : resolve(environment.directory, path);
}

/** The settings may hold comments, so the one value is taken out of the text. */
function runtimeSetting(settings: string): string | undefined {
  const match = /"runtimeOutputDir"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(readSmallFile(settings) ?? '');
  if (!match) return undefined;
  try {
    return String(JSON.parse(match[1] ?? ''));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `projects/<folder>/chats/<session id>.jsonl`, archived ones in `chats/archive/`, then what is left in `tmp/`. */
export function* listQwenChats(source: string, roots: readonly string[]): Generator<SessionEntry> {
  for (const root of roots) {
    const projects = join(root, 'projects');
    for (const project of entriesOf(projects)) {
      if (!project.isDirectory()) continue;
      const chats = join(projects, project.name, 'chats');
      yield* logsIn(source, chats);
      yield* logsIn(source, join(chats, 'archive'));
    }
  }
  yield* listChats(
    source,
    roots.map((root) => join(root, 'tmp')),
  );
}

function* logsIn(source: string, directory: string): Generator<SessionEntry> {
  for (const file of entriesOf(directory)) {
    const id = /^([\w-]+)\.jsonl$/.exec(file.name)?.[1];
    const entry = id === undefined ? undefined : entryOf(source, id, join(directory, file.name));
    if (entry) yield entry;
  }
}

import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { nonEmpty, record } from '../fields.ts';
import { entriesOf } from './paths.ts';
import { readSmallFile } from './side-files.ts';

/** Paths whose hash is tried, at most. */
const MAX_CANDIDATES = 400;

/**
 * The working directory of a session, from what is known best: the environment text that the session itself holds, the
 * owner file of its project folder, the registry of projects, a known directory whose SHA-256 is the project's hash
 * (the only link that older versions wrote), a directory that was added to the workspace.
 *
 * @param location the chat file; the files beside it are read.
 * @param head the first kilobytes of the chat file.
 */
export function projectDirectory(
  location: string,
  head: Buffer,
  metadata: { projectHash?: string; directories: readonly string[] },
): string | undefined {
  const project = dirname(dirname(resolve(location)));
  return (
    contextDirectory(head) ??
    nonEmpty(readSmallFile(join(project, '.project_root'))?.trim()) ??
    registered(project) ??
    hashedDirectory(project, head, metadata.projectHash) ??
    metadata.directories[0]
  );
}

/** The workspace line of `<session_context>`, as JSON text; older versions had a sentence instead of a list. */
function contextDirectory(head: Buffer): string | undefined {
  const start = head.indexOf('<session_context>');
  if (start === -1) return undefined;
  const context = head.toString('utf8', start, start + 4000);
  const match =
    /Workspace Directories:\*\*\\n\s*- (.+?)\\n/.exec(context) ??
    /currently working in the directory: (.+?)\\n/.exec(context);
  return match ? nonEmpty(unescapeJson(match[1] ?? '')) : undefined;
}

/** `projects.json` beside `tmp`: `{projects: {<path>: <folder>}}`. */
function registered(project: string): string | undefined {
  const folder = project.slice(dirname(project).length + 1);
  for (const [path, name] of Object.entries(registry(project))) if (name === folder) return path;
  return undefined;
}

function registry(project: string): { [path: string]: unknown } {
  return record(record(jsonFile(join(project, '..', '..', 'projects.json')))?.['projects']) ?? {};
}

function hashedDirectory(project: string, head: Buffer, recorded: string | undefined): string | undefined {
  const folder = project.slice(dirname(project).length + 1);
  const hash = /^[0-9a-f]{64}$/.test(folder) ? folder : recorded;
  if (hash === undefined) return undefined;
  for (const candidate of candidates(project, head.toString('utf8')))
    if (createHash('sha256').update(candidate).digest('hex') === hash) return candidate;
  return undefined;
}

/** Directories that this machine's agent knows, then those that the session's own text names, with their parents. */
function candidates(project: string, head: string): Set<string> {
  const found = new Set(Object.keys(registry(project)));
  const trusted = record(jsonFile(join(project, '..', '..', 'trustedFolders.json'))) ?? {};
  for (const path of Object.keys(trusted)) found.add(path);
  for (const sibling of entriesOf(dirname(project))) {
    const owner = readSmallFile(join(dirname(project), sibling.name, '.project_root'))?.trim();
    if (owner) found.add(owner);
    if (found.size > MAX_CANDIDATES / 2) break;
  }
  for (const match of head.matchAll(
    /(?<![\w.])(?:[A-Za-z]:(?:\\\\[^\\"/:*?<>|\s]+)+|(?:\/[\w.@+~-]+){2,})/g,
  )) {
    let path = match[0].replaceAll('\\\\', '\\');
    while (path !== '' && found.size < MAX_CANDIDATES && !found.has(path)) {
      found.add(path);
      path = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0));
    }
  }
  return found;
}

function jsonFile(path: string): unknown {
  try {
    return JSON.parse(readSmallFile(path) ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function unescapeJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

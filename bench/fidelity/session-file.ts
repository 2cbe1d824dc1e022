import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AgentName, defaultPlace, placeOf } from './agents.ts';
import { baseName, directoryName } from './paths.ts';
import { asRaw, type Raw } from './raw-record.ts';

/** How the records of a session make up its file. */
type Form =
  /** One record per line. */
  | 'lines'
  /** One JSON document with a `messages` array. */
  | 'messages';

/** One session as the measure cuts it: records that can be kept up to any of them. */
export interface SessionFile {
  agent: AgentName;
  /** Absolute. */
  path: string;
  /** File name, or the directory's name where every session's file is called alike: figures are averaged by it. */
  name: string;
  /** Path below the home directory. */
  place: string;
  form: Form;
  /** Lines, or messages as JSON. */
  records: string[];
  /** For `messages`: the document without them. */
  envelope: Raw;
}

/**
 * The sessions below a directory, in order of their paths. Agents are told by the path; with `agent` only that agent's,
 * and then every `.jsonl` file where none lies in the agent's usual place.
 */
export function findSessions(directory: string, agent?: AgentName): SessionFile[] {
  const root = resolve(directory);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const found = files.flatMap((path) => {
    const place = placeOf(path);
    return place && (agent === undefined || place.agent === agent) ? [loadSession(path, place)] : [];
  });
  if (found.length > 0 || agent === undefined) return found;
  return files
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => loadSession(path, { agent, place: defaultPlace(agent, path) }));
}

function loadSession(path: string, { agent, place }: { agent: AgentName; place: string }): SessionFile {
  const text = readFileSync(path, 'utf8');
  const base = { agent, path, name: nameOf(path.replaceAll('\\', '/')), place };
  if (path.endsWith('.jsonl')) return { ...base, form: 'lines', records: text.split('\n'), envelope: {} };
  const { messages, ...envelope } = asRaw(JSON.parse(text)) ?? {};
  const records = Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : [];
  return { ...base, form: 'messages', records, envelope };
}

function nameOf(path: string): string {
  const name = baseName(path);
  return name === 'events.jsonl' ? baseName(directoryName(path)) : name;
}

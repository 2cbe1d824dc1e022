import type { SessionDescription, SessionEnding } from '../model/session.ts';
import type { JsonObject } from '../model/session-record.ts';
import { compact } from '../sources/event-writer.ts';
import { nonEmpty, record } from '../sources/fields.ts';

/** Where a session came from that was brought here from another machine, or from another agent. */
export interface SessionOrigin {
  /** The agent that wrote it, and that agent's own id of it. */
  source: string;
  id: string;
  /** What its own store told of it. */
  listing: SessionDescription;
}

/** From `metadata.origin` of a PraisonAI session; `undefined` for one that was begun as such. */
export function sessionOrigin(metadata: { readonly [key: string]: unknown }): SessionOrigin | undefined {
  const fields = record(metadata['origin']);
  const source = nonEmpty(fields?.['source']);
  const id = nonEmpty(fields?.['id']);
  if (source === undefined || id === undefined) return undefined;
  return { source, id, listing: listingOf(fields?.['listing']) };
}

/** Where a session came from, as far as a handoff needs it. */
export interface SessionProvenance {
  source: string;
  id: string;
  /** Top of the work tree on that machine. */
  root?: string;
  /** Remote of the repository. */
  remote?: string;
}

export function provenanceOf(metadata: { readonly [key: string]: unknown }): SessionProvenance | undefined {
  const origin = sessionOrigin(metadata);
  if (origin === undefined) return undefined;
  const fields = record(metadata['origin']);
  return compact({
    source: origin.source,
    id: origin.id,
    root: nonEmpty(fields?.['root']),
    remote: nonEmpty(fields?.['remote']),
  }) as SessionProvenance;
}

/** The id under which PraisonAI's own stores keep a session: `claude-code:0199…`; of its own sessions the id itself. */
export function storedId({ source, id }: { source: string; id: string }): string {
  return source === 'praisonai' ? id : `${source}:${id}`;
}

/** Tolerant: a field of a wrong type is left out. */
export function listingOf(value: unknown): SessionDescription {
  const fields = record(value) ?? {};
  const kept: JsonObject = {};
  for (const [name, type] of Object.entries(LISTING_FIELDS)) {
    const given = fields[name];
    if (typeof given === type && isPlausible(name, given)) kept[name] = given as string;
  }
  return kept as SessionDescription;
}

/** Beyond these milliseconds JavaScript has no dates. */
const LATEST_DATE_MS = 8.64e15;

function isPlausible(name: string, value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!name.endsWith('At') || Math.abs(value) <= LATEST_DATE_MS);
  return name !== 'ending' || ENDINGS.some((ending) => ending === value);
}

const ENDINGS = [
  'finished',
  'interrupted',
  'usage-limit',
  'context-limit',
  'error',
  'waiting',
  'unknown',
] as const satisfies readonly SessionEnding[];

const LISTING_FIELDS = {
  title: 'string',
  directory: 'string',
  branch: 'string',
  commit: 'string',
  remote: 'string',
  createdAt: 'number',
  updatedAt: 'number',
  parentId: 'string',
  subAgent: 'boolean',
  ending: 'string',
  model: 'string',
  messageCount: 'number',
  agentVersion: 'string',
  id: 'string',
  updatedAtText: 'string',
  agentName: 'string',
  totalTokens: 'number',
  cost: 'number',
  projectId: 'string',
} as const satisfies { [Field in Exclude<keyof SessionDescription, 'unreadable' | 'origin'>]: string };

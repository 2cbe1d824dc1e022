import { oneLine } from '../text/sanitize.ts';
import { isoTime } from '../text/time.ts';
import type { RedactLevel } from './cleaner.ts';
import type { SessionRow } from './newest-first.ts';
import { present } from './present.ts';

/** A session of a listing as programs read it. Times are ISO 8601 in UTC; what the store does not tell is `null`. */
export interface SessionRecord {
  session_id: string;
  source: string;
  title: string | null;
  /** The recorded directory; of PraisonAI's own sessions the project's id. */
  project: string | null;
  agent_name: string | null;
  message_count: number | null;
  size_bytes: number;
  created_at: string | null;
  updated_at: string;
  ending: string;
  model: string | null;
  total_tokens: number | null;
  /** US dollars. */
  cost: number | null;
  parent_id: string | null;
  location: string;
}

export function sessionRecord({ entry, description, activeAt }: SessionRow): SessionRecord {
  return {
    session_id: description.id ?? entry.id,
    source: entry.source,
    title: description.title ?? null,
    project: description.directory ?? description.projectId ?? null,
    agent_name: description.agentName ?? null,
    message_count: description.messageCount ?? null,
    size_bytes: entry.sizeBytes,
    created_at: description.createdAt === undefined ? null : isoTime(description.createdAt),
    updated_at: description.updatedAtText ?? isoTime(activeAt),
    ending: description.ending ?? 'unknown',
    model: description.model ?? null,
    total_tokens: description.totalTokens ?? null,
    cost: description.cost ?? null,
    parent_id: description.parentId ?? null,
    location: entry.location,
  };
}

/** The rows as they may be shown: titles and names are somebody's words. */
export async function presentRows(
  rows: readonly SessionRow[],
  level: RedactLevel = 'default',
  home?: string,
): Promise<SessionRow[]> {
  const texts = rows.flatMap(({ description }) => SHOWN_FIELDS.map((field) => description[field] ?? ''));
  const shown = await present(texts, level, home);
  return rows.map((row, index) => {
    const description = { ...row.description };
    SHOWN_FIELDS.forEach((field, offset) => {
      if (description[field] !== undefined)
        description[field] = oneLine(shown[index * SHOWN_FIELDS.length + offset] ?? '');
    });
    return { ...row, description };
  });
}

const SHOWN_FIELDS = ['title', 'directory', 'agentName'] as const;

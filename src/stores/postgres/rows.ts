import type { SessionDescription } from '../../model/session.ts';
import type { ListedSession, SessionHead, SessionKey } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { MAX_LISTING_BYTES } from './schema.ts';

/** What an index holds of a session. The driver gives bigint as text. */
export interface ListedRow {
  pk: string;
  source: string;
  id: string;
  project: string;
  active_at: string;
  version: string;
  message_count: number;
  /** Null: the description is too long for the index. */
  listing: string | null;
}

export const LISTED_COLUMNS =
  's.pk, s.source, s.id, s.project, s.active_at, s.version, s.message_count, s.listing';

export function listedSession(row: ListedRow, description: string): ListedSession {
  return {
    key: { source: row.source, id: row.id },
    project: row.project,
    description: JSON.parse(description) as SessionDescription,
    version: row.version,
    messageCount: row.message_count,
    activeAt: Number(row.active_at),
  };
}

/** The columns of a head. */
export function headColumns({ project, description, document }: SessionHead) {
  const { updatedAt, parentId, subAgent } = description;
  const text = JSON.stringify(description);
  const short = Buffer.byteLength(text) <= MAX_LISTING_BYTES;
  return {
    project,
    isRoot: (parentId === undefined || parentId === '') && subAgent !== true,
    recordedAt:
      typeof updatedAt === 'number' && Number.isSafeInteger(Math.round(updatedAt))
        ? Math.round(updatedAt)
        : null,
    listing: short ? text : null,
    longDescription: short ? null : text,
    document: JSON.stringify(document),
    title: typeof description.title === 'string' ? description.title : '',
  };
}

/** Longest names in UTF-8 bytes: together with a description they fit into an index entry. */
const MAX_BYTES = { id: 500, source: 100, project: 300 };

/** @throws StoreError `invalid-session-id` for what PostgreSQL cannot hold as it is. */
export function checkName(kind: 'id' | 'source' | 'project', text: string, { id }: SessionKey): void {
  const reason = nameProblem(text, MAX_BYTES[kind]);
  if (reason === undefined) return;
  throw new StoreError({
    code: 'invalid-session-id',
    id,
    reason: kind === 'id' ? reason : `is of a ${kind} whose name ${reason}`,
  });
}

function nameProblem(text: string, maxBytes: number): string | undefined {
  if (text === '') return 'is empty';
  if (text.includes('\0')) return 'holds a NUL sign, which PostgreSQL cannot store';
  if (isIllFormed(text)) return 'holds half of a surrogate pair, which PostgreSQL cannot store';
  return Buffer.byteLength(text) > maxBytes ? `is longer than ${maxBytes} bytes` : undefined;
}

/** Whether no text of PostgreSQL can be this one: then no session is named so either. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || isIllFormed(text);
}

function isIllFormed(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

import type { JsonObject, MessageRecord } from '../model/session-record.ts';
import { finiteNumber, record } from '../sources/fields.ts';

/**
 * Which of a session's messages retention moved out of the model's sight. A store keeps all messages in one list; this
 * stands in its document, as `metadata.origin.archive`, so that every machine sees the session alike.
 */
export interface ArchivedPart {
  /** So many of the oldest messages. */
  count: number;
  /** The message that stands for them; in no count of messages. */
  summary?: MessageRecord;
}

/** Tolerant: a document may come from anybody. */
export function archivedPartOf(document: JsonObject): ArchivedPart {
  const fields = record(record(record(document['metadata'])?.['origin'])?.['archive']);
  const count = finiteNumber(fields?.['count']) ?? 0;
  if (!Number.isInteger(count) || count <= 0) return { count: 0 };
  const summary = record(fields?.['summary']);
  return typeof summary?.['role'] === 'string'
    ? { count, summary: summary as unknown as MessageRecord }
    : { count };
}

/** The document with that part told in it. */
export function withArchivedPart(document: JsonObject, part: ArchivedPart | undefined): JsonObject {
  const metadata = (record(document['metadata']) ?? {}) as JsonObject;
  const origin = record(metadata['origin']) as JsonObject | undefined;
  if (part === undefined && origin === undefined) return document;
  const { archive: _, ...rest } = origin ?? {};
  const archive = part === undefined ? {} : { archive: { ...part } as unknown as JsonObject };
  return { ...document, metadata: { ...metadata, origin: { ...rest, ...archive } } };
}

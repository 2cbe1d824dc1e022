import type { JsonObject, MessageRecord } from '../../model/session-record.ts';
import { record } from '../../sources/fields.ts';
import { type ArchivedPart, archivedPartOf, withArchivedPart } from '../archived-part.ts';
import { storedId } from '../session-origin.ts';
import type { SessionChange, SessionKey } from '../session-store.ts';
import { isoTime, metadataOf } from './edit-session.ts';
import { type PythonObject, type PythonValue, plainValue, pythonFloat } from './python-json.ts';
import { isSummary } from './retention.ts';
import { isObject } from './summary.ts';

/** All messages of a session file, oldest first: those that retention moved to the archive, then the window. */
export function messagesOf(session: PythonObject): MessageRecord[] {
  const { archive, window } = partsOf(session);
  return [...archive, ...window].map((message) => plainValue(message) as MessageRecord);
}

/** Every field of the file but the messages, and how these are parted. */
export function documentOf(session: PythonObject): JsonObject {
  const { messages: _, archived_messages: __, ...rest } = plainValue(session) as JsonObject;
  const document = withArchivedPart(rest, archivedPart(session));
  const metadata = record(document['metadata']);
  const origin = record(metadata?.['origin']);
  if (origin === undefined) return document;
  const { listing: ___, ...kept } = origin;
  return { ...document, metadata: { ...metadata, origin: kept } as JsonObject };
}

function archivedPart(session: PythonObject): ArchivedPart | undefined {
  const count = partsOf(session).archive.length;
  if (count === 0) return undefined;
  const [summary] = summaryOf(session);
  return summary === undefined
    ? { count }
    : { count, summary: plainValue(summary) as unknown as MessageRecord };
}

/** Changes the parsed file in place. The listing's fields stand in `metadata.origin`, where a listing finds them again. */
export function changeSession(
  session: PythonObject,
  key: SessionKey,
  change: SessionChange,
  now: number,
): void {
  const { archive, window } = partsOf(session);
  const { head, keep = archive.length + window.length, messages = [] } = change;
  const part = head === undefined ? archivedPart(session) : archivedPartOf(head.document);
  if (head !== undefined) {
    const { project: _, description } = head;
    // The file's own lists tell which messages are archived.
    const document = withArchivedPart(head.document, undefined);
    for (const name of Object.keys(session)) if (!MESSAGES.has(name)) delete session[name];
    for (const [name, value] of Object.entries(pythonValues(document)))
      if (!MESSAGES.has(name) && name !== '__proto__') session[name] = value;
    session['session_id'] = storedId(key);
    session['updated_at'] = isoTime(description.updatedAt ?? now);
    const metadata = metadataOf(session);
    const origin = isObject(metadata['origin']) ? metadata['origin'] : {};
    metadata['origin'] = { ...origin, ...key, listing: pythonValues(description as JsonObject) };
  }
  const all = [...[...archive, ...window].slice(0, keep), ...messages.map(messageValue)];
  const archived = all.slice(0, part?.count ?? 0);
  const summary = archived.length > 0 ? part?.summary : undefined;
  session['archived_messages'] = archived;
  session['messages'] = [...(summary ? [messageValue(summary)] : []), ...all.slice(archived.length)];
}

const MESSAGES: ReadonlySet<string> = new Set(['messages', 'archived_messages']);

interface Parts {
  archive: PythonValue[];
  window: PythonValue[];
}

function partsOf(session: PythonObject): Parts {
  const all = (name: string): PythonValue[] => (Array.isArray(session[name]) ? session[name] : []);
  const window = all('messages');
  return { archive: all('archived_messages'), window: window.slice(summaryOf(session).length) };
}

/** The message with which retention stands for the archive: not one of the session's own. */
function summaryOf(session: PythonObject): PythonValue[] {
  const [first] = Array.isArray(session['messages']) ? session['messages'] : [];
  const hasArchive = Array.isArray(session['archived_messages']) && session['archived_messages'].length > 0;
  return hasArchive && isObject(first) && isSummary(first) ? [first] : [];
}

/** Python writes times as numbers with a fraction. */
function messageValue(message: MessageRecord): PythonValue {
  const value = pythonValues(message as unknown as JsonObject) as PythonObject;
  if (typeof message.timestamp === 'number') value['timestamp'] = pythonFloat(message.timestamp);
  return value;
}

/** A copy: the session stays in memory, and what the caller does to its own object later is no part of it. */
function pythonValues(value: JsonObject): PythonObject {
  return structuredClone(value) as PythonObject;
}

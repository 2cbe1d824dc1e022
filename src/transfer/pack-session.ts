import type { ReadReport, SessionDescription, SessionEntry } from '../model/session.ts';
import type { SessionEvent } from '../model/session-event.ts';
import type { JsonObject, MessageRecord } from '../model/session-record.ts';
import { buildCleaned, type RedactLevel } from '../sessions/cleaner.ts';
import { compact } from '../sources/event-writer.ts';
import { encodeEvent } from '../sources/praisonai/event-message.ts';
import type { Environment, SessionReader } from '../sources/source.ts';
import { storedId } from '../stores/session-origin.ts';
import type { SessionHead, SessionKey } from '../stores/session-store.ts';
import { mapTexts } from '../text/map-texts.ts';
import { isoTime } from '../text/time.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { originIn, withOrigin } from './origin-fields.ts';
import type { OutgoingSession } from './outgoing-session.ts';
import { ownSession } from './own-session.ts';
import { hostLabel, projectOfSession, workspaceFacts } from './provenance.ts';

export interface PackedSession {
  outgoing: OutgoingSession;
  /** Different secrets that were replaced, by kind. */
  secrets: Readonly<Record<string, number>>;
  report: ReadReport;
}

export interface PackOptions {
  redact: RedactLevel;
  /** Epoch milliseconds. */
  now: number;
  /** Of this program, `praisonai 1.2.3`. */
  version: string;
}

/** What is sent of a session, before and after it was cleaned. */
export interface Contents {
  key: SessionKey;
  description: SessionDescription;
  document: JsonObject;
  /** Of another agent's session: its events. Of PraisonAI's own: its messages as they are. */
  events: SessionEvent[];
  messages: MessageRecord[];
}

const BATCH = 1_000;

/**
 * A session of this machine as what another one needs for a handoff: events (or PraisonAI's own messages), what listings
 * show, and where it came from. Secrets are replaced in every text, before anything leaves.
 */
export async function packSession(
  reader: SessionReader,
  entry: SessionEntry,
  environment: Environment,
  options: PackOptions,
): Promise<PackedSession> {
  const description = reader.describe(entry);
  const report: ReadReport = { records: 0, unknown: 0, broken: 0, warnings: [] };
  const contents =
    entry.source === 'praisonai'
      ? ownSession(entry, description, environment)
      : foreignSession(reader, entry, description, report);
  const facts = { ...workspaceFacts(contents.description, environment), ...knownPlace(contents.document) };
  const { key, ...told } = contents;
  const { value, secrets } = await buildCleaned(
    (clean) => withIds(mapTexts({ contents: told, facts }, clean), told),
    options.redact,
    environment.home,
    // A session that goes back and forth keeps its numbers, or each way would change its messages.
    'kept',
  );
  const { events } = value.contents;
  const messages = events.length > 0 ? events.map(encodeEvent) : value.contents.messages;
  const head: SessionHead = {
    project: projectOfSession(
      { remote: facts.remote, ...contents.description } as SessionDescription,
      environment,
    ),
    description: { ...withoutIds(value.contents.description), ...known(value.facts.remote) },
    document: withOrigin(value.contents.document, {
      ...key,
      ...value.facts,
      host: hostLabel(environment),
      file: fileStamp(entry),
      redaction: options.redact,
      pushed_at: isoTime(options.now),
      pushed_by: options.version,
      total: messages.length,
    }),
  };
  return { outgoing: { key, head, ...listOf(messages) }, secrets, report };
}

/** By which a later push knows, without reading it, that a session has not changed. */
export function fileStamp({ modifiedAt, sizeBytes }: SessionEntry): JsonObject {
  return { modified_at: modifiedAt, size_bytes: sizeBytes };
}

const known = (remote: string | undefined): { remote?: string } => (remote === undefined ? {} : { remote });

/** A session that came from elsewhere was recorded there: this machine's repository is another clone. */
function knownPlace(document: JsonObject): { root?: string; remote?: string } {
  const { root, remote } = originIn(document);
  return {
    ...(typeof root === 'string' ? { root } : {}),
    ...(typeof remote === 'string' ? { remote } : {}),
  };
}

function foreignSession(
  reader: SessionReader,
  entry: SessionEntry,
  description: SessionDescription,
  report: ReadReport,
): Contents {
  const events: SessionEvent[] = [];
  Object.assign(
    report,
    reader.read(entry, (event) => events.push(event)),
  );
  const key = { source: entry.source, id: description.id ?? entry.id };
  const { title, model, createdAt, updatedAt, agentVersion, directory } = description;
  const time = (at: number | undefined) => isoTime(at ?? entry.modifiedAt).replace('Z', '+00:00');
  const document: JsonObject = {
    session_id: storedId(key),
    created_at: time(createdAt ?? updatedAt),
    updated_at: time(updatedAt),
    agent_name: entry.source,
    metadata: withOrigin(
      {
        metadata: {
          ...(title === undefined ? {} : { title }),
          ...(model === undefined ? {} : { model }),
          ...(directory === undefined ? {} : { workspace: directory }),
        },
      },
      agentVersion === undefined ? {} : { agent_version: agentVersion },
    )['metadata'] as JsonObject,
  };
  return {
    key,
    description: { ...description, updatedAt: updatedAt ?? entry.modifiedAt },
    document,
    events,
    messages: [],
  };
}

/** The key says them, and a store's own project. */
function withoutIds({
  id: _,
  projectId: __,
  origin: ___,
  ...description
}: SessionDescription): SessionDescription {
  return description;
}

function listOf(messages: readonly MessageRecord[]): Pick<OutgoingSession, 'fingerprints' | 'messages'> {
  return {
    fingerprints: fingerprintsOf(messages),
    async *messages(from) {
      for (let start = from; start < messages.length; start += BATCH)
        yield messages.slice(start, start + BATCH);
    },
  };
}

/**
 * Values by which a session is found again stay as they are, in their own places only: everything else, ids of calls too,
 * may be what a redactor takes it for.
 */
function withIds<Told extends { contents: Omit<Contents, 'key'> }>(
  cleaned: Told,
  { description, document }: Omit<Contents, 'key'>,
): Told {
  Object.assign(cleaned.contents.description, compact({ parentId: description.parentId }));
  for (const name of ['session_id', 'parent_id'])
    if (document[name] !== undefined) cleaned.contents.document[name] = document[name];
  return cleaned;
}

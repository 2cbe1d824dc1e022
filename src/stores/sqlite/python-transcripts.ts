import { createHash } from 'node:crypto';
import type { SessionDescription } from '../../model/session.ts';
import type { JsonObject, MessageRecord, SessionRecord } from '../../model/session-record.ts';
import { epochMs, finiteNumber, nonEmpty, record } from '../../sources/fields.ts';
import type { SqliteReader } from '../../sqlite/open.ts';
import { sharedReader } from '../../sqlite/shared.ts';
import { parsePlainJson } from '../json/python-json.ts';
import { sessionRecord } from '../json/read-session.ts';
import { pageSize, readCursor, writeCursor } from '../page-cursor.ts';
import type {
  ListedSession,
  ListPage,
  ListQuery,
  SessionKey,
  SessionStore,
  StoredSession,
} from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { placeOf, unusable } from './database.ts';

const SOURCE = 'praisonai';
/** The table does not say which project a session belongs to. */
const PROJECT = 'global';
const BATCH_MESSAGES = 500;

interface Row {
  id: string;
  activeAt: number;
}

interface Transcript {
  listed: ListedSession;
  document: JsonObject;
  messages: MessageRecord[];
}

/**
 * The transcripts that a Python `praisonai` keeps in SQLite, one row with a whole session document each
 * (`SqliteTranscriptStore`: praisonaiagents, session/sqlite_transcript_store; `updated_at` is ISO 8601 in UTC with
 * microseconds). Read only, and never locked: Python may be writing. A row whose document is broken is listed as
 * `unreadable`. The messages are the archived ones and then those of the active window, as in a session file.
 */
export class PythonTranscriptStore implements SessionStore {
  readonly place: string;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.place = placeOf(path);
  }

  async get({ source, id }: SessionKey): Promise<StoredSession | undefined> {
    if (source !== SOURCE) return undefined;
    const found = this.#transcript(id);
    if (found?.listed.description.unreadable)
      throw new StoreError({
        code: 'session-unreadable',
        path: `${this.place} (${id})`,
        reason: 'not a JSON object',
      });
    return found && { ...found.listed, document: found.document };
  }

  async *messages({ source, id }: SessionKey, from = 0): AsyncGenerator<MessageRecord[]> {
    if (source !== SOURCE) return;
    const all = this.#transcript(id)?.messages ?? [];
    for (let at = Math.max(0, Math.trunc(from)); at < all.length; at += BATCH_MESSAGES)
      yield all.slice(at, at + BATCH_MESSAGES);
  }

  async list({ projects, source, rootsOnly, limit, after }: ListQuery): Promise<ListPage> {
    const size = pageSize(limit);
    const cursor = after === undefined ? undefined : readCursor(after);
    if (projects?.includes(PROJECT) === false || (source ?? SOURCE) !== SOURCE) return { sessions: [] };
    const sessions: ListedSession[] = [];
    for (const row of this.#rows().sort(byActivity)) {
      if (cursor !== undefined && byActivity(row, cursor) <= 0) continue;
      const found = this.#transcript(row.id)?.listed;
      if (found === undefined || (rootsOnly && found.description.parentId !== undefined)) continue;
      const last = sessions.at(-1);
      if (last !== undefined && sessions.length === size)
        return { sessions, next: writeCursor({ activeAt: last.activeAt, ...last.key }) };
      sessions.push(found);
    }
    return { sessions };
  }

  async withPrefix(prefix: string, limit: number, source = SOURCE): Promise<ListedSession[]> {
    if (prefix === '' || source !== SOURCE) return [];
    const ids = this.#rows().flatMap(({ id }) => (id.startsWith(prefix) ? [id] : []));
    return ids
      .sort(byText)
      .slice(0, pageSize(limit))
      .flatMap((id) => this.#transcript(id)?.listed ?? []);
  }

  write(): Promise<never> {
    return Promise.reject(this.#readOnly());
  }

  delete(): Promise<never> {
    return Promise.reject(this.#readOnly());
  }

  async close(): Promise<void> {
    // The reader is shared, and closes itself when nobody asks any more.
  }

  #readOnly(): StoreError {
    return unusable(
      this.#path,
      'it is written by the Python praisonai (SqliteTranscriptStore) and only read here; ' +
        'give another store to write to: sqlite:FILE or file:DIR',
    );
  }

  #reader(): SqliteReader {
    let problem = '';
    const reader = sharedReader(this.#path, 'now', (reason) => {
      problem = reason;
    });
    if (reader === undefined) throw unusable(this.#path, `${problem} Name another file`);
    return reader;
  }

  #rows(): Row[] {
    const rows = this.#reader().all(
      "SELECT session_id AS id, updated_at AS time FROM sessions WHERE typeof(session_id) = 'text'",
    );
    return rows.map(({ id, time }) => ({ id: String(id), activeAt: timeOf(time) ?? 0 }));
  }

  #transcript(id: string): Transcript | undefined {
    const [row] = this.#reader().all('SELECT data, updated_at AS time FROM sessions WHERE session_id = ?', [
      id,
    ]);
    return row && transcript(id, String(row['data']), row['time']);
  }
}

function transcript(id: string, data: string, time: unknown): Transcript {
  const key = { source: SOURCE, id };
  const version = createHash('sha256').update(data).digest('hex').slice(0, 16);
  const activeAt = timeOf(time) ?? 0;
  const object = parsedObject(data);
  if (object === undefined) {
    const description = { unreadable: true };
    return {
      listed: { key, project: PROJECT, description, version, messageCount: 0, activeAt },
      document: {},
      messages: [],
    };
  }
  const session = sessionRecord(object);
  const messages = [...session.archived_messages, ...session.messages];
  const { messages: _active, archived_messages: _archived, ...document } = object;
  const description = describe(session, messages.length, activeAt);
  return {
    listed: { key, project: PROJECT, description, version, messageCount: messages.length, activeAt },
    document: document as JsonObject,
    messages,
  };
}

function parsedObject(data: string): { [key: string]: unknown } | undefined {
  try {
    return record(parsePlainJson(data));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function describe(session: SessionRecord, messageCount: number, updatedAt: number): SessionDescription {
  const { title, model, parent_id: parentId, agent_name: agentName, metadata } = session;
  const description: SessionDescription = { messageCount, updatedAt };
  const createdAt = epochMs(session.created_at);
  const totalTokens = finiteNumber(metadata['total_tokens']) ?? finiteNumber(metadata['token_count']);
  const cost = finiteNumber(metadata['cost']);
  const directory = nonEmpty(metadata['workspace']);
  if (title !== undefined) description.title = title;
  if (model !== undefined) description.model = model;
  if (parentId !== undefined) description.parentId = parentId;
  if (agentName !== undefined) description.agentName = agentName;
  if (session.updated_at !== undefined) description.updatedAtText = session.updated_at;
  if (createdAt !== undefined) description.createdAt = createdAt;
  if (totalTokens !== undefined) description.totalTokens = totalTokens;
  if (cost !== undefined) description.cost = cost;
  if (directory !== undefined) description.directory = directory;
  return description;
}

/** With the microseconds, which order sessions that were saved in the same millisecond. */
function timeOf(text: unknown): number | undefined {
  const time = typeof text === 'string' ? epochMs(text) : undefined;
  const digits = /\.\d{3}(\d{3})/.exec(String(text))?.[1];
  return time === undefined ? undefined : time + Number(digits ?? 0) / 1000;
}

function byActivity(left: Row, right: Row): number {
  return right.activeAt - left.activeAt || byText(left.id, right.id);
}

function byText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

import type { SessionDescription } from '../../model/session.ts';
import type { JsonRecord } from '../parse-record.ts';

/** One part of a message: text, a tool call with its result, a list of changed files, … */
export interface StoredPart {
  id: string;
  /** `undefined` when it could not be parsed. */
  data: JsonRecord | undefined;
}

export interface StoredMessage {
  id: string;
  /** `undefined` when it could not be parsed. */
  info: JsonRecord | undefined;
  /** In order; only the last `newest` ones when given. */
  parts(newest?: number): Iterable<StoredPart>;
}

export interface StoredTodos {
  items: unknown[];
  updatedAt?: number;
}

/** One session, whichever of the stores holds it: the database, the older file trees, or an export. */
export interface StoredSession {
  /** The session in the spelling of exports: id, parentID, directory, title, version, time, revert, summary, model. */
  info: JsonRecord;
  /** What else describes it: branch, number of messages, time of the last row. */
  facts: Pick<SessionDescription, 'branch' | 'messageCount' | 'updatedAt'>;
  /** In order of creation. */
  messages(): Iterable<StoredMessage>;
  /** The last `count` messages, in order of creation. */
  newestMessages(count: number): StoredMessage[];
  todos(): StoredTodos | undefined;
  /** Facts found while reading, one sentence each. */
  warnings: string[];
}

/** A part or message longer than this is not parsed: bounded memory. Images in real stores stay below. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** An object from JSON text; anything else is `undefined`. */
export function parseObject(text: unknown): JsonRecord | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined;
}

export function parseJson(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The time of an event, where there is one. */
export function timed(at: number | undefined): { at?: number } {
  return at === undefined ? {} : { at };
}

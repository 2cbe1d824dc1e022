import { StoreError } from '../store-error.ts';
import { addHierarchy, isoTime, metadataOf, newSession, setTitle } from './edit-session.ts';
import { type PythonObject, type PythonValue, parsePythonJson, writePythonJson } from './python-json.ts';
import { isObject } from './summary.ts';

export interface ForkOptions {
  /** Index of the last message that the fork takes along; default: all of them. */
  atMessage?: number;
  /** Default: `Fork of` and the parent's title or id. */
  title?: string;
  /** Default: a random UUID. */
  id?: string;
}

/** A child session in the fields that Python's hierarchy store writes. The parent is not changed. */
export function forkSession(
  parent: PythonObject,
  parentId: string,
  childId: string,
  { atMessage, title }: ForkOptions,
  now: number,
): PythonObject {
  const source = copy(parent);
  const messages = Array.isArray(source['messages']) ? source['messages'] : [];
  if (
    atMessage !== undefined &&
    !(Number.isInteger(atMessage) && atMessage >= 0 && atMessage < messages.length)
  )
    throw new StoreError({
      code: 'no-such-message',
      id: parentId,
      index: atMessage,
      messages: messages.length,
    });
  const child = newSession(childId, now);
  const taken = atMessage === undefined ? messages : messages.slice(0, atMessage + 1);
  child['messages'] = taken;
  child['agent_name'] = source['agent_name'] ?? null;
  child['metadata'] = metadataOf(source);
  // Python leaves the archive behind, and with it all but the summary of what came before the window.
  child['archived_messages'] = Array.isArray(source['archived_messages']) ? source['archived_messages'] : [];
  const compaction = source['last_compaction'];
  if (isObject(compaction) && numberOr(compaction['message_index'], 0) <= taken.length)
    child['last_compaction'] = compaction;
  addHierarchy(child);
  child['parent_id'] = parentId;
  child['forked_from_message_id'] = atMessage === undefined ? null : String(atMessage);
  setTitle(child, title ?? `Fork of ${titleOf(parent) ?? parentId}`);
  return child;
}

/** Registers the child with its parent. */
export function addChild(parent: PythonObject, childId: string): void {
  addHierarchy(parent);
  const children = parent['children_ids'];
  if (Array.isArray(children) && !children.includes(childId)) children.push(childId);
}

export function titleOf(session: PythonObject): string | undefined {
  const metadata = isObject(session['metadata']) ? session['metadata'] : {};
  for (const title of [metadata['title'], session['title']])
    if (typeof title === 'string' && title.trim() !== '') return title;
  return undefined;
}

/**
 * A session from exported text, under a new id and without relatives: those are on the machine it came from.
 * Throws `invalid-import` for anything that Python could not load.
 */
export function importedSession(text: string, id: string, now: number): PythonObject {
  const parsed = parseImport(text);
  if (!isObject(parsed)) throw new StoreError({ code: 'invalid-import', reason: 'it is not a JSON object' });
  const messages = parsed['messages'];
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw new StoreError({
      code: 'invalid-import',
      reason: 'it has no list of messages with role and content',
    });
  const session: PythonObject = { ...newSession(id, now), ...parsed, session_id: id };
  // A command comes from the person at this machine, never out of a file of someone else.
  const { goal_verify_command: _, ...metadata } = isObject(session['metadata']) ? session['metadata'] : {};
  session['metadata'] = metadata;
  if (!Array.isArray(session['archived_messages']) || !session['archived_messages'].every(isObject))
    session['archived_messages'] = [];
  if (!isObject(session['runtime_state'])) session['runtime_state'] = {};
  session['updated_at'] = isoTime(now);
  addHierarchy(session);
  session['parent_id'] = null;
  session['forked_from_message_id'] = null;
  session['children_ids'] = [];
  return session;
}

function parseImport(text: string): PythonValue {
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StoreError({ code: 'invalid-import', reason: error.message }, { cause: error });
  }
}

function isMessage(value: PythonValue): boolean {
  return isObject(value) && typeof value['role'] === 'string' && 'content' in value;
}

function numberOr(value: PythonValue | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function copy(session: PythonObject): PythonObject {
  return parsePythonJson(writePythonJson(session, 'compact')) as PythonObject;
}

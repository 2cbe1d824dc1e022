import { inFileOrder } from './edit-session.ts';
import { type PythonObject, type PythonValue, writePythonJson } from './python-json.ts';
import { isObject, isPrefix } from './summary.ts';

/** Messages are never changed once they are written: each is rendered once per process, not once per append. */
const rendered = new WeakMap<PythonObject, string>();
/** An archive only grows: the bytes of what it began with are kept. */
let archived: { messages: readonly PythonValue[]; pieces: Buffer[] } | undefined;
/** Beyond this many pieces they are joined: a file is written piece by piece. */
const MOST_PIECES = 64;

/** The text of the session's file. */
export function sessionText(session: PythonObject): string {
  return Buffer.concat(sessionBytes(session)).toString('utf8');
}

/** The bytes of the session's file, in pieces. */
export function sessionBytes(session: PythonObject): Buffer[] {
  const ordered = inFileOrder(session);
  // Python writes a session with pooled snapshots without blanks.
  if ('snapshot_storage' in session) return [Buffer.from(writePythonJson(ordered, 'compact'))];
  const pieces: Buffer[] = [];
  let text = '{';
  for (const [key, value] of Object.entries(ordered)) {
    text += `${text === '{' && pieces.length === 0 ? '' : ','}\n  ${JSON.stringify(key)}: `;
    if (!Array.isArray(value) || value.length === 0) text += indented(value, '  ');
    else if (key === 'messages') text += `[\n${messageLines(value)}\n  ]`;
    else if (key === 'archived_messages') {
      pieces.push(Buffer.from(`${text}[\n`), ...archiveBytes(value));
      text = '\n  ]';
    } else text += indented(value, '  ');
  }
  pieces.push(Buffer.from(text === '{' && pieces.length === 0 ? '{}' : `${text}\n}`));
  return pieces;
}

function archiveBytes(messages: readonly PythonValue[]): readonly Buffer[] {
  const known = archived !== undefined && isPrefix(archived.messages, messages) ? archived : undefined;
  const added = messages.slice(known?.messages.length ?? 0);
  const pieces = known?.pieces ?? [];
  if (added.length > 0) pieces.push(Buffer.from(`${pieces.length > 0 ? ',\n' : ''}${messageLines(added)}`));
  archived = { messages, pieces: pieces.length > MOST_PIECES ? [Buffer.concat(pieces)] : pieces };
  return archived.pieces;
}

function messageLines(messages: readonly PythonValue[]): string {
  return messages.map((message) => `    ${messageText(message)}`).join(',\n');
}

function messageText(message: PythonValue): string {
  if (!isObject(message)) return indented(message, '    ');
  const known = rendered.get(message);
  if (known !== undefined) return known;
  const text = indented(message, '    ');
  rendered.set(message, text);
  return text;
}

function indented(value: PythonValue, margin: string): string {
  return writePythonJson(value, 'indented', margin);
}

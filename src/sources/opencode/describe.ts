import type { SessionDescription, SessionEnding } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { epochMs, nonEmpty, record } from '../fields.ts';
import { modelName, SessionFold, sessionTitle } from './fold.ts';
import type { StoredMessage, StoredSession } from './stored.ts';

/** How many of the newest messages are looked at, until one of them tells how the run ended. */
const TAILS = [1, 2, 8, 32, 128];
/** Of each, so many of its last parts: the messages before 1.0 hold whole turns. */
const TAIL_PARTS = 48;
const HEAD_MESSAGES = 4;

const MAX_TITLE_CHARS = 100;

/** What a session's row, its last messages and, when it has no title yet, its first prompt tell. */
export function describeSession(session: StoredSession): SessionDescription {
  const { info, facts } = session;
  const time = record(info['time']);
  const tail = describeTail(session);
  const updatedAt = Math.max(facts.updatedAt ?? tail.at, epochMs(time?.['updated']) ?? 0);
  const recorded = record(info['model']);
  return defined({
    title: sessionTitle(info) ?? firstPrompt(session),
    directory: nonEmpty(info['directory']) ?? tail.directory,
    branch: facts.branch,
    createdAt: epochMs(time?.['created']),
    updatedAt: updatedAt === 0 ? undefined : updatedAt,
    parentId: nonEmpty(info['parentID']),
    subAgent: nonEmpty(info['parentID']) ? true : undefined,
    ending: tail.ending,
    model: tail.model ?? modelName(recorded?.['providerID'], recorded?.['id']),
    messageCount: facts.messageCount,
    agentVersion: nonEmpty(info['version']),
  });
}

interface Tail {
  ending: SessionEnding;
  model?: string | undefined;
  directory?: string | undefined;
  /** Time of the last event, else 0. */
  at: number;
}

function describeTail(session: StoredSession): Tail {
  let model: string | undefined;
  let directory: string | undefined;
  let at = 0;
  const look = (event: SessionEvent) => {
    at = Math.max(at, event.at ?? 0);
    if (event.kind === 'model') model = event.model;
    if (event.kind === 'workspace') directory ??= event.directory;
  };
  for (const count of TAILS) {
    const fold = new SessionFold(session, look);
    const messages = session.newestMessages(count);
    if (count === 1 && isPerhapsShell(messages[0])) continue;
    for (const message of messages) if (!fold.add(withLastParts(message))) break;
    fold.end();
    const asked = record(messages.at(-1)?.info?.['model']);
    model ??= modelName(asked?.['providerID'], asked?.['modelID']);
    const all = messages.length < count;
    if (fold.ending !== undefined || all) return { ending: fold.ending ?? 'unknown', model, directory, at };
  }
  return { ending: 'unknown', at };
}

/** The human's own command is an assistant message like any other; the message before it tells. */
function isPerhapsShell(message: StoredMessage | undefined): boolean {
  const info = message?.info;
  return info?.['role'] === 'assistant' && info['finish'] === undefined && info['error'] === undefined;
}

const withLastParts = (message: StoredMessage): StoredMessage => ({
  ...message,
  parts: () => message.parts(TAIL_PARTS),
});

/** The first line of the first prompt. */
function firstPrompt(session: StoredSession): string | undefined {
  let title: string | undefined;
  const fold = new SessionFold(session, (event) => {
    if (event.kind === 'request') title ??= event.text;
  });
  let count = 0;
  for (const message of session.messages()) {
    if (!fold.add(withLastParts(message)) || title !== undefined || ++count === HEAD_MESSAGES) break;
  }
  const line = title?.split('\n', 1)[0]?.trim();
  return line === undefined || line.length <= MAX_TITLE_CHARS
    ? line
    : `${line.slice(0, MAX_TITLE_CHARS - 1)}…`;
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>;
}

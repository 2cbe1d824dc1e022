import type { ReadReport, SessionEntry } from '../model/session.ts';
import type { SessionReader } from '../sources/source.ts';
import { excerpt } from '../text/excerpt.ts';

export interface ConversationMessage {
  role: 'user' | 'assistant';
  content: string;
  at?: number;
}

/** What was said in a session, without tools; the form that `buildRecap` takes. */
export interface Conversation {
  messages: ConversationMessage[];
  /** Older messages than `messages` that were not kept. */
  leftOut: number;
  last_compaction?: { summary: string };
  report: ReadReport;
}

/** Bounds the memory of a session of any length: the first messages and the newest ones. */
const FIRST = 4;
const NEWEST = 400;

export function readConversation(reader: SessionReader, entry: SessionEntry, newest = NEWEST): Conversation {
  const messages: ConversationMessage[] = [];
  let leftOut = 0;
  let summary: string | undefined;
  const report = reader.read(entry, (event) => {
    if (event.kind === 'compaction' && event.summary) summary = event.summary;
    if (event.kind !== 'request' && event.kind !== 'assistant-text') return;
    messages.push({
      role: event.kind === 'request' ? 'user' : 'assistant',
      content: newest === NEWEST ? excerpt(event.text) : event.text,
      ...(event.at === undefined ? {} : { at: event.at }),
    });
    if (messages.length > FIRST + newest) {
      messages.splice(FIRST, 1);
      leftOut += 1;
    }
  });
  return { messages, leftOut, ...(summary === undefined ? {} : { last_compaction: { summary } }), report };
}

import { dirname } from 'node:path';
import type { ReadReport, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import type { SessionReader } from '../source.ts';
import { tellUnreadable } from '../unreadable-file.ts';
import { Conversation } from './conversation.ts';
import { chatHead, describeChat, isDocument } from './describe.ts';
import { readFileEnds } from './file-ends.ts';
import { readDocument } from './json-document.ts';
import { type LogReport, readLog } from './log.ts';

export const geminiCliReader: SessionReader = { describe: describeChat, read: readChat };

/** Reads either form of a chat file. */
export function readChat(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const ends = readFileEnds(entry.location);
  const head = ends ? chatHead(entry.location, ends) : {};
  const conversation = new Conversation({ emit, chatsDirectory: dirname(entry.location) });
  conversation.sessionId = head.sessionId;
  if (head.directory !== undefined)
    conversation.timeline.workspace({ directory: head.directory }, head.createdAt);
  const document = isDocument(entry.location, ends);
  const log: LogReport = { records: 0, unknown: 0, broken: 0, torn: false };
  const unreadable = { broken: 0, warnings: [] };
  try {
    if (document) readDocument(entry.location, conversation, log);
    else readLog(entry.location, conversation, log);
  } catch (error) {
    tellUnreadable(error, unreadable);
  }
  conversation.finish();
  return {
    records: log.records - conversation.unknown,
    unknown: log.unknown + conversation.unknown,
    broken: log.broken + unreadable.broken,
    warnings: [
      ...unreadable.warnings,
      ...(log.torn
        ? [`The last ${document ? 'record' : 'line'} is torn; everything before it was read.`]
        : []),
      ...new Set(conversation.warnings),
    ],
  };
}

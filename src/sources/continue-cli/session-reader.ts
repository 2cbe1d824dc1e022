import type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { contentText } from '../content-text.ts';
import { titleOf } from '../describe-lines.ts';
import { EventWriter } from '../event-writer.ts';
import { nonEmpty, record } from '../fields.ts';
import { readFileEnds } from '../file-ends.ts';
import { fieldsAfter, fieldsBefore, lastObjects, readJsonDocument } from '../json-document.ts';
import type { JsonRecord } from '../parse-record.ts';
import type { SessionReader } from '../source.ts';
import { ContinueEvents, callsOf } from './events.ts';
import { directoryOf } from './paths.ts';
import { continueAction } from './tools.ts';

/** What Continue calls a session without a title. */
const NO_TITLE = /^(?:Untitled Session|New Session)$/;

export const continueCliReader: SessionReader = { describe, read };

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const out = new EventWriter(emit);
  const events = new ContinueEvents(out);
  const ends = readFileEnds(entry.location, 0);
  const before = ends ? fieldsBefore(ends.head, 'history') : {};
  out.workspace({ directory: directoryOf(nonEmpty(before.workspaceDirectory)) }, undefined);
  const { report, fields } = readJsonDocument(entry.location, 'history', (item) => events.read(item));
  out.workspace({ directory: directoryOf(nonEmpty(fields.workspaceDirectory)) }, undefined);
  out.title(realTitle(fields.title) ?? realTitle(before.title));
  out.end();
  return report;
}

function realTitle(value: unknown): string | undefined {
  const title = nonEmpty(value);
  return title === undefined || NO_TITLE.test(title) ? undefined : title;
}

function describe(entry: SessionEntry): SessionDescription {
  const ends = readFileEnds(entry.location);
  if (!ends) return {};
  const before = fieldsBefore(ends.head, 'history');
  const fields = before.workspaceDirectory === undefined ? fieldsAfter(ends.tail) : before;
  const title = realTitle(fields.title) ?? firstRequest(ends.head);
  const directory = directoryOf(nonEmpty(fields.workspaceDirectory));
  const items = lastObjects(ends.tail, ITEM, 6);
  const model = items.map((item) => nonEmpty(record(record(item.message)?.usage)?.model)).find(Boolean);
  return {
    ...(title ? { title } : {}),
    ...(directory ? { directory } : {}),
    ending: endingOf(items),
    ...(model ? { model } : {}),
  };
}

const ITEM = /(?<!\\)\{\s*"message"\s*:\s*\{/g;
const FIRST_USER = /(?<!\\)\{\s*"message"\s*:\s*\{\s*"role"\s*:\s*"user"/g;

function firstRequest(head: Buffer): string | undefined {
  const first = lastObjects(head, FIRST_USER, Number.MAX_SAFE_INTEGER).at(-1);
  return titleOf(contentText(record(first?.message)?.content));
}

function endingOf(items: readonly JsonRecord[]): SessionEnding {
  for (const item of items) {
    const message = record(item.message) ?? {};
    const words = contentText(message.content);
    if (message.role === 'user' && words.trim() !== '') return 'interrupted';
    if (message.role === 'tool') return 'interrupted';
    if (message.role !== 'assistant' || item.conversationSummary !== undefined) continue;
    const calls = callsOf(item);
    if (calls.length === 0 && words.trim() === '') continue;
    if (calls.length === 0) return 'finished';
    const open = calls.filter((call) => call.output === undefined);
    const isWaiting = open.some((call) => continueAction(call.tool, call.input).type === 'ask');
    return isWaiting ? 'waiting' : 'interrupted';
  }
  return 'unknown';
}

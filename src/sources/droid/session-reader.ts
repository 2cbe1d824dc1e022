import type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { contentText } from '../content-text.ts';
import { describeJsonLines, type LineDescriber, titleOf } from '../describe-lines.ts';
import { EventWriter } from '../event-writer.ts';
import { nonEmpty, record, text } from '../fields.ts';
import { limitKind } from '../limit-message.ts';
import type { JsonRecord } from '../parse-record.ts';
import { readJsonLines } from '../read-json-lines.ts';
import type { SessionReader } from '../source.ts';
import { isOneRecord } from '../whole-line.ts';
import {
  blocks,
  DroidEvents,
  errorMessage,
  isCancelled,
  isFailed,
  isInjected,
  isReminder,
} from './events.ts';
import { droidAction } from './tools.ts';

export const droidReader: SessionReader = {
  describe: (entry) => describeJsonLines(entry.location, () => new DroidDescriber()).description,
  read,
};

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const out = new EventWriter(emit);
  const events = new DroidEvents(out);
  const report = readJsonLines(entry.location, {
    skip: isContext,
    read: (record) => events.read(record),
  });
  out.end();
  return report;
}

const RECORD_BEGINNINGS = ['{"type":"message"', '{"type":"agent_turn_outcome"', '{"type":"todo_state"'].map(
  (text) => Buffer.from(text),
);

/** The message that carries the environment, tools and skills to the model. */
function isContext(line: Buffer): boolean {
  const isOf = line.length > 200 && line.subarray(0, 60).includes('"type":"message","id":"context-');
  return isOf && isOneRecord(line, RECORD_BEGINNINGS);
}

class DroidDescriber implements LineDescriber {
  readonly #answered = new Set<string>();

  timestamp(entry: JsonRecord): unknown {
    return entry.timestamp;
  }

  skip(line: Buffer): boolean {
    return isContext(line);
  }

  head(entry: JsonRecord, description: SessionDescription): boolean {
    if (entry.type === 'session_start') {
      startOf(entry, description);
      return false;
    }
    const message = record(entry.message) ?? {};
    if (description.title !== undefined || message.role !== 'user' || isInjected(entry, message))
      return false;
    const title = titleOf(typedText(message));
    if (title) description.title = title;
    return title !== undefined;
  }

  tail(entry: JsonRecord, description: SessionDescription): SessionEnding | undefined {
    if (entry.type === 'agent_turn_outcome') return outcomeEnding(entry);
    if (entry.type === 'error') return limitEnding(errorMessage(entry) ?? '');
    if (entry.type !== 'message') return undefined;
    const message = record(entry.message) ?? {};
    if (message.role === 'user') return this.#userEnding(entry, message);
    if (message.role !== 'assistant') return undefined;
    const model = nonEmpty(message.modelId) ?? nonEmpty(entry.modelId);
    if (model !== undefined) description.model = model;
    const calls = blocks(message.content)
      .map(record)
      .filter((block) => block?.type === 'tool_use');
    if (calls.length === 0) return contentText(message.content).trim() === '' ? undefined : 'finished';
    const isWaiting = calls.some(
      (call) =>
        droidAction(text(call?.name) ?? '', call?.input).type === 'ask' &&
        !this.#answered.has(text(call?.id) ?? ''),
    );
    return isWaiting ? 'waiting' : 'interrupted';
  }

  #userEnding(entry: JsonRecord, message: JsonRecord): SessionEnding | undefined {
    const results = blocks(message.content)
      .map(record)
      .filter((block) => block?.type === 'tool_result');
    for (const result of results) this.#answered.add(text(result?.tool_use_id) ?? '');
    if (results.length > 0) return 'interrupted';
    return isInjected(entry, message) || typedText(message).trim() === '' ? undefined : 'interrupted';
  }
}

function startOf(entry: JsonRecord, description: SessionDescription): void {
  const title = nonEmpty(entry.sessionTitle) ?? nonEmpty(entry.title);
  const directory = nonEmpty(entry.cwd) ?? nonEmpty(entry.lastCwd);
  const caller = nonEmpty(entry.callingSessionId);
  const parent = caller ?? nonEmpty(entry.parent);
  if (title) description.title = title;
  if (directory) description.directory = directory;
  if (parent) description.parentId = parent;
  // Started by a tool call of another session (`callingToolUseId`).
  if (caller) description.subAgent = true;
}

function typedText(message: JsonRecord): string {
  return blocks(message.content)
    .flatMap((part) => {
      const block = record(part);
      const words = block?.type === 'text' ? text(block.text) : undefined;
      return words === undefined || isReminder(words) ? [] : [words];
    })
    .join('\n');
}

function outcomeEnding(entry: JsonRecord): SessionEnding {
  const reason = text(entry.reason) ?? '';
  if (isCancelled(reason)) return 'interrupted';
  return isFailed(reason) ? limitEnding(errorMessage(entry) ?? '') : 'finished';
}

function limitEnding(message: string): SessionEnding {
  const limit = limitKind(message);
  return limit === 'error' ? 'error' : `${limit}-limit`;
}

import type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { contentText } from '../content-text.ts';
import { describeJsonLines, type LineDescriber, lastRecord, titleOf } from '../describe-lines.ts';
import { EventWriter } from '../event-writer.ts';
import { list, nonEmpty, record } from '../fields.ts';
import { headLines, readFileEnds } from '../file-ends.ts';
import { limitKind } from '../limit-message.ts';
import { type JsonRecord, parseLine } from '../parse-record.ts';
import { readJsonLines } from '../read-json-lines.ts';
import type { SessionReader } from '../source.ts';
import { UnreadableFileError } from '../unreadable-file.ts';
import { isOneRecord } from '../whole-line.ts';
import { PiEvents } from './events.ts';
import { sessionIdOf } from './paths.ts';
import { typedText } from './text.ts';
import { isAskTool } from './tools.ts';
import { type ActiveLines, activeLines } from './tree.ts';

export const piReader: SessionReader = { describe, read };

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const branch = isLinear(entry.location) ? undefined : branchOf(entry);
  let isLeftOut = false;
  const out = new EventWriter(emit);
  const events = new PiEvents(out);
  const report = readJsonLines(entry.location, {
    skip(line, index) {
      isLeftOut = branch?.isActive(index) === false;
      // What is damaged there is counted like all else.
      if (isLeftOut) return branch?.isDamaged(index) !== true;
      return isSystemMessage(line) || events.readQuickly(line);
    },
    read: (record) => isLeftOut || events.read(record),
  });
  out.end();
  return report;
}

/** `undefined` for a file that cannot be read: that is told when its records are read. */
function branchOf({ location }: SessionEntry): ActiveLines | undefined {
  try {
    return activeLines(location);
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** Files of version 1 have no version in their header and no ids: their order is the branch. */
function isLinear(path: string): boolean {
  const ends = readFileEnds(path, 0);
  const first = ends && headLines(ends).next().value;
  const header = first && parseLine(first).records[0];
  return header?.type === 'session' && (header.version === undefined || header.version === 1);
}

const RECORD_BEGINNINGS = [
  'message',
  'compaction',
  'branch_summary',
  'custom',
  'model_change',
  'session_info',
].map((type) => Buffer.from(`{"type":"${type}"`));

/** System messages carry the whole prompt and every tool's schema (seen in 1.6.0). */
function isSystemMessage(line: Buffer): boolean {
  const isOf = line.length > 1000 && line.subarray(0, 300).includes('"message":{"role":"system"');
  return isOf && isOneRecord(line, RECORD_BEGINNINGS);
}

function describe(entry: SessionEntry): SessionDescription {
  const { description, ends } = describeJsonLines(entry.location, () => new PiDescriber());
  // The name is given at any time: the last record of it within reach wins over the first request.
  const name = nonEmpty(ends && lastRecord(ends, '{"type":"session_info"')?.name);
  if (name) description.title = name;
  return description;
}

class PiDescriber implements LineDescriber {
  /** The entry that the branch goes on with, when the file is a tree. */
  #next: unknown;

  timestamp(entry: JsonRecord): unknown {
    return entry.timestamp;
  }

  skip(line: Buffer): boolean {
    return isSystemMessage(line);
  }

  head(entry: JsonRecord, description: SessionDescription): boolean {
    if (entry.type === 'session') {
      const directory = nonEmpty(entry.cwd);
      const parent = nonEmpty(entry.parentSession) ?? nonEmpty(entry.branchedFrom);
      if (directory) description.directory = directory;
      setModel(description, entry.modelId);
      if (parent) description.parentId = sessionIdOf(parent);
      return false;
    }
    if (entry.type === 'model_change') setModel(description, entry.modelId);
    const message = record(entry.message);
    if (entry.type !== 'message' || message?.role !== 'user') return false;
    const title = titleOf(typedText(contentText(message.content)).text);
    if (title) description.title = title;
    return title !== undefined;
  }

  tail(entry: JsonRecord, description: SessionDescription): SessionEnding | undefined {
    if (this.#next !== undefined && entry.id !== this.#next) return undefined;
    if (typeof entry.parentId === 'string') this.#next = entry.parentId;
    const message = entry.type === 'message' ? record(entry.message) : undefined;
    switch (message?.role) {
      case 'user':
      case 'toolResult':
        return 'interrupted';
      case 'assistant':
        setModel(description, message.model);
        return assistantEnding(message);
      default:
        return undefined;
    }
  }
}

function setModel(description: SessionDescription, model: unknown): void {
  const name = nonEmpty(model);
  if (name !== undefined) description.model = name;
}

function assistantEnding(message: JsonRecord): SessionEnding {
  const calls = list(message.content).filter((part) => record(part)?.type === 'toolCall');
  switch (message.stopReason) {
    case 'aborted':
      return 'interrupted';
    case 'error': {
      const limit = limitKind(nonEmpty(message.errorMessage) ?? '');
      return limit === 'error' ? 'error' : `${limit}-limit`;
    }
    case 'length':
      return calls.length === 0 ? 'context-limit' : 'interrupted';
    case 'stop':
      if (calls.length === 0) return 'finished';
  }
  return calls.some((call) => isAskTool(nonEmpty(record(call)?.name) ?? '')) ? 'waiting' : 'interrupted';
}

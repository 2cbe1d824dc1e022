import type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from '../../model/session.ts';
import type { SessionEvent } from '../../model/session-event.ts';
import { describeJsonLines, type LineDescriber, titleOf } from '../describe-lines.ts';
import { EventWriter } from '../event-writer.ts';
import { epochMs, nonEmpty, record, text } from '../fields.ts';
import { limitKind } from '../limit-message.ts';
import type { JsonRecord } from '../parse-record.ts';
import { readJsonLines } from '../read-json-lines.ts';
import type { SessionReader } from '../source.ts';
import { isOneRecord } from '../whole-line.ts';
import { errorLimit, KimiEvents } from './events.ts';
import { readState, subAgentWire } from './paths.ts';
import { kimiRequest } from './requests.ts';
import { subAgentChanges } from './sub-agent.ts';
import { kimiAction } from './tools.ts';

export const kimiCodeReader: SessionReader = { describe, read };

function read(entry: SessionEntry, emit: (event: SessionEvent) => void): ReadReport {
  const out = new EventWriter(emit);
  const events = new KimiEvents(out, (agentId) => subAgentChanges(subAgentWire(entry, agentId)));
  const state = readState(entry);
  out.workspace({ directory: nonEmpty(state.cwd) ?? nonEmpty(state.workDir) }, epochMs(state.createdAt));
  out.title(nonEmpty(state.title));
  const report = readJsonLines(entry.location, {
    skip: (line) => isIgnored(line) && isOneRecord(line, RECORD_BEGINNINGS),
    read: (record) => events.read(record),
  });
  out.end();
  return report;
}

/** Of records that are not nested in others under the same name. */
const RECORD_BEGINNINGS = 'context. turn. llm. profile. usage. token_counting. prompt. file_history. metadata'
  .split(' ')
  .map((type) => Buffer.from(`{"type":"${type}`));

const IGNORED_START =
  /^\{"type":"(?:llm\.tools_snapshot|usage\.record|token_counting\.|prompt\.|file_history\.)/;

/** Told from the bytes: tool schemas, copies of messages, thinking. */
function isIgnored(line: Buffer): boolean {
  const start = line.toString('latin1', 0, Math.min(line.length, 400));
  if (IGNORED_START.test(start) || start.includes('"part":{"type":"think"')) return true;
  if (!start.startsWith('{"message":{') && !start.startsWith('{"turnId":')) return false;
  const end = line.toString('latin1', Math.max(0, line.length - 120));
  return /"type":"agent\.[a-z.]+","time":\d+,"kind":"event"\}$/.test(end);
}

function describe(entry: SessionEntry): SessionDescription {
  const { description } = describeJsonLines(entry.location, () => new KimiDescriber());
  const state = readState(entry);
  const title = nonEmpty(state.title) ?? description.title;
  const directory = nonEmpty(state.cwd) ?? nonEmpty(state.workDir) ?? description.directory;
  const parentId = nonEmpty(state.forkedFrom);
  return {
    ...description,
    ...(title ? { title } : {}),
    ...(directory ? { directory } : {}),
    ...(parentId ? { parentId } : {}),
  };
}

class KimiDescriber implements LineDescriber {
  /** Results met before their calls. */
  readonly #answered = new Set<string>();

  timestamp(entry: JsonRecord): unknown {
    return entry.time ?? entry.created_at;
  }

  skip(line: Buffer, part: 'head' | 'tail'): boolean {
    const start = line.toString('latin1', 0, Math.min(line.length, 80));
    const wanted =
      part === 'head'
        ? /"type":"(?:profile\.bind|llm\.request|context\.append_message)"/
        : /"type":"(?:turn\.ended|context\.|llm\.request)/;
    return !wanted.test(start);
  }

  head(entry: JsonRecord, description: SessionDescription): boolean {
    setModel(description, entry);
    const directory = nonEmpty(record(entry.environmentDisclosure)?.cwd);
    if (directory) description.directory = directory;
    if (entry.type !== 'context.append_message' || description.title !== undefined) return false;
    const request = kimiRequest(record(entry.message) ?? {}, false);
    const title = request && titleOf(request.text);
    if (title) description.title = title;
    return false;
  }

  tail(entry: JsonRecord, description: SessionDescription): SessionEnding | undefined {
    setModel(description, entry);
    switch (entry.type) {
      case 'turn.ended':
        return turnEnding(entry);
      case 'context.undo':
        return 'finished';
      case 'context.append_message': {
        const request = kimiRequest(record(entry.message) ?? {}, false);
        return request?.text.trim() ? 'interrupted' : undefined;
      }
      case 'context.append_loop_event':
        return this.#loopEnding(record(entry.event) ?? {});
      default:
        return undefined;
    }
  }

  #loopEnding(event: JsonRecord): SessionEnding | undefined {
    const callId = text(event.toolCallId) ?? '';
    if (event.type === 'tool.call') {
      const action = kimiAction(text(event.name) ?? '', event.args, new Set());
      return action.type === 'ask' && !this.#answered.has(callId) ? 'waiting' : 'interrupted';
    }
    if (event.type !== 'tool.result' && event.type !== 'content.part') return undefined;
    this.#answered.add(callId);
    return 'interrupted';
  }
}

function turnEnding(entry: JsonRecord): SessionEnding {
  if (entry.reason === 'cancelled') return 'interrupted';
  if (entry.reason !== 'failed') return 'finished';
  const error = record(entry.error);
  const limit = errorLimit(error) ?? limitKind(text(error?.message) ?? '');
  return limit === 'error' ? 'error' : `${limit}-limit`;
}

function setModel(description: SessionDescription, entry: JsonRecord): void {
  const model = entry.type === 'llm.request' ? nonEmpty(entry.model) : undefined;
  if (model !== undefined) description.model = model;
}

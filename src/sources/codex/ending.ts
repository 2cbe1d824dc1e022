import type { SessionEnding } from '../../model/session.ts';
import { record, text } from '../fields.ts';
import { parseLine } from '../parse-record.ts';
import { humanText, isHumanItem } from './human-text.ts';
import { limitOf } from './limits.ts';
import { outputText } from './outputs.ts';
import { isBare, isIgnorable, type RolloutRecord, rolloutRecord } from './records.ts';

/** What the beginning of a file told of its generation. */
export interface Generation {
  /** It records where turns start and end (about 0.9x and newer). */
  turnEvents: boolean;
  /** What was said is recorded as events: messages of the history are their twins. */
  eventStream: boolean;
}

/** What a look backward has met; the newest record comes first. */
interface Look extends Generation {
  /** Calls whose end was met. */
  ended: Set<string>;
  /** Something the agent did after the record that is looked at. */
  lastWork?: 'asked' | 'assistant' | 'other';
  /** A turn that ended by itself, but may have held nothing but a command of the human. */
  openCompletion: boolean;
}

/**
 * How the run ended, from the last lines of a file, read backward until one decides; `undefined` when none does.
 * Agrees with what the events of a full read say (see the tests).
 */
export function endingOf(lines: Buffer[], generation: Generation): SessionEnding | undefined {
  const look: Look = { ...generation, ended: new Set(), openCompletion: false };
  for (const line of lines.toReversed()) {
    if (isIgnorable(line)) continue;
    for (const parsed of parseLine(line).records.toReversed()) {
      const ending = decide(rolloutRecord(parsed, isBare(parsed)), look);
      if (ending !== undefined) return ending;
    }
  }
  return undefined;
}

function decide(line: RolloutRecord, look: Look): SessionEnding | undefined {
  const { payload } = line;
  const type = text(payload['type']);
  if (line.type === 'response_item') return decideItem(type, payload, look);
  if (line.type !== 'event_msg') return undefined;
  if (type === 'item_completed') return decideTurnItem(record(payload['item']), look);
  switch (type) {
    case 'task_complete':
    case 'turn_complete':
      return decideCompletion(payload, look);
    case 'turn_aborted':
      return decideAbort(text(payload['reason']));
    case 'error':
      return limitEnding(payload['codex_error_info'], payload['message']);
    case 'task_started':
    case 'turn_started':
      return decideStart(look);
    case 'thread_rolled_back':
      return 'unknown';
    case 'user_message':
      return decideRequest(text(payload['message']) ?? '', look);
    case 'agent_message':
      return decideWork('assistant', look);
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
      return decideWork('other', look);
    default:
      return undefined;
  }
}

function decideCompletion(payload: Record<string, unknown>, look: Look): SessionEnding | undefined {
  if (look.lastWork !== undefined) return undefined;
  const error = record(payload['error']);
  if (error) return limitEnding(error['codex_error_info'], error['message']);
  if (text(payload['last_agent_message']) !== undefined) return 'finished';
  look.openCompletion = true;
  return undefined;
}

function decideAbort(reason: string | undefined): SessionEnding | undefined {
  if (reason === 'replaced' || reason === 'review_ended') return undefined;
  return reason === 'budget_limited' ? 'usage-limit' : 'interrupted';
}

/** A turn began here, and nothing after it ended it. */
function decideStart(look: Look): SessionEnding | undefined {
  if (look.openCompletion) {
    look.openCompletion = false;
    return undefined;
  }
  if (look.lastWork === 'asked') return 'waiting';
  return look.lastWork === undefined ? undefined : 'interrupted';
}

function limitEnding(info: unknown, message: unknown): SessionEnding {
  const limit = limitOf(info, text(message) ?? '');
  return limit === 'error' ? 'error' : `${limit}-limit`;
}

function decideItem(
  type: string | undefined,
  payload: Record<string, unknown>,
  look: Look,
): SessionEnding | undefined {
  const callId = text(payload['call_id']);
  switch (type) {
    case 'function_call_output':
    case 'custom_tool_call_output':
      // Codex also hands the model notes in this form, which answer no call.
      if (callId === undefined) return undefined;
      look.ended.add(callId);
      return decideWork('other', look);
    case 'function_call':
      if (payload['name'] === 'request_user_input' && callId !== undefined && !look.ended.has(callId))
        return decideWork('asked', look);
      return decideWork('other', look);
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
      return decideWork('other', look);
    case 'message':
      return decideMessage(payload, look);
    default:
      return undefined;
  }
}

function decideMessage(payload: Record<string, unknown>, look: Look): SessionEnding | undefined {
  if (payload['role'] === 'assistant') return look.eventStream ? undefined : decideWork('assistant', look);
  if (payload['role'] !== 'user' || (look.eventStream && !isHumanItem(payload))) return undefined;
  return decideRequest(outputText(payload['content']), look);
}

function decideTurnItem(item: Record<string, unknown> | undefined, look: Look): SessionEnding | undefined {
  switch (text(item?.['type'])) {
    case 'UserMessage':
      return decideRequest(outputText(item?.['content']), look);
    case 'AgentMessage':
    case 'Plan':
      return decideWork('assistant', look);
    case 'FileChange':
    case 'McpToolCall':
      return decideWork('other', look);
    default:
      // The end of a command may come after the end of its turn, and the human's own commands are no work of the agent.
      return undefined;
  }
}

function decideWork(work: 'asked' | 'assistant' | 'other', look: Look): SessionEnding | undefined {
  if (look.openCompletion) return 'finished';
  if (work === 'asked') return 'waiting';
  // Without turn events, an answer that nothing follows is the end of the turn.
  if (!look.turnEvents)
    return work === 'assistant' && look.lastWork === undefined ? 'finished' : 'interrupted';
  return 'interrupted';
}

function decideRequest(message: string, look: Look): SessionEnding | undefined {
  if (humanText(message) === undefined) return undefined;
  return look.openCompletion ? 'finished' : 'interrupted';
}

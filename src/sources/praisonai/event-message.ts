import type {
  EpochMs,
  PlanItem,
  RequestVia,
  SessionEvent,
  ToolAction,
  ToolCallEvent,
  ToolOutcome,
} from '../../model/session-event.ts';
import type { JsonObject, MessageRecord, MessageRole, ToolCallRecord } from '../../model/session-record.ts';
import { compact } from '../event-writer.ts';
import { epochMs, finiteNumber, list, record, text } from '../fields.ts';
import { decodeAction, decodeChanges } from './action-fields.ts';

/**
 * A session of another agent as messages of a PraisonAI session: any reader sees the conversation, this program the
 * event, in `metadata.event`. The long text stands once, as the message's content; `decodeEvent` puts it back.
 */
export function encodeEvent(event: SessionEvent): MessageRecord {
  const { at, ...facts } = event;
  const role = ROLES[event.kind];
  const message: MessageRecord = { role, content: '', metadata: {} };
  if (at !== undefined) message.timestamp = at / 1000;
  const field = textField(event.kind);
  const kept: { [key: string]: unknown } = { ...facts };
  if (field !== undefined && typeof kept[field] === 'string') {
    message.content = kept[field];
    delete kept[field];
  }
  if (event.kind === 'tool-call') {
    for (const name of ['callId', 'tool', 'action']) delete kept[name];
    message.tool_calls = [callRecord(event)];
  } else if (event.kind === 'tool-result') {
    delete kept['callId'];
    message.tool_call_id = event.callId;
  }
  message.metadata['event'] = kept as JsonObject;
  return message;
}

function callRecord({ callId, tool, action }: ToolCallEvent): ToolCallRecord {
  // A call without a name is none to readers of session files.
  const name = tool.trim() === '' ? 'unknown' : tool;
  return { id: callId, type: 'function', function: { name, arguments: JSON.stringify(action) } };
}

const ROLES: Readonly<Record<SessionEvent['kind'], MessageRole>> = {
  request: 'user',
  'assistant-text': 'assistant',
  'tool-call': 'assistant',
  'tool-result': 'tool',
  plan: 'system',
  'plan-document': 'system',
  compaction: 'system',
  interruption: 'system',
  limit: 'system',
  'turn-end': 'system',
  rollback: 'system',
  goal: 'system',
  workspace: 'system',
  model: 'system',
  title: 'system',
};

/** The field whose text is the message's content. */
function textField(kind: SessionEvent['kind']): string | undefined {
  switch (kind) {
    case 'request':
    case 'assistant-text':
    case 'plan-document':
      return 'text';
    case 'tool-result':
      return 'output';
    case 'compaction':
      return 'summary';
    default:
      return undefined;
  }
}

/** Whether a message stands for an event. */
export function holdsEvent(message: MessageRecord): boolean {
  return message.metadata['event'] !== undefined;
}

/** The event of a message; `undefined` for one of a kind or shape that this version does not know. A store is data of others. */
export function decodeEvent(message: MessageRecord): SessionEvent | undefined {
  const fields = record(message.metadata['event']);
  const kind = text(fields?.['kind']);
  if (fields === undefined || kind === undefined || !Object.hasOwn(DECODERS, kind)) return undefined;
  const decode = DECODERS[kind as SessionEvent['kind']];
  const event = decode({ fields, message });
  if (event === undefined) return undefined;
  return compact({ ...event, at: timeOf(message) }) as SessionEvent;
}

/** Rounded: a fraction of a second times 1,000 is rarely whole. */
function timeOf({ timestamp }: MessageRecord): EpochMs | undefined {
  return timestamp === undefined ? undefined : epochMs(Math.round(timestamp * 1000));
}

interface Stored {
  fields: { [key: string]: unknown };
  message: MessageRecord;
}

type Decoder = (stored: Stored) => Loose | undefined;
/** An event whose absent fields may be `undefined`: `decodeEvent` leaves them out. */
type Loose = { kind: SessionEvent['kind']; [field: string]: unknown };

/** Content where there is some: the absent text of a result and an empty one are the same to every reader. */
const content = ({ message }: Stored): string | undefined =>
  message.content === '' ? undefined : message.content;

const DECODERS: Readonly<Record<SessionEvent['kind'], Decoder>> = {
  request: ({ fields, message }) => {
    const via = oneOf(VIA, fields['via']);
    return via && { kind: 'request', text: message.content, via, question: text(fields['question']) };
  },
  'assistant-text': ({ message }) => ({ kind: 'assistant-text', text: message.content }),
  'tool-call': ({ fields, message }) => {
    const call = message.tool_calls?.[0];
    const action = decodeAction(call?.function.arguments);
    if (call === undefined || action === undefined) return undefined;
    const by = oneOf(['agent', 'human'] as const, fields['by']);
    return {
      kind: 'tool-call',
      callId: call.id,
      tool: call.function.name,
      action: action satisfies ToolAction,
      by,
    };
  },
  'tool-result': (stored) => {
    const { fields, message } = stored;
    const outcome = oneOf(OUTCOMES, fields['outcome']);
    if (outcome === undefined || message.tool_call_id === undefined) return undefined;
    const changes = fields['changes'] === undefined ? undefined : decodeChanges(fields['changes']);
    const exitCode = finiteNumber(fields['exitCode']);
    return {
      kind: 'tool-result',
      callId: message.tool_call_id,
      outcome,
      exitCode,
      output: content(stored),
      changes,
    };
  },
  plan: ({ fields }) => ({ kind: 'plan', items: planItems(fields['items']) }),
  'plan-document': ({ fields, message }) => ({
    kind: 'plan-document',
    text: message.content,
    approved: fields['approved'] === true,
  }),
  compaction: (stored) => ({ kind: 'compaction', summary: content(stored) }),
  interruption: () => ({ kind: 'interruption' }),
  limit: ({ fields }) => {
    const limit = oneOf(['usage', 'context', 'error'] as const, fields['limit']);
    return limit && { kind: 'limit', limit, message: text(fields['message']) ?? '' };
  },
  'turn-end': () => ({ kind: 'turn-end' }),
  rollback: ({ fields }) => {
    const turns = finiteNumber(fields['turns']);
    return turns === undefined || turns < 0 ? undefined : { kind: 'rollback', turns };
  },
  goal: ({ fields }) => {
    const goal = text(fields['goal']);
    return goal === undefined
      ? undefined
      : { kind: 'goal', goal, status: text(fields['status']), reason: text(fields['reason']) };
  },
  workspace: ({ fields }) => ({
    kind: 'workspace',
    directory: text(fields['directory']),
    branch: text(fields['branch']),
    commit: text(fields['commit']),
    remote: text(fields['remote']),
  }),
  model: ({ fields }) => named('model', fields['model']),
  title: ({ fields }) => named('title', fields['title']),
};

function named(kind: 'model' | 'title', value: unknown): Loose | undefined {
  return typeof value === 'string' ? { kind, [kind]: value } : undefined;
}

function planItems(value: unknown): PlanItem[] {
  return list(value).flatMap((item) => {
    const fields = record(item);
    const status = oneOf(PLAN_STATUS, fields?.['status']);
    const words = text(fields?.['text']);
    return status === undefined || words === undefined ? [] : [{ text: words, status }];
  });
}

function oneOf<const Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((candidate) => candidate === value);
}

const VIA = [
  'prompt',
  'queued',
  'refusal',
  'answer',
  'command',
  'plan',
] as const satisfies readonly RequestVia[];
const OUTCOMES = [
  'ok',
  'failed',
  'refused',
  'interrupted',
  'running',
] as const satisfies readonly ToolOutcome[];
const PLAN_STATUS = [
  'pending',
  'in_progress',
  'completed',
  'cancelled',
] as const satisfies readonly PlanItem['status'][];

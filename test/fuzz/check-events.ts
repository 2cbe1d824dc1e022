import type { SessionDescription } from '../../src/model/session.ts';
import type { SessionEvent } from '../../src/model/session-event.ts';

/** What is wrong with a value by the model's own words; `undefined` when nothing is. */
type Complaint = string | undefined;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isWords: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isOneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);
const isTime: Check = (value) =>
  typeof value === 'number' && value >= 946_684_800_000 && value <= 4_102_444_800_000;
const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isShape =
  (shape: Record<string, Check>): Check =>
  (value) =>
    complaintOf(value, shape) === undefined;

const change = isShape({
  path: isText,
  change: isOneOf('create', 'update', 'delete', 'rename'),
  from: optional(isText),
});

const ACTIONS: Record<string, Record<string, Check>> = {
  edit: { changes: isList(change) },
  read: { paths: isList(isText) },
  search: { query: isText, paths: isList(isText) },
  run: { command: isText, directory: optional(isText) },
  plan: {},
  'sub-agent': { task: isText },
  ask: { question: isText },
  other: { paths: optional(isList(isText)) },
};

const isAction: Check = (value) => {
  const type = (value as { type?: unknown } | null)?.type;
  const shape = typeof type === 'string' && Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
  return shape !== undefined && complaintOf(value, { type: isText, ...shape }) === undefined;
};

const planItem = isShape({
  text: isText,
  status: isOneOf('pending', 'in_progress', 'completed', 'cancelled'),
});

const EVENTS: Record<SessionEvent['kind'], Record<string, Check>> = {
  request: {
    text: isWords,
    via: isOneOf('prompt', 'queued', 'refusal', 'answer', 'command', 'plan'),
    question: optional(isText),
  },
  'assistant-text': { text: isWords },
  'tool-call': { callId: isText, tool: isText, action: isAction, by: optional(isOneOf('agent', 'human')) },
  'tool-result': {
    callId: isText,
    outcome: isOneOf('ok', 'failed', 'refused', 'interrupted', 'running'),
    exitCode: optional(Number.isFinite as Check),
    output: optional(isText),
    changes: optional(isList(change)),
  },
  plan: { items: isList(planItem) },
  'plan-document': { text: isWords, approved: (value) => typeof value === 'boolean' },
  compaction: { summary: optional(isWords) },
  interruption: {},
  limit: { limit: isOneOf('usage', 'context', 'error'), message: isText },
  'turn-end': {},
  rollback: { turns: (value) => Number.isSafeInteger(value) && (value as number) > 0 },
  goal: { goal: isText, status: optional(isText), reason: optional(isText) },
  workspace: {
    directory: optional(isText),
    branch: optional(isText),
    commit: optional(isText),
    remote: optional(isText),
  },
  model: { model: isWords },
  title: { title: isText },
};

export function eventComplaint(event: SessionEvent, calls: ReadonlySet<string>): Complaint {
  const shape = Object.hasOwn(EVENTS, event.kind) ? EVENTS[event.kind] : undefined;
  if (!shape) return `unknown kind ${String(event.kind)}`;
  if (event.kind === 'tool-result' && !calls.has(event.callId)) return 'tool-result before its call';
  return complaintOf(event, { kind: isText, at: optional(isTime), ...shape }, event.kind);
}

const COUNT: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

const DESCRIPTION: { [Key in keyof Required<SessionDescription>]: Check } = {
  title: isText,
  directory: isText,
  branch: isText,
  commit: isText,
  remote: isText,
  createdAt: isTime,
  updatedAt: isTime,
  parentId: isText,
  subAgent: (value) => typeof value === 'boolean',
  ending: isOneOf('finished', 'interrupted', 'usage-limit', 'context-limit', 'error', 'waiting', 'unknown'),
  model: isText,
  messageCount: COUNT,
  agentVersion: isText,
  id: isText,
  updatedAtText: isText,
  agentName: isText,
  totalTokens: Number.isFinite as Check,
  cost: Number.isFinite as Check,
  projectId: isText,
  origin: (value) => typeof value === 'object',
  unreadable: (value) => typeof value === 'boolean',
};

export function descriptionComplaint(description: SessionDescription): Complaint {
  const optionals = Object.entries(DESCRIPTION).map(([key, check]) => [key, optional(check)] as const);
  return complaintOf(description, Object.fromEntries(optionals), 'description');
}

export function reportComplaint(report: unknown): Complaint {
  return complaintOf(
    report,
    { records: COUNT, unknown: COUNT, broken: COUNT, warnings: isList(isWords) },
    'report',
  );
}

function complaintOf(value: unknown, shape: Record<string, Check>, name = 'value'): Complaint {
  if (typeof value !== 'object' || value === null) return `${name} is no object`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return `${name} has another prototype`;
  for (const key of Object.keys(value)) if (!Object.hasOwn(shape, key)) return `${name} has a field ${key}`;
  for (const [key, check] of Object.entries(shape)) {
    const field = (value as Record<string, unknown>)[key];
    if (!check(field)) return `${name}.${key} is ${String(JSON.stringify(field)).slice(0, 60)}`;
  }
  return undefined;
}

import type { FileChange, ToolOutcome } from '../../model/session-event.ts';
import { finiteNumber, list, record, text } from '../fields.ts';
import { callAction, webQuery } from './call-action.ts';
import { commandText } from './command.ts';
import { type CallOutput, outputText, plainOutput } from './outputs.ts';
import type { Session } from './reader.ts';

type Payload = Record<string, unknown>;

/** Events that say nothing which another record does not say, or that only concern the display. */
const IGNORED_EVENTS = new Set([
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'background_event',
  'collab_agent_interaction_end',
  'collab_agent_spawn_end',
  'collab_close_end',
  'collab_resume_end',
  'collab_waiting_end',
  'dynamic_tool_call_request',
  'guardian_assessment',
  'image_generation_end',
  'injected_message',
  'plan_update',
  'session_configured',
  'shutdown_complete',
  'stream_error',
  'thread_goal_cleared',
  'thread_settings_applied',
  'token_count',
  'turn_diff',
  'undo_completed',
  'view_image_tool_call',
  'warning',
]);

const IGNORED_TURN_ITEMS = new Set([
  'Reasoning',
  'HookPrompt',
  'ImageView',
  'ImageGeneration',
  'Sleep',
  'FunctionCallOutput',
]);

/** Reads one event (`event_msg`). @returns whether its type is known. */
export function readEvent(session: Session, payload: Payload): boolean {
  const type = text(payload['type']) ?? '';
  if (type === 'item_completed') return readTurnItem(session, record(payload['item']));
  const reader = EVENTS.get(type);
  reader?.(session, payload);
  return reader !== undefined || IGNORED_EVENTS.has(type);
}

/** From 0.149, an event `item_completed` holds what happened. */
function readTurnItem(session: Session, item: Payload | undefined): boolean {
  const type = text(item?.['type']) ?? '';
  const reader = TURN_ITEMS.get(type);
  if (item) reader?.(session, item);
  return reader !== undefined || IGNORED_TURN_ITEMS.has(type);
}

type PayloadReader = (session: Session, payload: Payload) => void;

const EVENTS: ReadonlyMap<string, PayloadReader> = readers({
  user_message: ({ conversation }, payload) =>
    conversation.userEvent(
      text(payload['message']) ?? '',
      list(payload['images']).length + list(payload['local_images']).length,
      text(payload['kind']),
    ),
  agent_message: ({ conversation }, payload) => conversation.assistantEvent(text(payload['message']) ?? ''),
  task_started: turnStarted,
  turn_started: turnStarted,
  task_complete: turnCompleted,
  turn_complete: turnCompleted,
  turn_aborted: ({ calls, conversation }, payload) => {
    calls.turnEnded();
    conversation.turnAborted(text(payload['reason']));
  },
  error: ({ conversation }, payload) =>
    conversation.limit(payload['codex_error_info'], text(payload['message']) ?? ''),
  context_compacted: ({ conversation }) => conversation.compactionEvent(),
  thread_rolled_back: ({ calls, conversation }, payload) => {
    calls.turnEnded();
    conversation.rolledBack(finiteNumber(payload['num_turns']) ?? 0);
  },
  thread_goal_updated: ({ conversation }, payload) => conversation.goal(payload['goal']),
  thread_name_updated: ({ workspace }, payload) => workspace.named(text(payload['thread_name'])),
  entered_review_mode: ({ conversation }, payload) =>
    conversation.reviewEntered(payload['target'] ?? payload),
  exited_review_mode: ({ conversation }) => conversation.reviewExited(),
  exec_command_end: commandEnd,
  patch_apply_end: (session, payload) => {
    const ok = payload['success'] === true || payload['status'] === 'completed';
    fileChange(session, { ...payload, status: text(payload['status']) ?? (ok ? 'completed' : 'failed') });
  },
  mcp_tool_call_end: (session, payload) => {
    const invocation = record(payload['invocation']);
    mcpCall(session, { ...payload, server: invocation?.['server'], tool: invocation?.['tool'] });
  },
  web_search_end: webSearch,
  sub_agent_activity: subAgentActivity,
});

const TURN_ITEMS: ReadonlyMap<string, PayloadReader> = readers({
  UserMessage: ({ conversation }, item) => {
    const parts = list(item['content']).map((part) => record(part));
    const words = parts.flatMap((part) => text(part?.['text']) ?? []);
    conversation.userEvent(words.join('\n'), parts.length - words.length);
  },
  AgentMessage: ({ conversation }, item) => conversation.assistantEvent(outputText(item['content'])),
  Plan: ({ conversation }, item) => conversation.planDocument(text(item['text']) ?? ''),
  ContextCompaction: ({ conversation }) => conversation.compactionEvent(),
  EnteredReviewMode: ({ conversation }, item) => conversation.reviewEntered(item['target']),
  ExitedReviewMode: ({ conversation }) => conversation.reviewExited(),
  CommandExecution: commandEnd,
  FileChange: fileChange,
  McpToolCall: mcpCall,
  DynamicToolCall: mcpCall,
  CollabAgentToolCall: collabCall,
  SubAgentActivity: subAgentActivity,
  WebSearch: webSearch,
});

function readers(table: Record<string, PayloadReader>): ReadonlyMap<string, PayloadReader> {
  return new Map(Object.entries(table));
}

function turnStarted({ calls, conversation }: Session): void {
  calls.turnEnded();
  conversation.turnStarted();
}

function turnCompleted({ calls, conversation }: Session, payload: Payload): void {
  calls.turnEnded();
  conversation.turnCompleted(payload['error']);
}

function idOf(item: Payload, session: Session): string {
  return text(item['id']) ?? text(item['call_id']) ?? session.calls.nextId('item');
}

function commandEnd(session: Session, item: Payload): void {
  const source = text(item['source']);
  // Input to a process that runs already.
  if (source === 'unified_exec_interaction') return;
  const words = list(item['command']).filter((word): word is string => typeof word === 'string');
  const command = words.length > 0 ? commandText(words) : (text(item['command']) ?? '');
  const result = commandResult(item);
  if (source === 'user_shell') session.calls.humanCommand(command, result, 'event');
  else session.calls.command(idOf(item, session), command, localPath(text(item['cwd'])), result);
}

function commandResult(item: Payload): CallOutput {
  const status = text(item['status']);
  const output =
    text(item['aggregated_output']) ?? `${text(item['stdout']) ?? ''}${text(item['stderr']) ?? ''}`;
  if (status === 'declined') return plainOutput('refused', undefined, output);
  const exitCode = finiteNumber(item['exit_code']);
  if (exitCode === undefined) return plainOutput(outcomeOf(status), undefined, output);
  // -1: the process ended without a code of its own, because it was killed (seen in 0.171).
  if (exitCode < 0) return plainOutput('interrupted', undefined, output);
  return plainOutput(exitCode === 0 ? 'ok' : 'failed', exitCode, output);
}

function outcomeOf(status: string | undefined): ToolOutcome {
  switch (status?.replace('_', '').toLowerCase()) {
    case 'failed':
      return 'failed';
    case 'declined':
      return 'refused';
    case 'inprogress':
      return 'running';
    default:
      return 'ok';
  }
}

/** `file:///path`, with per-cent escapes, or a plain path. */
function localPath(uri: string | undefined): string | undefined {
  if (!uri?.startsWith('file://')) return uri;
  const path = uri.slice('file://'.length).replace(/^\/(?=[A-Za-z]:)/, '');
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

function fileChange(session: Session, item: Payload): void {
  const changes = Object.entries(record(item['changes']) ?? {}).map(([path, value]): FileChange => {
    const change = record(value);
    const target = text(change?.['move_path']);
    switch (text(change?.['type']) ?? Object.keys(change ?? {})[0]) {
      case 'add':
        return { path, change: 'create' };
      case 'delete':
        return { path, change: 'delete' };
      default:
        return target ? { path: target, change: 'rename', from: path } : { path, change: 'update' };
    }
  });
  const outcome = outcomeOf(text(item['status']));
  if (outcome === 'running') return;
  const words = outcome === 'ok' ? text(item['stdout']) : text(item['stderr']) || text(item['stdout']);
  session.calls.fileChanges(idOf(item, session), changes, plainOutput(outcome, undefined, words ?? ''));
}

/** Tools of servers and of the program around Codex. */
function mcpCall(session: Session, item: Payload): void {
  const server = text(item['server']) ?? text(item['namespace']);
  const name = text(item['tool']) ?? '';
  const result = record(item['result']);
  const answer = record(result?.['Ok']) ?? result;
  const error = text(record(item['error'])?.['message']) ?? text(item['error']) ?? text(result?.['Err']);
  const failed = error !== undefined || answer?.['isError'] === true || answer?.['is_error'] === true;
  const outcome = failed ? 'failed' : outcomeOf(text(item['status']));
  const words = error ?? (outputText(answer) || outputText(item['content_items']));
  const tool = server === undefined ? name : `mcp__${server}__${name}`;
  session.calls.otherItem(
    idOf(item, session),
    tool,
    { type: 'other' },
    plainOutput(outcome, undefined, words),
  );
}

function collabCall(session: Session, item: Payload): void {
  const tool = text(item['tool'])?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? '';
  const status = outcomeOf(text(item['status']));
  const action = callAction(tool, { message: item['prompt'] }, undefined);
  if (action.type === 'sub-agent')
    session.calls.otherItem(idOf(item, session), tool, action, {
      outcome: status === 'ok' ? 'running' : status,
    });
}

function subAgentActivity(session: Session, item: Payload): void {
  const kind = text(item['kind']);
  if (kind !== 'completed' && kind !== 'failed') return;
  for (const agent of [text(item['agent_path']), text(item['agent_thread_id'])])
    if (agent !== undefined)
      session.calls.agentEnded(agent, { outcome: kind === 'completed' ? 'ok' : 'failed' });
}

function webSearch(session: Session, item: Payload): void {
  const action = { type: 'search', query: webQuery(item), paths: [] } as const;
  session.calls.otherItem(idOf(item, session), 'web_search', { ...action, paths: [] }, { outcome: 'ok' });
}

import { list, record, text } from '../fields.ts';
import { webQuery } from './call-action.ts';
import { commandAction, commandText, joined } from './command.ts';
import { userShellNote } from './human-text.ts';
import { outputText, plainOutput } from './outputs.ts';
import type { Session } from './reader.ts';

const IGNORED_ITEMS = new Set([
  'reasoning',
  'ghost_snapshot',
  'additional_tools',
  'compaction',
  'context_compaction',
  'compaction_trigger',
  'configuration_update',
  'image_generation_call',
  'tool_search_call',
  'tool_search_output',
  'other',
]);

/** Reads one item of the model's history (`response_item`). @returns whether its type is known. */
export function readItem(session: Session, payload: Record<string, unknown>): boolean {
  const { calls } = session;
  const type = text(payload['type']) ?? '';
  const callId = text(payload['call_id']) ?? text(payload['id']);
  switch (type) {
    case 'message':
      readMessage(session, payload);
      return true;
    case 'function_call':
      calls.functionCall(
        text(payload['name']) ?? '',
        callId ?? calls.nextId('call'),
        text(payload['arguments']) ?? '',
      );
      return true;
    case 'custom_tool_call':
      calls.customCall(
        text(payload['name']) ?? '',
        callId ?? calls.nextId('call'),
        text(payload['input']) ?? '',
      );
      return true;
    case 'function_call_output':
    case 'custom_tool_call_output':
      if (callId !== undefined) calls.output(callId, payload['output']);
      return true;
    case 'local_shell_call':
      readLocalShell(session, payload, callId ?? calls.nextId('call'));
      return true;
    case 'web_search_call':
      // No output follows: the model's service searched.
      calls.finishedCall('web_search', callId ?? calls.nextId('web-search'), {
        type: 'search',
        query: webQuery(payload),
        paths: [],
      });
      return true;
    case 'agent_message':
      readAgentMessage(session, payload);
      return true;
    default:
      return IGNORED_ITEMS.has(type);
  }
}

function readMessage(session: Session, payload: Record<string, unknown>): void {
  const role = text(payload['role']);
  if (role === 'assistant') session.conversation.assistantItem(payload);
  if (role !== 'user') return;
  for (const part of list(payload['content'])) {
    const words = text(record(part)?.['text']) ?? '';
    const note = userShellNote(words);
    if (note) {
      const outcome = (note.exitCode ?? 0) === 0 ? 'ok' : 'failed';
      session.calls.humanCommand(note.command, plainOutput(outcome, note.exitCode, note.output), 'note');
      return;
    }
    if (/^\s*<subagent_notification>/i.test(words)) readNotification(session, words);
    else if (words.includes('<environment_context>')) session.workspace.environmentNote(words);
  }
  session.conversation.userItem(payload);
}

function readLocalShell(session: Session, payload: Record<string, unknown>, callId: string): void {
  const action = record(payload['action']);
  const words = list(action?.['command']).filter((word): word is string => typeof word === 'string');
  const directory = joined(session.calls.directory, text(action?.['working_directory']));
  const elsewhere = directory === session.calls.directory ? undefined : directory;
  session.calls.plainCall('local_shell', callId, commandAction(commandText(words), elsewhere));
}

/** Mail between agents; the last one of a sub-agent holds its answer (seen in 0.171). */
function readAgentMessage(session: Session, payload: Record<string, unknown>): void {
  const author = text(payload['author']);
  const message = /^Message Type: FINAL_ANSWER\n[\s\S]*?\nPayload:\n([\s\S]*)$/.exec(
    outputText(payload['content']),
  );
  if (author !== undefined && message)
    session.calls.agentEnded(author, plainOutput('ok', undefined, message[1] ?? ''));
}

/** The older form of the same: JSON in a user message, `{agent_id | agent_path, status: {completed | errored: text}}`. */
function readNotification(session: Session, words: string): void {
  const id = /"agent_(?:id|path)":"([^"]+)"/.exec(words)?.[1];
  const ended = /"(completed|errored)":/.exec(words)?.[1];
  if (id !== undefined && ended !== undefined)
    session.calls.agentEnded(id, plainOutput(ended === 'completed' ? 'ok' : 'failed', undefined, ''));
}

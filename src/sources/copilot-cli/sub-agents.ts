import type { FileChange } from '../../model/session-event.ts';
import { nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { copilotAction, fileEdits } from './tools.ts';

/** Whether an event is a sub-agent's: since 1.0.102 the event names it, earlier its data. */
export function isSubAgentEvent(event: JsonRecord): boolean {
  return (
    typeof event.agentId === 'string' ||
    typeof record(event.data)?.parentToolCallId === 'string' ||
    (text(event.type) ?? '').startsWith('subagent.')
  );
}

/** Collects what sub-agents changed, by the tool call that started them; their other events are not the session's. */
export class SubAgentChanges {
  readonly #taskOfAgent = new Map<string, string>();
  readonly #editsOfCall = new Map<string, FileChange[]>();
  readonly #changes = new Map<string, Map<string, FileChange>>();

  /** Reads an event of a sub-agent. */
  read(event: JsonRecord): void {
    const data = record(event.data) ?? {};
    const agentId = nonEmpty(event.agentId);
    const callId = nonEmpty(data.toolCallId);
    if (event.type === 'subagent.started') {
      if (agentId !== undefined && callId !== undefined) this.#taskOfAgent.set(agentId, callId);
      return;
    }
    const task =
      nonEmpty(data.parentToolCallId) ?? (agentId === undefined ? undefined : this.#taskOfAgent.get(agentId));
    if (task === undefined || callId === undefined) return;
    if (event.type === 'tool.execution_start') {
      const action = copilotAction(text(data.toolName) ?? '', data.arguments);
      if (action.type === 'edit') this.#editsOfCall.set(callId, action.changes);
    } else if (event.type === 'tool.execution_complete') {
      const edits = fileEdits(data.fileEdits);
      const changes = edits.length > 0 ? edits : (this.#editsOfCall.get(callId) ?? []);
      this.#editsOfCall.delete(callId);
      if (data.success === true) this.#add(task, changes);
    }
  }

  /** The changes made for a tool call since the last time it was asked for. */
  take(callId: string): FileChange[] {
    const changes = [...(this.#changes.get(callId)?.values() ?? [])];
    this.#changes.delete(callId);
    return changes;
  }

  #add(task: string, changes: readonly FileChange[]): void {
    const known = this.#changes.get(task) ?? new Map<string, FileChange>();
    for (const change of changes) known.set(change.path, known.get(change.path) ?? change);
    this.#changes.set(task, known);
  }
}

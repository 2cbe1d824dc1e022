import { join } from 'node:path';
import type { FileChange, ToolAction, ToolOutcome } from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { epochMs, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { planItems, TaskTracker } from './plan.ts';
import { loadTrackerTasks, readPlanFile } from './side-files.ts';
import { subAgentChanges } from './sub-agent.ts';
import type { Timeline } from './timeline.ts';
import { questionsOf, toolAction } from './tool-action.ts';
import { cancelledOutcome, resultText, shellReport, type ToolText, unwrapped } from './tool-output.ts';

/** `none`: the message has no calls; `stopped`: every one was cancelled, which ends the turn; else `ran`. */
export type CallsState = 'none' | 'ran' | 'stopped';

interface Finished {
  callId: string;
  tool: string;
  args: JsonRecord;
  status: string;
  answer: ToolText;
  at?: number;
}

/** Calls and results of Gemini CLI messages: `toolCalls[]` of a model record, else the parts of its content. */
export class ToolCalls {
  readonly #timeline: Timeline;
  readonly #chats: string | undefined;
  readonly #sessionId: () => string | undefined;
  readonly #tracker = new TaskTracker();
  /** Calls known only from content parts, until their response arrives. */
  readonly #open = new Map<string, { tool: string; args: JsonRecord }>();
  #trackerUsed = false;
  /** Title of the current chapter (`update_topic`). */
  topic: string | undefined;

  constructor(timeline: Timeline, chatsDirectory: string | undefined, sessionId: () => string | undefined) {
    this.#timeline = timeline;
    this.#chats = chatsDirectory;
    this.#sessionId = sessionId;
  }

  calls(message: JsonRecord, at: number | undefined): CallsState {
    const recorded = list(message['toolCalls']).map(record);
    if (recorded.length === 0) return this.#partCalls(message, at);
    let stopped = 0;
    for (const [index, call] of recorded.entries()) {
      if (!call) continue;
      const callId = nonEmpty(call['id']) ?? `${nonEmpty(message['id']) ?? 'message'}#${index}`;
      this.#recordedCall(call, callId, at);
      if (call['status'] === 'cancelled') stopped += 1;
    }
    return stopped === recorded.length ? 'stopped' : 'ran';
  }

  /** A `functionResponse` of a user record: the result, where the call's own record has none. */
  response(callId: string, answer: ToolText, at: number | undefined): void {
    const open = this.#open.get(callId);
    if (!open || this.#timeline.hasResult(callId)) return;
    this.#open.delete(callId);
    const cancelled = answer.error && answer.text.startsWith('[Operation Cancelled]');
    const status = cancelled ? 'cancelled' : answer.error ? 'error' : 'success';
    this.#finish({ callId, ...open, status, answer, ...(at !== undefined && { at }) }, undefined);
  }

  /** Sends the task list as its files show it, where they are newer than the record. */
  finish(): void {
    if (!this.#trackerUsed || this.#chats === undefined) return;
    const before = JSON.stringify(this.#tracker.items);
    loadTrackerTasks(join(this.#chats, '..', this.#sessionId() ?? '', 'tracker'), this.#tracker);
    if (JSON.stringify(this.#tracker.items) !== before)
      this.#timeline.send({ kind: 'plan', items: this.#tracker.items });
  }

  #partCalls(message: JsonRecord, at: number | undefined): CallsState {
    let state: CallsState = 'none';
    for (const part of list(message['content'])) {
      const call = record(record(part)?.['functionCall']);
      if (!call) continue;
      state = 'ran';
      const callId = nonEmpty(call['id']);
      const tool = nonEmpty(call['name']);
      if (callId === undefined || tool === undefined || this.#timeline.knows(callId)) continue;
      const args = record(call['args']) ?? {};
      this.#open.set(callId, { tool, args });
      this.#timeline.call({ callId, tool, action: toolAction(tool, args), ...(at !== undefined && { at }) });
    }
    return state;
  }

  #recordedCall(call: JsonRecord, callId: string, at: number | undefined): void {
    const tool = nonEmpty(call['name']) ?? 'unknown';
    const args = record(call['args']) ?? {};
    const display = call['resultDisplay'];
    const answer = resultText(call['result'], callId) ?? { text: text(display) ?? '', error: false };
    const action = toldAction(toolAction(tool, args), answer.text, display);
    this.#timeline.call({ callId, tool, action, ...(at !== undefined && { at }) });
    const status = nonEmpty(call['status']) ?? '';
    if (!/^(success|error|cancelled)$/.test(status)) return;
    const finishedAt = epochMs(call['timestamp']) ?? at;
    this.#open.delete(callId);
    this.#finish(
      { callId, tool, args, status, answer, ...(finishedAt !== undefined && { at: finishedAt }) },
      call,
    );
  }

  #finish(call: Finished, recorded: JsonRecord | undefined): void {
    const told = outcomeOf(call);
    const changes = this.#subAgentChanges(recorded);
    const when = call.at === undefined ? {} : { at: call.at };
    const sent = this.#timeline.result({
      callId: call.callId,
      ...told,
      ...(changes && { changes }),
      ...when,
    });
    if (sent) this.#consequences(call, told.outcome, recorded?.['resultDisplay'], when);
  }

  #subAgentChanges(recorded: JsonRecord | undefined): FileChange[] | undefined {
    const agentId = nonEmpty(recorded?.['agentId']);
    if (agentId === undefined || this.#chats === undefined) return undefined;
    const changes = subAgentChanges(join(this.#chats, this.#sessionId() ?? ''), agentId);
    return changes.length === 0 ? undefined : changes;
  }

  /** What a finished call means beyond itself: answers, plans, the chapter's title. */
  #consequences(call: Finished, outcome: ToolOutcome, display: unknown, when: { at?: number }): void {
    if (call.tool === 'ask_user' && outcome === 'ok') this.#answers(call, when);
    if (call.tool === 'exit_plan_mode') this.#planDecision(call, when);
    if (outcome !== 'ok') return;
    if (call.tool === 'update_topic') this.topic = nonEmpty(call.args['title']) ?? this.topic;
    if (call.tool === 'write_todos')
      this.#timeline.send({ kind: 'plan', items: planItems(call.args['todos']), ...when });
    if (call.tool.startsWith('tracker_')) {
      this.#trackerUsed = true;
      if (this.#tracker.show(record(display)?.['todos']))
        this.#timeline.send({ kind: 'plan', items: this.#tracker.items, ...when });
    }
  }

  #answers(call: Finished, when: { at?: number }): void {
    const questions = questionsOf(call.args);
    const answers = record(record(parsed(call.answer.text))?.['answers']) ?? {};
    for (const [index, given] of Object.entries(answers)) {
      const words = nonEmpty(given);
      const question = questions[Number(index)];
      if (words !== undefined)
        this.#timeline.request({ text: words, via: 'answer', ...(question && { question }), ...when });
    }
  }

  #planDecision(call: Finished, when: { at?: number }): void {
    const approved = call.answer.text.includes('The approved implementation plan is stored at:');
    const name = nonEmpty(call.args['plan_filename']) ?? nonEmpty(call.args['plan_path']);
    const plan = this.#chats && name && readPlanFile(join(this.#chats, '..'), this.#sessionId(), name);
    if (plan) this.#timeline.send({ kind: 'plan-document', text: plan, approved, ...when });
    const feedback = /^Plan rejected\. User feedback: ([\s\S]*?)\n\nThe plan is stored at:/.exec(
      call.answer.text,
    );
    const words = nonEmpty(feedback?.[1]);
    if (words !== undefined) this.#timeline.request({ text: words.trim(), via: 'refusal', ...when });
  }
}

/** A new file is told apart from an overwritten one only by the result. */
function toldAction(action: ToolAction, answer: string, display: unknown): ToolAction {
  if (action.type !== 'edit') return action;
  const created =
    record(display)?.['isNewFile'] === true ||
    /^(Successfully created and wrote|Created new file)/.test(answer);
  return created
    ? { type: 'edit', changes: action.changes.map((change) => ({ ...change, change: 'create' })) }
    : action;
}

function outcomeOf(call: Finished): { outcome: ToolOutcome; exitCode?: number; output: string } {
  const { status, answer, tool } = call;
  if (status === 'cancelled') {
    const reason = unwrapped(answer.text);
    return { outcome: cancelledOutcome(reason), output: excerpt(reason) };
  }
  if (tool === 'run_shell_command') {
    const { outcome, ...report } = shellReport(answer.text);
    return { outcome: status === 'error' ? 'failed' : (outcome ?? 'ok'), ...report };
  }
  const output = unwrapped(answer.text);
  if (status === 'error' || answer.error) return { outcome: 'failed', output: excerpt(output) };
  if (/^(User dismissed ask_user dialog|Plan rejected\.|User cancelled the plan approval)/.test(output))
    return { outcome: 'refused', output: excerpt(output) };
  return subAgentOutcome(output) ?? { outcome: 'ok', output: excerpt(output) };
}

/** Source: Gemini CLI 0.61.0 agents/local-invocation: "finished" with any reason, GOAL being the only success. */
function subAgentOutcome(output: string): { outcome: ToolOutcome; output: string } | undefined {
  if (/^Subagent '[^']*' failed\./.test(output)) return { outcome: 'failed', output: excerpt(output) };
  const finished = /^Subagent '[^']*' finished\.\nTermination Reason: (\w+)\nResult:\n/.exec(output);
  if (!finished) return undefined;
  const result = output.slice(finished[0].length);
  const outcome = finished[1] === 'GOAL' ? 'ok' : finished[1] === 'ABORTED' ? 'interrupted' : 'failed';
  return { outcome, output: excerpt(result) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

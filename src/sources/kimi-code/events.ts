import type { FileChange } from '../../model/session-event.ts';
import { planStatus } from '../checklist.ts';
import { contentText } from '../content-text.ts';
import type { EventWriter } from '../event-writer.ts';
import { epochMs, finiteNumber, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { IGNORED_TYPES } from './ignored-types.ts';
import { kimiRequest, shellText } from './requests.ts';
import { kimiResult, planOf } from './results.ts';
import { answers, kimiAction } from './tools.ts';

type Fields = { [key: string]: unknown };
type At = number | undefined;

/** Turns the operations of Kimi Code's wire file into events. */
export class KimiEvents {
  readonly #out: EventWriter;
  readonly #changesOf: (agentId: string) => FileChange[];
  readonly #known = new Set<string>();
  readonly #calls = new Map<string, string>();
  /** Sub-agents by the call that started them. */
  readonly #agents = new Map<string, string[]>();
  readonly #callOfAgent = new Map<string, string>();
  readonly #refusals = new Map<string, string>();
  readonly #steered = new Set<string>();
  /** One per request: whether `/undo` counts it. */
  readonly #anchors: boolean[] = [];
  #goal: string | undefined;
  #commands = 0;

  constructor(out: EventWriter, changesOf: (agentId: string) => FileChange[]) {
    this.#out = out;
    this.#changesOf = changesOf;
  }

  /** Returns `false` for a type that is not known. */
  read(entry: JsonRecord): boolean {
    const at = epochMs(entry.time) ?? epochMs(entry.created_at);
    const type = text(entry.type) ?? '';
    if (type.startsWith('goal.')) return this.#goalEntry(type, entry, at);
    switch (type) {
      case 'context.append_message':
        this.#message(record(entry.message) ?? {}, at);
        return true;
      case 'context.append_loop_event':
        this.#loopEvent(record(entry.event) ?? {}, at);
        return true;
      case 'context.apply_compaction':
        this.#out.compaction(summaryOf(entry), at);
        return true;
      case 'context.clear':
        this.#out.compaction(undefined, at);
        return true;
      case 'context.undo':
        this.#undo(finiteNumber(entry.count) ?? 0, at);
        return true;
      case 'agent.switched':
        // The undo of the same act follows as an operation of its own where the line is named.
        if (entry.legacyUndoLine === undefined) this.#undo(finiteNumber(entry.turns) ?? 0, at);
        return true;
      case 'tools.update_store':
        if (entry.key === 'todo') this.#plan(entry.value, at);
        return true;
      case 'turn.steer':
        for (const id of [entry.messageId, ...list(entry.promptIds)])
          if (typeof id === 'string') this.#steered.add(id);
        return true;
      case 'turn.ended':
        this.#turnEnded(entry, at);
        return true;
      case 'permission.record_approval_result':
        this.#approval(entry);
        return true;
      case 'subagent.spawned':
      case 'subagent.completed':
      case 'subagent.failed':
        this.#subAgent(type, entry, at);
        return true;
      case 'profile.bind':
      case 'config.update':
        this.#out.workspace({ directory: nonEmpty(record(entry.environmentDisclosure)?.cwd) }, at);
        return true;
      case 'llm.request':
        this.#out.model(nonEmpty(entry.model) ?? nonEmpty(entry.modelAlias), at);
        return true;
      default:
        return IGNORED_TYPES.has(type);
    }
  }

  #message(message: Fields, at: At): void {
    if (message.role === 'assistant') this.#out.assistantText(contentText(message.content), at);
    if (message.role !== 'user') return;
    const origin = record(message.origin);
    if (origin?.kind === 'shell_command') {
      this.#shell(message, origin, at);
      return;
    }
    const request = kimiRequest(message, this.#steered.has(text(message.id) ?? ''));
    if (!request || request.text.trim() === '') return;
    // A killed run leaves no end of its turn: the next prompt comes while the last one has no answer.
    if (request.isAnchor && this.#out.isWorking) this.#out.interruption(at);
    this.#anchors.push(request.isAnchor);
    this.#out.request(request.text, request.via, at);
  }

  #shell(message: Fields, origin: Fields, at: At): void {
    if (origin.phase === 'input') {
      this.#commands += 1;
      const command = shellText(message, 'bash-input');
      this.#out.call(`shell-${this.#commands}`, 'Bash', { type: 'run', command }, at, 'human');
      return;
    }
    const printed = [shellText(message, 'bash-stdout'), shellText(message, 'bash-stderr')].filter(Boolean);
    const end = kimiResult(printed.join('\n'), origin.isError === true, true);
    this.#out.result(`shell-${this.#commands}`, end.outcome, end, at);
  }

  #loopEvent(event: Fields, at: At): void {
    if (event.type === 'content.part') {
      const part = record(event.part);
      if (part?.type === 'text') this.#out.assistantText(text(part.text), at);
    } else if (event.type === 'tool.call') {
      const callId = nonEmpty(event.toolCallId);
      const tool = nonEmpty(event.name);
      if (callId === undefined || tool === undefined) return;
      this.#calls.set(callId, tool);
      this.#out.call(callId, tool, kimiAction(tool, event.args, this.#known), at);
    } else if (event.type === 'tool.result') this.#result(event, at);
  }

  #result(event: Fields, at: At): void {
    const callId = nonEmpty(event.toolCallId);
    if (callId === undefined) return;
    const tool = this.#calls.get(callId) ?? '';
    const result = record(event.result);
    const output = contentText(result?.output);
    const end = kimiResult(output, result?.isError === true, tool === 'Bash');
    const isRefused = end.outcome === 'refused' || this.#refusals.has(callId);
    // What a file holds is on disk: a successful read needs no output.
    const isRead = tool === 'Read' && end.outcome === 'ok';
    const fields = { exitCode: end.exitCode, output: isRead || isRefused ? undefined : end.output };
    const changes = (this.#agents.get(callId) ?? []).flatMap(this.#changesOf);
    this.#calls.delete(callId);
    this.#out.result(callId, isRefused ? 'refused' : end.outcome, { ...fields, changes }, at);
    if (isRefused) this.#out.request(end.words ?? this.#refusals.get(callId), 'refusal', at);
    else if (tool === 'AskUserQuestion')
      for (const { question, answer } of answers(output)) this.#out.request(answer, 'answer', at, question);
    const plan = tool === 'ExitPlanMode' ? planOf(output) : undefined;
    if (plan) this.#out.planDocument(plan.text, plan.approved, at);
  }

  /** A refusal is recorded before the result of the call that it stopped. */
  #approval(entry: JsonRecord): void {
    const result = record(entry.result);
    const callId = nonEmpty(entry.toolCallId);
    // What the human says to a plan is told by the result of ExitPlanMode.
    if (callId === undefined || entry.toolName === 'ExitPlanMode') return;
    if (result?.decision === 'rejected' || result?.decision === 'cancelled')
      this.#refusals.set(callId, text(result.feedback) ?? '');
  }

  #subAgent(type: string, entry: JsonRecord, at: At): void {
    const agentId = nonEmpty(entry.subagentId);
    if (agentId === undefined) return;
    const callId = nonEmpty(entry.parentToolCallId);
    if (type === 'subagent.spawned') {
      if (callId === undefined) return;
      this.#agents.set(callId, [...(this.#agents.get(callId) ?? []), agentId]);
      this.#callOfAgent.set(agentId, callId);
      return;
    }
    const started = this.#callOfAgent.get(agentId);
    // One in the background ends behind the result of its call.
    if (started === undefined || this.#calls.has(started)) return;
    const fields = {
      output: text(entry.resultSummary) ?? text(entry.error),
      changes: this.#changesOf(agentId),
    };
    this.#out.result(started, type === 'subagent.failed' ? 'failed' : 'ok', fields, at);
  }

  #turnEnded(entry: JsonRecord, at: At): void {
    const error = record(entry.error);
    if (entry.reason === 'cancelled') this.#out.interruption(at);
    else if (entry.reason === 'failed') this.#out.limit(text(error?.message), at, errorLimit(error));
    else this.#out.turnEnd(at);
  }

  /** `count` requests that `/undo` counts, and those typed into their turns. */
  #undo(count: number, at: At): void {
    let index = this.#anchors.length;
    for (let left = count; left > 0 && index > 0; ) {
      index -= 1;
      if (this.#anchors[index]) left -= 1;
    }
    this.#out.rollback(this.#anchors.length - index, at);
    this.#anchors.length = index;
  }

  #plan(value: unknown, at: At): void {
    const items = list(value).flatMap((item) => {
      const fields = record(item);
      const words = nonEmpty(fields?.title) ?? nonEmpty(fields?.content);
      return words === undefined ? [] : [{ text: words, status: planStatus(fields?.status) }];
    });
    this.#out.plan(items, at);
  }

  #goalEntry(type: string, entry: JsonRecord, at: At): boolean {
    if (type === 'goal.create') {
      const criterion = nonEmpty(entry.completionCriterion);
      const objective = nonEmpty(entry.objective);
      this.#goal = objective && criterion ? `${objective} (done when: ${criterion})` : objective;
      this.#out.goal(this.#goal, text(entry.status), undefined, at);
    } else if (type === 'goal.update') {
      const status = text(entry.status);
      if (status !== undefined) this.#out.goal(this.#goal, status, text(entry.reason), at);
    } else if (type === 'goal.clear') {
      this.#out.goal(this.#goal, 'cleared', undefined, at);
      this.#goal = undefined;
    } else return false;
    return true;
  }
}

/** The limit that an error's class names (2.1.0); others are told by their message. */
export function errorLimit(error: Fields | undefined): 'usage' | 'context' | undefined {
  const name = text(error?.name) ?? '';
  if (/Quota|RateLimit/.test(name)) return 'usage';
  return /ContextOverflow|RequestTooLarge/.test(name) ? 'context' : undefined;
}

function summaryOf(entry: JsonRecord): string | undefined {
  const summary = record(entry.summary);
  return text(entry.summary) ?? (summary ? contentText(summary.content) : text(entry.contextSummary));
}

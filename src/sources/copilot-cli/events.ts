import { checklistItems } from '../checklist.ts';
import { type EventWriter, outcomeOf } from '../event-writer.ts';
import { epochMs, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { BackgroundCommands } from './background-commands.ts';
import { commandResult } from './command-result.ts';
import { callsOnly, type Envelope, succeededCall } from './envelope.ts';
import { IGNORED_TYPES } from './ignored-types.ts';
import { errorRefusal, permissionRefusal, type Refusal } from './refusal.ts';
import { answerOf, requestVia } from './requests.ts';
import { RewindTracker } from './rewind.ts';
import { SubAgentChanges } from './sub-agents.ts';
import { TodoReplay } from './todo-sql.ts';
import { copilotAction, fileEdits } from './tools.ts';

type Fields = { [key: string]: unknown };
type At = number | undefined;

interface OpenCall {
  tool: string;
  type: string;
  question?: string;
  shellId?: string;
}

/** Turns Copilot CLI's events into ours. */
export class CopilotEvents {
  readonly #out: EventWriter;
  readonly #readCheckpoint: (number: unknown) => string | undefined;
  readonly #rewind = new RewindTracker();
  readonly #subAgents = new SubAgentChanges();
  readonly #todos = new TodoReplay();
  readonly #calls = new Map<string, OpenCall>();
  readonly #refusals = new Map<string, Refusal>();
  /** Prompts of running sub-agents: before 1.0.102 they look like the human's. */
  readonly #tasks = new Set<string>();
  readonly #background: BackgroundCommands;
  /** The last message of the running turn asked for no tool: the turn's end is the answer's end. */
  #isAnswered = false;
  /** Whether the human approved the session's plan; `undefined` while no plan was shown. */
  planApproved: boolean | undefined;
  lastPlan = '';

  constructor(out: EventWriter, readCheckpoint: (number: unknown) => string | undefined) {
    this.#out = out;
    this.#readCheckpoint = readCheckpoint;
    this.#background = new BackgroundCommands(out);
  }

  /** For every line of the main line, parsed or not. */
  chain(envelope: Envelope): void {
    this.#rewind.event(envelope);
  }

  /** Reads a line without parsing it, where its bytes tell everything. */
  readQuickly(line: Buffer, { type, timestamp }: Envelope): boolean {
    // Without a time the line is of another form.
    if (timestamp === undefined) return false;
    if (type === 'assistant.message') {
      const message = callsOnly(line);
      if (!message) return false;
      this.#out.model(message.model, epochMs(timestamp));
      this.#isAnswered = false;
      return true;
    }
    const callId = type === 'tool.execution_complete' ? succeededCall(line) : undefined;
    if (callId === undefined || !hasDispensableOutput(this.#calls.get(callId)?.type)) return false;
    this.#calls.delete(callId);
    this.#out.result(callId, 'ok', {}, epochMs(timestamp));
    return true;
  }

  subAgent(event: JsonRecord): void {
    this.#subAgents.read(event);
    const data = record(event.data);
    const ended = event.type === 'subagent.completed' || event.type === 'subagent.failed';
    const callId = nonEmpty(data?.toolCallId);
    // A sub-agent in the background ends behind the result of its call.
    if (ended && callId !== undefined && !this.#calls.has(callId)) {
      const outcome = event.type === 'subagent.failed' ? 'failed' : 'ok';
      const fields = { changes: this.#subAgents.take(callId), output: text(data?.error) };
      this.#out.result(callId, outcome, fields, epochMs(event.timestamp));
    }
  }

  /** Returns `false` for a type that is not known. */
  read(event: JsonRecord): boolean {
    const at = epochMs(event.timestamp);
    const data = record(event.data) ?? {};
    const type = text(event.type) ?? '';
    if (type.startsWith('tool.') || type.startsWith('permission.')) return this.#tool(type, data, at);
    if (type.startsWith('session.')) return this.#session(type, data, at);
    switch (type) {
      case 'user.message':
        this.#request(event, data, at);
        return true;
      case 'assistant.message':
        this.#out.model(nonEmpty(data.model), at);
        this.#out.assistantText(text(data.content), at);
        this.#isAnswered = isAnswer(data);
        return true;
      case 'assistant.turn_end':
        if (!this.#isAnswered) return true;
        this.#isAnswered = false;
        this.#background.tellEnded();
        this.#out.turnEnd(at);
        return true;
      case 'abort':
        this.#isAnswered = false;
        this.#background.tellEnded();
        if (data.reason === 'autopilot_credit_limit')
          this.#out.limit('The objective reached its credit limit.', at, 'usage');
        else this.#out.interruption(at);
        return true;
      case 'system.notification':
        this.#background.ended(record(data.kind) ?? {}, at);
        return true;
      case 'exit_plan_mode.completed':
        this.planApproved = data.approved === true;
        this.#out.request(text(data.feedback), 'refusal', at);
        return true;
      case 'session_limits_exhausted.requested':
        this.#out.limit('The session’s credit limit is used up.', at, 'usage');
        return true;
      default:
        return IGNORED_TYPES.has(type);
    }
  }

  #request(event: JsonRecord, data: Fields, at: At): void {
    const content = text(data.content);
    const via = requestVia(data);
    if (via === undefined || !content?.trim() || this.#tasks.has(content.trim())) return;
    this.#isAnswered = false;
    const taken = this.#rewind.request(nonEmpty(event.id), nonEmpty(event.parentId));
    // A killed run leaves no mark: the next prompt comes to an idle agent while the last one has no answer.
    if (data.delivery === 'idle' && taken === 0 && this.#out.isWorking) this.#out.interruption(at);
    this.#out.rollback(taken, at);
    this.#out.request(content, via, at);
  }

  #session(type: string, data: Fields, at: At): boolean {
    switch (type) {
      case 'session.start':
      case 'session.resume':
      case 'session.context_changed':
        this.#workspace(record(data.context) ?? data, at);
        this.#out.model(nonEmpty(data.selectedModel), at);
        return true;
      case 'session.model_change':
        this.#out.model(nonEmpty(data.newModel), at);
        return true;
      case 'session.title_changed':
        this.#out.title(nonEmpty(data.title));
        return true;
      case 'session.compaction_complete':
        if (data.success === false) return true;
        this.#out.compaction(
          nonEmpty(data.summaryContent) ?? this.#readCheckpoint(data.checkpointNumber),
          at,
        );
        return true;
      case 'session.context_cleared':
        this.#out.compaction(undefined, at);
        return true;
      case 'session.snapshot_rewind':
        this.#out.rollback(this.#rewind.rewindTo(text(data.upToEventId) ?? ''), at);
        return true;
      case 'session.task_complete':
        if (data.success !== false) this.#out.turnEnd(at);
        return true;
      case 'session.error':
        this.#isAnswered = false;
        this.#background.tellEnded();
        this.#out.limit(text(data.message), at, errorLimit(text(data.errorType)));
        return true;
      case 'session.shutdown':
        if (data.shutdownType === 'error' && nonEmpty(data.errorReason))
          this.#out.limit(text(data.errorReason), at);
        return true;
      default:
        return IGNORED_TYPES.has(type);
    }
  }

  #workspace(context: Fields, at: At): void {
    const repository = nonEmpty(context.repository);
    const host = nonEmpty(context.repositoryHost) ?? 'github.com';
    this.#out.workspace(
      {
        directory: nonEmpty(context.cwd),
        branch: nonEmpty(context.branch),
        commit: nonEmpty(context.headCommit),
        remote: repository && `https://${host}/${repository}`,
      },
      at,
    );
  }

  #tool(type: string, data: Fields, at: At): boolean {
    switch (type) {
      case 'tool.execution_start':
        this.#call(data, at);
        return true;
      case 'tool.user_requested':
        this.#call(data, at, 'human');
        return true;
      case 'tool.execution_complete':
        this.#result(data, at);
        return true;
      case 'permission.completed': {
        const refusal = permissionRefusal(data.result);
        const callId = nonEmpty(data.toolCallId);
        if (refusal && callId !== undefined) this.#refusals.set(callId, refusal);
        return true;
      }
      default:
        return type.startsWith('permission.') || IGNORED_TYPES.has(type);
    }
  }

  #call(data: Fields, at: At, by?: 'human'): void {
    const callId = nonEmpty(data.toolCallId);
    const tool = nonEmpty(data.toolName);
    if (callId === undefined || tool === undefined) return;
    if (by === undefined) this.#isAnswered = false;
    const action = copilotAction(tool, data.arguments);
    const input = record(data.arguments);
    const shellId = nonEmpty(input?.shellId) ?? nonEmpty(input?.sessionId);
    this.#calls.set(callId, {
      tool,
      type: action.type,
      ...(action.type === 'ask' ? { question: action.question } : {}),
      ...(shellId === undefined ? {} : { shellId }),
    });
    this.#out.call(callId, tool, action, at, by);
    if (action.type === 'sub-agent') this.#tasks.add(action.task.trim());
    if (tool === 'exit_plan_mode') this.lastPlan = text(input?.summary) ?? this.lastPlan;
    if (tool === 'update_todo') this.#out.plan(checklistItems(text(input?.todos) ?? ''), at);
    else if (tool === 'sql') this.#out.plan(this.#todos.apply(text(input?.query) ?? ''), at);
  }

  #result(data: Fields, at: At): void {
    const callId = nonEmpty(data.toolCallId);
    if (callId === undefined) return;
    const call = this.#calls.get(callId);
    this.#calls.delete(callId);
    const content = text(record(data.result)?.content) ?? '';
    const edits = call?.type === 'edit' ? [] : fileEdits(data.fileEdits);
    const changes = [...edits, ...this.#subAgents.take(callId)];
    const refusal = this.#refusals.get(callId) ?? errorRefusal(data.error);
    if (refusal) {
      this.#out.result(callId, 'refused', {}, at);
      this.#out.request(refusal.words, 'refusal', at);
    } else if (data.success === false) {
      const output = text(record(data.error)?.message) ?? content;
      this.#out.result(callId, 'failed', { output, changes }, at);
    } else if (call?.type === 'run' || data.shellExecution !== undefined || isShellTool(call?.tool)) {
      this.#commandResult(callId, call, { content, changes }, data.shellExecution, at);
    } else {
      const output = hasDispensableOutput(call?.type) ? undefined : content;
      const isRunning = call?.type === 'sub-agent' && /^Agent started in background/i.test(content);
      this.#out.result(callId, isRunning ? 'running' : 'ok', { output, changes }, at);
      if (call?.type === 'ask') this.#out.request(answerOf(content), 'answer', at, call.question);
      if (call?.tool === 'exit_plan_mode') this.planApproved ??= true;
    }
  }

  #commandResult(
    callId: string,
    call: OpenCall | undefined,
    { content, changes }: { content: string; changes: ReturnType<typeof fileEdits> },
    shellExecution: unknown,
    at: At,
  ): void {
    const { output, exitCode, runningIn } = commandResult(content, shellExecution);
    const isRun = call?.type === 'run';
    if (exitCode === undefined && runningIn !== undefined) {
      this.#out.result(callId, 'running', { output, changes }, at);
      if (isRun) this.#background.started(call.shellId ?? runningIn, callId);
    } else if (
      exitCode !== undefined &&
      !isRun &&
      this.#background.waitedFor(call?.shellId, exitCode, output, at)
    )
      this.#out.result(callId, 'ok', {}, at);
    else this.#out.result(callId, outcomeOf(exitCode ?? 0), { exitCode, output, changes }, at);
  }
}

/** An answer ends the turn: words, and no tool asked for. */
export function isAnswer(data: Fields): boolean {
  const calls = Array.isArray(data.toolRequests) ? data.toolRequests.length : 0;
  return calls === 0 && (text(data.content) ?? '').trim() !== '';
}

/** Which limit an error's type names; other types are told by their message. */
export function errorLimit(type: string | undefined): 'usage' | 'context' | undefined {
  if (type === 'rate_limit' || type === 'quota') return 'usage';
  return type === 'context_limit' ? 'context' : undefined;
}

/** What a file holds and what a search found is where it was: success needs no output. */
function hasDispensableOutput(type: string | undefined): boolean {
  return type === 'read' || type === 'edit' || type === 'search';
}

function isShellTool(tool: string | undefined): boolean {
  return tool !== undefined && /^(?:read|write|stop)_(?:bash|powershell)$/.test(tool);
}

import type {
  EpochMs,
  FileChange,
  PlanItem,
  SessionEvent,
  ToolAction,
  ToolOutcome,
} from '../../model/session-event.ts';
import { excerpt } from '../../text/excerpt.ts';
import { finiteNumber, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import { answersOf, planTextOf } from './answers.ts';
import { stamp } from './stamp.ts';
import { samePlan, TaskList, todoItems } from './task-list.ts';
import { isPlanFile, isSubAgentTool, toolAction } from './tool-actions.ts';
import type { ResultNeeds } from './tool-result-line.ts';
import { contentText, type ResultFacts, resultFacts } from './tool-results.ts';
import type { TaskNotification } from './user-text.ts';

/** Background tasks whose end may still be told; a session that starts more forgets the oldest. */
const MAX_RUNNING = 1000;
const MAX_CHANGES = 200;

interface OpenCall {
  tool: string;
  action: ToolAction;
  /** Kept only for tools whose result does not repeat it. */
  input?: JsonRecord;
}

interface RunningTask {
  callId: string;
  /** For a sub-agent: its id, under which its transcript is found. */
  agentId?: string;
  ended?: boolean;
}

/** Tools whose result matters beyond its outcome and text: their input is kept, and their result's twin parsed. */
const TWIN_TOOLS =
  /^(?:TodoWrite|TaskCreate|TaskUpdate|TaskList|TaskOutput|BashOutput|AgentOutputTool|TaskStop|KillShell|KillBash|AskUserQuestion|ExitPlanMode|Task|Agent)$/;

/** Actions whose success has no words of its own: the file that was read, "has been updated successfully". */
const SAYS_NOTHING: ReadonlySet<ToolAction['type']> = new Set(['read', 'edit', 'plan', 'ask']);

export interface ToolCallHooks {
  emit(event: SessionEvent): void;
  /** Words of the human that came with a result: a refusal's, or answers. */
  words(words: { text: string; via: 'refusal' | 'answer'; question?: string }, at: EpochMs | undefined): void;
  /** What a sub-agent changed, from its own transcript. */
  subAgentChanges(agentId: string): FileChange[];
  /** A command made this commit. */
  committed(commit: string, at: EpochMs | undefined): void;
}

/** Joins tool calls with their results, and tells what follows from a result: plans, answers, background tasks. */
export class ToolCalls {
  readonly #hooks: ToolCallHooks;
  readonly #open = new Map<string, OpenCall>();
  readonly #openInTurn = new Set<string>();
  readonly #running = new Map<string, RunningTask>();
  readonly #tasks = new TaskList();
  /** Changes by sub-agents seen in this transcript, by call id; '' for those of inline sidechains (1.x). */
  readonly #seenChanges = new Map<string, Map<string, FileChange>>();
  #proposed: string | undefined;
  /** The plan as told last, and when. */
  plan: { items: PlanItem[]; at?: EpochMs } | undefined;

  constructor(hooks: ToolCallHooks) {
    this.#hooks = hooks;
  }

  /** Whether a call of this turn still waits for its result; one of an earlier turn never gets it. */
  get waiting(): boolean {
    return this.#openInTurn.size > 0;
  }

  newTurn(): void {
    this.#openInTurn.clear();
  }

  /** For the partial parse of a long result. */
  needs(callId: string): ResultNeeds | undefined {
    const call = this.#open.get(callId);
    if (!call) return undefined;
    const type = call.action.type;
    const saysNothing = SAYS_NOTHING.has(type);
    return { twin: call.input ? 'yes' : saysNothing ? 'no' : 'facts', output: !saysNothing };
  }

  call(block: JsonRecord, at: EpochMs | undefined): void {
    const callId = nonEmpty(block['id']);
    const tool = nonEmpty(block['name']);
    if (callId === undefined || tool === undefined) return;
    const input = record(block['input']) ?? {};
    const action = toolAction(tool, input);
    this.#openInTurn.add(callId);
    this.#open.set(callId, { tool, action, ...(TWIN_TOOLS.test(tool) ? { input } : {}) });
    this.#hooks.emit({ kind: 'tool-call', callId, tool, action, ...stamp(at) });
    const plan = planTextOf(tool, input, isPlanFile);
    if (plan !== undefined) this.#planDocument(plan, false, at);
  }

  result(block: JsonRecord, twin: unknown, at: EpochMs | undefined): void {
    const callId = nonEmpty(block['tool_use_id']);
    const call = callId === undefined ? undefined : this.#open.get(callId);
    if (callId === undefined || !call) return;
    this.#open.delete(callId);
    this.#openInTurn.delete(callId);
    const isError = block['is_error'] === true;
    const facts = resultFacts(block['content'], isError, record(twin)?.['interrupted'] === true);
    this.#emitResult(callId, call, facts, twin, at);
    if (facts.refusal) this.#hooks.words({ text: facts.refusal, via: 'refusal' }, at);
    if (facts.outcome === 'ok') this.#consequences(call, contentText(block['content']), twin, at);
  }

  #emitResult(
    callId: string,
    call: OpenCall,
    facts: ResultFacts,
    twin: unknown,
    at: EpochMs | undefined,
  ): void {
    const fields = record(twin);
    const taskId = backgroundTask(call.tool, fields);
    let outcome: ToolOutcome = facts.outcome;
    let output = facts.output;
    if (taskId !== undefined && outcome === 'ok') {
      this.#run(taskId, { callId, ...(isSubAgentTool(call.tool) ? { agentId: taskId } : {}) });
      outcome = 'running';
      // "Command running in background with ID ..." is no output of the command.
      output = undefined;
    } else if (isSubAgentTool(call.tool) && outcome === 'ok') {
      output = excerpt(contentText(fields?.['content']).trim()) || output;
    }
    if (outcome === 'ok' && SAYS_NOTHING.has(call.action.type)) output = undefined;
    const changes = outcome === 'running' ? [] : this.#changes(callId, call, facts, fields);
    const commit = nonEmpty(record(record(fields?.['gitOperation'])?.['commit'])?.['sha']);
    this.#hooks.emit({
      kind: 'tool-result',
      callId,
      outcome,
      ...(facts.exitCode === undefined ? {} : { exitCode: facts.exitCode }),
      ...(output ? { output } : {}),
      ...(changes.length > 0 ? { changes } : {}),
      ...stamp(at),
    });
    if (commit !== undefined) this.#hooks.committed(commit, at);
  }

  #changes(callId: string, call: OpenCall, facts: ResultFacts, twin: JsonRecord | undefined): FileChange[] {
    if (call.action.type === 'edit' && facts.outcome === 'ok' && twin?.['type'] === 'create') {
      return call.action.changes.map((change) => ({ ...change, change: 'create' as const }));
    }
    return call.action.type === 'sub-agent' ? this.#subAgentChanges(callId, nonEmpty(twin?.['agentId'])) : [];
  }

  #subAgentChanges(callId: string, agentId: string | undefined): FileChange[] {
    const byPath = new Map<string, FileChange>();
    const seen = [
      ...(this.#seenChanges.get(callId)?.values() ?? []),
      ...(this.#seenChanges.get('')?.values() ?? []),
    ];
    this.#seenChanges.delete(callId);
    this.#seenChanges.delete('');
    for (const change of [...seen, ...(agentId === undefined ? [] : this.#hooks.subAgentChanges(agentId))]) {
      if (byPath.size < MAX_CHANGES) byPath.set(change.path, change);
    }
    return [...byPath.values()];
  }

  /** Edits by a sub-agent, met inside this transcript; `callId` where the record names the call. */
  seenChanges(callId: string, changes: readonly FileChange[]): void {
    const known = this.#seenChanges.get(callId) ?? new Map<string, FileChange>();
    this.#seenChanges.set(callId, known);
    for (const change of changes) if (known.size < MAX_CHANGES) known.set(change.path, change);
  }

  #consequences(call: OpenCall, output: string, twin: unknown, at: EpochMs | undefined): void {
    const input = call.input ?? {};
    switch (call.tool) {
      case 'TodoWrite':
        this.#emitPlan(todoItems(input['todos']), at);
        break;
      case 'TaskCreate':
        if (this.#tasks.created(input, twin, output)) this.#emitPlan(this.#tasks.items(), at);
        break;
      case 'TaskUpdate':
        if (this.#tasks.updated(input, twin)) this.#emitPlan(this.#tasks.items(), at);
        break;
      case 'TaskList':
        if (this.#tasks.listed(twin)) this.#emitPlan(this.#tasks.items(), at);
        break;
      case 'AskUserQuestion':
        for (const answer of answersOf(twin, output)) this.#hooks.words({ ...answer, via: 'answer' }, at);
        break;
      case 'ExitPlanMode':
        this.#approved(input, twin, at);
        break;
      default:
        this.#backgroundTool(call, input, record(twin), at);
    }
  }

  #approved(input: JsonRecord, twin: unknown, at: EpochMs | undefined): void {
    const plan = nonEmpty(record(twin)?.['plan']) ?? nonEmpty(input['plan']);
    if (plan !== undefined) this.#planDocument(plan.trim(), true, at);
  }

  /** A plan is written to its file, then proposed, then approved: once each state. */
  #planDocument(plan: string, approved: boolean, at: EpochMs | undefined): void {
    if (plan === this.#proposed && !approved) return;
    this.#proposed = plan;
    this.#hooks.emit({ kind: 'plan-document', text: plan, approved, ...stamp(at) });
  }

  #emitPlan(items: PlanItem[], at: EpochMs | undefined): void {
    if (this.plan && samePlan(this.plan.items, items)) return;
    this.plan = { items, ...stamp(at) };
    this.#hooks.emit({ kind: 'plan', items, ...stamp(at) });
  }

  #run(taskId: string, task: RunningTask): void {
    this.#running.set(taskId, task);
    if (this.#running.size <= MAX_RUNNING) return;
    const oldest = this.#running.keys().next();
    if (!oldest.done) this.#running.delete(oldest.value);
  }

  /** `TaskOutput`/`BashOutput` may tell that a task ended; `TaskStop`/`KillShell` end it. */
  #backgroundTool(
    call: OpenCall,
    input: JsonRecord,
    twin: JsonRecord | undefined,
    at: EpochMs | undefined,
  ): void {
    const id = ['task_id', 'shell_id', 'bash_id', 'agentId']
      .map((key) => nonEmpty(input[key]))
      .find((value) => value !== undefined);
    if (id === undefined) return;
    if (/^(?:TaskStop|KillShell|KillBash)$/.test(call.tool)) {
      this.#taskEnded(id, { outcome: 'interrupted' }, at);
    } else if (/^(?:TaskOutput|BashOutput|AgentOutputTool)$/.test(call.tool)) {
      const task = record(twin?.['task']) ?? twin ?? {};
      const status = text(task['status']);
      if (status === undefined || status === 'running' || status === 'pending') return;
      const exitCode = finiteNumber(task['exitCode']);
      const output = nonEmpty(task['output']) ?? nonEmpty(task['stdout']) ?? nonEmpty(task['result']);
      this.#taskEnded(
        id,
        {
          outcome: taskOutcome(status, exitCode),
          ...(exitCode === undefined ? {} : { exitCode }),
          ...(output === undefined ? {} : { output: excerpt(output.trim()) }),
        },
        at,
      );
    }
  }

  /** A `<task-notification>`; one of an unknown task tells nothing. */
  notified(notification: TaskNotification, at: EpochMs | undefined): void {
    const id = notification.taskId ?? '';
    const code = /exit code (-?\d+)/.exec(notification.summary ?? '')?.[1];
    const exitCode = code === undefined ? undefined : Number(code);
    // One without a status tells news of a task that goes on (a monitor's).
    if (notification.status === undefined && exitCode === undefined) return;
    const output = notification.result ?? '';
    this.#taskEnded(
      id,
      {
        outcome: taskOutcome(notification.status, exitCode),
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(output === '' ? {} : { output: excerpt(output) }),
      },
      at,
    );
  }

  /** At the end of the record: what sub-agents in the background changed so far. */
  finish(): void {
    for (const task of this.#running.values()) {
      if (task.agentId === undefined || task.ended) continue;
      const changes = this.#subAgentChanges(task.callId, task.agentId);
      if (changes.length > 0)
        this.#hooks.emit({ kind: 'tool-result', callId: task.callId, outcome: 'running', changes });
    }
  }

  #taskEnded(taskId: string, facts: ResultFacts, at: EpochMs | undefined): void {
    const task = this.#running.get(taskId);
    if (!task) return;
    const changes = task.agentId === undefined ? [] : this.#subAgentChanges(task.callId, task.agentId);
    // A sub-agent that is sent another message notifies again: it stays known, a command does not.
    if (task.agentId === undefined) this.#running.delete(taskId);
    task.ended = true;
    this.#hooks.emit({
      kind: 'tool-result',
      callId: task.callId,
      ...facts,
      ...(changes.length > 0 ? { changes } : {}),
      ...stamp(at),
    });
  }
}

/** The id under which the end of what a call started will be told; `undefined` when it has ended already. */
function backgroundTask(tool: string, twin: JsonRecord | undefined): string | undefined {
  if (twin?.['isAsync'] === true) return nonEmpty(twin['agentId']);
  if (tool === 'Monitor' || tool === 'Workflow') return nonEmpty(twin?.['taskId']);
  return nonEmpty(twin?.['backgroundTaskId']);
}

function taskOutcome(status: string | undefined, exitCode: number | undefined): ToolOutcome {
  if (status === 'killed' || status === 'stopped') return 'interrupted';
  if (status === 'failed' || (exitCode !== undefined && exitCode !== 0)) return 'failed';
  return status === 'running' ? 'running' : 'ok';
}

import type { FileChange, SessionEvent, ToolCallEvent, ToolResultEvent } from '../model/session-event.ts';
import { excerpt } from '../text/excerpt.ts';
import { commandPurpose, isVerification } from './commands.ts';
import { constraintsIn, definitionOfDoneIn } from './constraints.ts';
import { complains, failureText, successText } from './output.ts';
import { commandPaths, filePathsIn, normalisePath } from './paths.ts';
import { type Action, emptyTimeline } from './timeline.ts';

/** Bounds of what is kept of a session of any length. */
const MAX_ACTIONS = 12_000;
const MAX_REQUESTS = 400;
const MAX_CONSTRAINTS = 400;
const MAX_STATEMENTS = 240;
const MAX_FAILURE_CHARS = 420;
const MAX_SUMMARY_CHARS = 40_000;

type EventOf<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { kind: Kind }>;

/** Folds session events into a timeline. One instance folds one session. */
export class TimelineFold {
  readonly timeline = emptyTimeline();
  /** Calls without a result yet; by id, the newest one of an id that a store masked. */
  private readonly open = new Map<string, Action>();

  add(event: SessionEvent): void {
    if (event.at !== undefined) this.timeline.lastAt = Math.max(event.at, this.timeline.lastAt ?? 0);
    const handle = this.handlers[event.kind] as (event: SessionEvent) => void;
    handle(event);
  }

  /** One per kind of event: the type makes the table complete. */
  private readonly handlers: { [Kind in SessionEvent['kind']]: (event: EventOf<Kind>) => void } = {
    request: (event) => this.addRequest(event),
    'assistant-text': (event) => this.addStatement(event.text),
    'tool-call': (event) => this.addCall(event),
    'tool-result': (event) => this.addResult(event),
    plan: (event) => {
      const items = event.items.map((item) => ({ ...item, text: kept(item.text) }));
      this.timeline.plan = { items, position: this.timeline.actionCount };
    },
    'plan-document': (event) => {
      const text = kept(excerpt(event.text));
      this.timeline.planDocument = { text, approved: event.approved, position: this.timeline.actionCount };
    },
    compaction: (event) => {
      this.timeline.compactions += 1;
      if (event.summary) {
        this.timeline.summary = {
          text: kept(event.summary.slice(0, MAX_SUMMARY_CHARS)),
          position: this.timeline.actionCount,
        };
      }
    },
    interruption: () => {
      this.timeline.last = 'interruption';
    },
    limit: (event) => {
      this.timeline.limit = { limit: event.limit, message: kept(event.message.slice(0, 400)) };
      this.timeline.last = 'limit';
    },
    'turn-end': () => {
      const { last } = this.timeline;
      if (last !== 'limit' && last !== 'interruption') this.timeline.last = 'turn-end';
    },
    rollback: (event) => this.rollBack(event.turns),
    goal: (event) => {
      this.timeline.goal = { goal: event.goal, status: event.status ?? '', reason: event.reason ?? '' };
    },
    workspace: (event) => this.addWorkspace(event),
    model: (event) => {
      this.timeline.model = event.model;
    },
    title: (event) => {
      this.timeline.title = event.title;
    },
  };

  private addRequest({ text, via, question, at }: EventOf<'request'>): void {
    const timeline = this.timeline;
    if (via !== 'refusal' && via !== 'answer') timeline.turnCount += 1;
    const turn = Math.max(1, timeline.turnCount);
    timeline.last = 'request';
    timeline.requests.push({
      turn,
      text: kept(excerptOfRequest(text)),
      via,
      question,
      at,
      position: timeline.actionCount,
    });
    // The first ones tell how it began, the newest what is asked now; those between are kept as rules only.
    if (timeline.requests.length > MAX_REQUESTS) timeline.requests.splice(20, 1);
    const rules = constraintsIn(text, turn);
    timeline.constraints.push(...rules.map((rule) => ({ ...rule, text: kept(rule.text) })));
    if (timeline.constraints.length > MAX_CONSTRAINTS) {
      const weakest = timeline.constraints.findIndex((rule) => rule.strength < 3);
      timeline.constraints.splice(Math.max(0, weakest), 1);
    }
    timeline.definitionOfDone = definitionOfDoneIn(text) ?? timeline.definitionOfDone;
  }

  private addStatement(text: string): void {
    if (text.trim() === '') return;
    const timeline = this.timeline;
    timeline.last = 'text';
    timeline.statements.push({
      text: kept(excerpt(text)),
      turn: timeline.turnCount,
      position: timeline.actionCount,
    });
    if (timeline.statements.length > MAX_STATEMENTS) timeline.statements.splice(0, MAX_STATEMENTS / 4);
  }

  private addCall(event: ToolCallEvent): void {
    const timeline = this.timeline;
    timeline.actionCount += 1;
    if (event.by !== 'human') timeline.last = 'call';
    const root = timeline.directory;
    const action = event.action;
    const command = action.type === 'run' ? kept(action.command.slice(0, 2000)) : '';
    const changes = action.type === 'edit' ? action.changes.map((change) => normalChange(change, root)) : [];
    const entry: Action = {
      index: timeline.actionCount,
      turn: timeline.turnCount,
      callId: event.callId,
      tool: event.tool.slice(0, 80),
      kind: action.type,
      byHuman: event.by === 'human',
      paths: pathsOf(action, changes, root),
      changes,
      command,
      purpose: command === '' ? undefined : commandPurpose(command),
      detail: detailOf(action),
      outcome: undefined,
      exitCode: undefined,
      result: '',
      complained: false,
      failurePaths: [],
      at: event.at,
    };
    timeline.actions.push(entry);
    this.open.set(event.callId, entry);
    if (timeline.actions.length > MAX_ACTIONS) timeline.actions.splice(0, MAX_ACTIONS / 4);
  }

  private addResult(event: ToolResultEvent): void {
    const action = this.open.get(event.callId);
    if (!action) return;
    const timeline = this.timeline;
    if (event.outcome !== 'running') this.open.delete(event.callId);
    if (!action.byHuman && timeline.last !== 'interruption' && timeline.last !== 'request')
      timeline.last = 'result';
    action.outcome = event.outcome;
    action.exitCode = event.exitCode;
    if (event.changes) {
      action.changes = event.changes.map((change) => normalChange(change, timeline.directory));
      action.paths = [...new Set([...action.paths, ...action.changes.map((change) => change.path)])];
    }
    const output = event.output ?? '';
    if (event.outcome === 'failed') {
      action.result = kept(failureText(output, MAX_FAILURE_CHARS));
      action.complained = complains(output);
      action.failurePaths = filePathsIn(output, timeline.directory).slice(0, 8).map(kept);
    } else if (action.purpose && isVerification(action.purpose))
      action.result = kept(successText(output, 100));
  }

  private addWorkspace(event: {
    directory?: string;
    branch?: string;
    commit?: string;
    remote?: string;
  }): void {
    const timeline = this.timeline;
    if (event.directory) {
      if (timeline.directory === '') timeline.directory = event.directory;
      if (!timeline.directories.includes(event.directory) && timeline.directories.length < 20)
        timeline.directories.push(event.directory);
    }
    timeline.branch = event.branch ?? timeline.branch;
    timeline.commit = event.commit ?? timeline.commit;
    timeline.remote = event.remote ?? timeline.remote;
  }

  private rollBack(turns: number): void {
    const timeline = this.timeline;
    const first = Math.max(0, timeline.turnCount - Math.max(0, Math.floor(turns)));
    timeline.turnCount = first;
    timeline.requests = timeline.requests.filter((request) => request.turn <= first);
    timeline.actions = timeline.actions.filter((action) => action.turn <= first);
    timeline.statements = timeline.statements.filter((statement) => statement.turn <= first);
    timeline.constraints = timeline.constraints.filter((constraint) => constraint.turn <= first);
    timeline.limit = undefined;
    timeline.last = timeline.requests.length === 0 ? 'none' : 'turn-end';
    this.open.clear();
  }
}

function normalChange(change: FileChange, root: string): FileChange {
  const path = kept(normalisePath(change.path, root));
  return change.from === undefined
    ? { path, change: change.change }
    : { path, change: change.change, from: kept(normalisePath(change.from, root)) };
}

function pathsOf(action: ToolCallEvent['action'], changes: readonly FileChange[], root: string): string[] {
  switch (action.type) {
    case 'edit':
      return changes.map((change) => change.path);
    case 'read':
      return action.paths.map((path) => kept(normalisePath(path, root)));
    case 'search':
      return action.paths.map((path) => kept(normalisePath(path, root)));
    case 'run':
      return commandPaths(action.command, root).map(kept);
    case 'other':
      return (action.paths ?? []).map((path) => kept(normalisePath(path, root)));
    default:
      return [];
  }
}

function detailOf(action: ToolCallEvent['action']): string {
  if (action.type === 'search') return kept(action.query.slice(0, 120));
  if (action.type === 'ask') return kept(action.question.slice(0, 600));
  if (action.type === 'sub-agent') return kept(action.task.slice(0, 200));
  return '';
}

/** A request's beginning says what it wants, its end the rest; both survive a paste in between. */
function excerptOfRequest(text: string): string {
  return text.length <= 12_000 ? text : excerpt(text);
}

/** A copy that does not keep the record alive from which the text was sliced. */
function kept(text: string): string {
  return text.length < 13 ? text : (JSON.parse(JSON.stringify(text)) as string);
}

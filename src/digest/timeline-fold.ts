import type { FileChange, SessionEvent, ToolCallEvent, ToolResultEvent } from '../model/session-event.ts';
import { excerpt } from '../text/excerpt.ts';
import { unpackHandoff } from './carried-handoff.ts';
import { type CommandPurpose, commandPurpose, isVerification } from './commands.ts';
import { constraintsIn, definitionOfDoneIn } from './constraints.ts';
import { complains, failureText, successText } from './output.ts';
import { commandPaths, filePathsIn, normalisePath } from './paths.ts';
import { decisionsIn } from './statements.ts';
import { type Action, emptyTimeline, type Request, type Timeline } from './timeline.ts';

/** Bounds of what is kept of a session of any length. */
const MAX_ACTIONS = 6_000;
const MAX_REQUESTS = 400;
const MAX_CONSTRAINTS = 400;
const MAX_STATEMENTS = 240;
const MAX_DECISIONS = 120;
const MAX_FILES_OF_REQUEST = 60;
const MAX_FAILURE_CHARS = 420;
const MAX_SUMMARY_CHARS = 40_000;
const MAX_KNOWN_COMMANDS = 2_000;
const MAX_HELD_OUTPUTS = 64;
/** Commands whose outputs are searched for file names. */
const MAX_SEARCHED_OUTPUTS = 40;
const MAX_SUMMARY_LINE_CHARS = 100;

type EventOf<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { kind: Kind }>;

/** Folds session events into a timeline. One instance folds one session. */
export class TimelineFold {
  readonly timeline = emptyTimeline();
  private order = 0;
  /** Sessions run the same commands again and again. */
  private readonly commands = new Map<string, { purpose: CommandPurpose | undefined; paths: string[] }>();
  private readonly held: { action: Action; output: string }[] = [];
  private searched: { action: Action; output: string }[] = [];
  /** Calls without a result yet; by id, the newest one of an id that a store masked. */
  private readonly open = new Map<string, Action>();

  add(event: SessionEvent): void {
    if (event.kind === 'request') for (const each of unpackHandoff(event)) this.addPlain(each);
    else this.addPlain(event);
  }

  private addPlain(event: SessionEvent): void {
    this.order += 1;
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
      const items = event.items.map((item) => ({ ...item }));
      this.timeline.plan = { items, position: this.timeline.actionCount };
    },
    'plan-document': (event) => {
      const text = detachedExcerpt(event.text);
      this.timeline.planDocument = { text, approved: event.approved, position: this.timeline.actionCount };
    },
    compaction: (event) => {
      this.timeline.compactions += 1;
      if (event.summary) {
        this.timeline.summary = {
          text: cutCopy(event.summary, MAX_SUMMARY_CHARS),
          position: this.timeline.actionCount,
        };
      }
    },
    interruption: () => {
      this.timeline.last = 'interruption';
    },
    limit: (event) => {
      this.timeline.limit = { limit: event.limit, message: cutCopy(event.message, 400) };
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
      order: this.order,
      turn,
      text: excerptOfRequest(text),
      via,
      question,
      at,
      position: timeline.actionCount,
      edited: [],
      worked: [],
    });
    // The first ones tell how it began, the newest what is asked now; those between are kept as rules only.
    if (timeline.requests.length > MAX_REQUESTS) timeline.requests.splice(20, 1);
    const rules = constraintsIn(text, turn);
    timeline.constraints.push(...rules.map((rule) => ({ ...rule, text: detached(rule.text) })));
    if (timeline.constraints.length > MAX_CONSTRAINTS) {
      const weakest = timeline.constraints.findIndex((rule) => rule.weight < 4);
      timeline.constraints.splice(Math.max(0, weakest), 1);
    }
    timeline.definitionOfDone = definitionOfDoneIn(text) ?? timeline.definitionOfDone;
  }

  private addStatement(text: string): void {
    if (text.trim() === '') return;
    const timeline = this.timeline;
    timeline.last = 'text';
    const base = { order: this.order, turn: timeline.turnCount, position: timeline.actionCount };
    timeline.statements.push({ ...base, text: detachedExcerpt(text) });
    const decided = decisionsIn(text).map((sentence) => ({ ...base, text: detached(sentence) }));
    timeline.decisions.push(...decided);
    if (timeline.decisions.length > MAX_DECISIONS) timeline.decisions.splice(0, MAX_DECISIONS / 4);
    if (timeline.statements.length > MAX_STATEMENTS) timeline.statements.splice(0, MAX_STATEMENTS / 4);
  }

  private addCall(event: ToolCallEvent): void {
    const timeline = this.timeline;
    timeline.actionCount += 1;
    if (event.by !== 'human') timeline.last = 'call';
    const root = timeline.directory;
    const action = event.action;
    const command = action.type === 'run' ? cutCopy(action.command, 2000) : '';
    const changes = action.type === 'edit' ? action.changes.map((change) => normalChange(change, root)) : [];
    const entry: Action = {
      order: this.order,
      index: timeline.actionCount,
      turn: timeline.turnCount,
      callId: event.callId,
      tool: event.tool.slice(0, 80),
      kind: action.type,
      byHuman: event.by === 'human',
      paths:
        action.type === 'run'
          ? this.commandFacts(command, action.directory).paths
          : pathsOf(action, changes, root),
      changes,
      command,
      purpose: action.type === 'run' ? this.commandFacts(command, action.directory).purpose : undefined,
      detail: detailOf(action),
      outcome: undefined,
      exitCode: undefined,
      result: '',
      complained: false,
      failurePaths: [],
      at: event.at,
    };
    timeline.actions.push(entry);
    const request = timeline.requests.at(-1);
    if (request) noteWork(request, entry);
    this.open.set(event.callId, entry);
    if (timeline.actions.length > MAX_ACTIONS) timeline.actions.splice(0, MAX_ACTIONS / 4);
  }

  private commandFacts(
    command: string,
    directory: string | undefined,
  ): { purpose: CommandPurpose | undefined; paths: string[] } {
    const key = directory === undefined ? command : `${directory}\0${command}`;
    let facts = this.commands.get(key);
    if (!facts) {
      if (this.commands.size >= MAX_KNOWN_COMMANDS) this.commands.clear();
      facts = {
        purpose: command === '' ? undefined : commandPurpose(command),
        paths: commandPaths(command, this.timeline.directory, directory),
      };
      this.commands.set(key, facts);
    }
    return facts;
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
    if (action.kind === 'run' && output !== '') this.keepForSearch(action, output);
    if (event.outcome === 'failed') {
      action.result = detached(failureText(output, MAX_FAILURE_CHARS));
      action.complained = complains(output);
      action.failurePaths = filePathsIn(output, timeline.directory).slice(0, 8).map(detached);
    } else if (action.purpose && isVerification(action.purpose)) this.holdOutput(action, output);
  }

  /** How a success summed itself up is told of the newest ones only: older outputs are let go unread. */
  private holdOutput(action: Action, output: string): void {
    this.held.push({ action, output: detachedExcerpt(output) });
    if (this.held.length > MAX_HELD_OUTPUTS) this.held.shift();
  }

  private keepForSearch(action: Action, output: string): void {
    this.searched.push({ action, output: detachedExcerpt(output) });
    if (this.searched.length > MAX_SEARCHED_OUTPUTS) this.searched.shift();
  }

  /** Settles what was put off; call it before the timeline is used. */
  settle(): Timeline {
    this.timeline.shown = this.searched.map(({ action, output }) => ({
      index: action.index,
      paths: filePathsIn(output, this.timeline.directory).map(detached),
    }));
    for (const { action, output } of this.held) action.result = successText(output, MAX_SUMMARY_LINE_CHARS);
    this.held.length = 0;
    return this.timeline;
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

  /** `turns` counts requests of every kind: a store that takes a turn back takes its queued words and answers too. */
  private rollBack(turns: number): void {
    const timeline = this.timeline;
    const count = Math.min(timeline.requests.length, Math.max(0, Math.floor(turns)));
    const first = timeline.requests[timeline.requests.length - count];
    if (!first) return;
    const stays = (entry: { order: number }) => entry.order < first.order;
    timeline.requests = timeline.requests.filter(stays);
    timeline.actions = timeline.actions.filter(stays);
    this.searched = this.searched.filter(({ action }) => stays(action));
    timeline.statements = timeline.statements.filter(stays);
    timeline.decisions = timeline.decisions.filter(stays);
    timeline.turnCount = timeline.requests.at(-1)?.turn ?? 0;
    timeline.constraints = timeline.constraints.filter((constraint) => constraint.turn <= timeline.turnCount);
    timeline.limit = undefined;
    timeline.last = timeline.requests.length === 0 ? 'none' : 'turn-end';
    this.open.clear();
  }
}

function noteWork(request: Request, action: Action): void {
  if (action.kind !== 'edit' && action.kind !== 'read') return;
  for (const path of action.paths) {
    noteFile(request.worked, path);
    if (action.kind === 'edit') noteFile(request.edited, path);
  }
}

function noteFile(files: string[], path: string): void {
  if (files.length < MAX_FILES_OF_REQUEST && !files.includes(path)) files.push(path);
}

function normalChange(change: FileChange, root: string): FileChange {
  const path = normalisePath(change.path, root);
  return change.from === undefined
    ? { path, change: change.change }
    : { path, change: change.change, from: normalisePath(change.from, root) };
}

function pathsOf(action: ToolCallEvent['action'], changes: readonly FileChange[], root: string): string[] {
  switch (action.type) {
    case 'edit':
      return changes.map((change) => change.path);
    case 'read':
      return action.paths.map((path) => normalisePath(path, root));
    case 'search':
      return action.paths.map((path) => normalisePath(path, root));
    case 'other':
      return (action.paths ?? []).map((path) => normalisePath(path, root));
    default:
      return [];
  }
}

function detailOf(action: ToolCallEvent['action']): string {
  if (action.type === 'search') return cutCopy(action.query, 120);
  if (action.type === 'ask') return cutCopy(action.question, 600);
  if (action.type === 'sub-agent') return cutCopy(action.task, 200);
  return '';
}

/** A request's beginning says what it wants, its end the rest; both survive a paste in between. */
function excerptOfRequest(text: string): string {
  return text.length <= 12_000 ? text : detachedExcerpt(text);
}

/** At most `maxChars` of a text, as a copy that does not keep the rest alive; a shorter text is the record's own. */
function cutCopy(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : detached(text.slice(0, maxChars));
}

/** A slice keeps the whole text alive from which it was taken; this copy does not. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function detachedExcerpt(text: string): string {
  const short = excerpt(text);
  return short === text ? text : detached(short);
}

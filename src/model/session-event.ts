/**
 * The one model of what happened in a session, whatever agent wrote it.
 *
 * A source turns its store's records into these events, in the order in which they happened; the digest folds them.
 * Provenance is part of the event: only what the human wrote is a `request`. What a harness injected (reminders,
 * environment, instruction files, notifications) is no event at all.
 */

/** Epoch milliseconds, as the store recorded them. Display and recency only: the order of events is the store's order. */
export type EpochMs = number;

/** How the human's words reached the agent. */
export type RequestVia =
  /** Typed while the agent was idle, or given on the command line. */
  | 'prompt'
  /** Typed while the agent worked. */
  | 'queued'
  /** The words with which the human refused a tool call. */
  | 'refusal'
  /** An answer to a question that the agent asked through a tool. */
  | 'answer'
  /** The arguments of a custom slash command or skill. */
  | 'command'
  /** A plan that the human approved as the task of this session. */
  | 'plan';

export interface RequestEvent {
  kind: 'request';
  /** The human's words, unwrapped from the agent's envelope, otherwise as typed. */
  text: string;
  via: RequestVia;
  /** For `answer`: the question that was answered. */
  question?: string;
  at?: EpochMs;
}

/** What the model said to the human (never its reasoning). */
export interface AssistantTextEvent {
  kind: 'assistant-text';
  text: string;
  at?: EpochMs;
}

export type FileChangeKind = 'create' | 'update' | 'delete' | 'rename';

export interface FileChange {
  /** As recorded: absolute, or relative to the working directory of the call. After a rename, the new path. */
  path: string;
  change: FileChangeKind;
  /** For `rename`: the old path. */
  from?: string;
}

/** What a tool call does, in terms that all agents share. */
export type ToolAction =
  | { type: 'edit'; changes: FileChange[] }
  | { type: 'read'; paths: string[] }
  | { type: 'search'; query: string; paths: string[] }
  /** `directory` where it differs from the session's. */
  | { type: 'run'; command: string; directory?: string }
  | { type: 'plan' }
  | { type: 'sub-agent'; task: string }
  /** A question to the human, asked through a tool. */
  | { type: 'ask'; question: string }
  | { type: 'other'; paths?: string[] };

export interface ToolCallEvent {
  kind: 'tool-call';
  /** Joins the call with its result; unique within the session unless the store masked it. */
  callId: string;
  /** The agent's own name of the tool. */
  tool: string;
  action: ToolAction;
  /** `human` when the person ran it (`!cmd`); default `agent`. */
  by?: 'agent' | 'human';
  at?: EpochMs;
}

/**
 * - `ok`: it ran and succeeded (for a command: exit code 0, or a non-zero one that the agent marks as harmless)
 * - `failed`: it ran and failed, or the tool refused the call
 * - `refused`: the human did not let it run
 * - `interrupted`: stopped while running
 * - `running`: left in the background, not finished as far as the record tells; where it is told later, a second
 *   result of the same call gives its end
 */
export type ToolOutcome = 'ok' | 'failed' | 'refused' | 'interrupted' | 'running';

export interface ToolResultEvent {
  kind: 'tool-result';
  callId: string;
  outcome: ToolOutcome;
  /** Only where the record tells it. */
  exitCode?: number;
  /** Output or error text without the agent's wrapping, cut by `excerpt` to its head and tail. */
  output?: string;
  /** Changes known only from the result: a patch's file list, what a sub-agent changed. */
  changes?: FileChange[];
  at?: EpochMs;
}

export type PlanItemStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

export interface PlanItem {
  text: string;
  status: PlanItemStatus;
}

/** The whole todo list after a change. A reader of incremental records (task created, task updated) replays them. */
export interface PlanEvent {
  kind: 'plan';
  items: PlanItem[];
  at?: EpochMs;
}

/** A plan written as prose (plan mode). */
export interface PlanDocumentEvent {
  kind: 'plan-document';
  text: string;
  approved: boolean;
  at?: EpochMs;
}

/** The context was compacted here. Without `summary` the store keeps none that can be read. */
export interface CompactionEvent {
  kind: 'compaction';
  summary?: string;
  at?: EpochMs;
}

/** The human, or a signal, stopped the agent. */
export interface InterruptionEvent {
  kind: 'interruption';
  at?: EpochMs;
}

/** The agent could not go on: `usage` (quota, rate limit), `context` (window full), `error` (the model's service failed). */
export interface LimitEvent {
  kind: 'limit';
  limit: 'usage' | 'context' | 'error';
  message: string;
  at?: EpochMs;
}

/** The agent's turn ended by itself. */
export interface TurnEndEvent {
  kind: 'turn-end';
  at?: EpochMs;
}

/** The human took back the last `turns` request events, of every `via`, and all that followed the first of them. */
export interface RollbackEvent {
  kind: 'rollback';
  turns: number;
  at?: EpochMs;
}

/** A goal that the agent itself persisted (not one that we infer). */
export interface GoalEvent {
  kind: 'goal';
  goal: string;
  status?: string;
  reason?: string;
  at?: EpochMs;
}

/** Where the work happens; sent at the start and whenever one of the fields changes. */
export interface WorkspaceEvent {
  kind: 'workspace';
  directory?: string;
  branch?: string;
  commit?: string;
  /** As recorded, credentials and all: strip before showing. */
  remote?: string;
  at?: EpochMs;
}

export interface ModelEvent {
  kind: 'model';
  model: string;
  at?: EpochMs;
}

export interface TitleEvent {
  kind: 'title';
  title: string;
  at?: EpochMs;
}

export type SessionEvent =
  | RequestEvent
  | AssistantTextEvent
  | ToolCallEvent
  | ToolResultEvent
  | PlanEvent
  | PlanDocumentEvent
  | CompactionEvent
  | InterruptionEvent
  | LimitEvent
  | TurnEndEvent
  | RollbackEvent
  | GoalEvent
  | WorkspaceEvent
  | ModelEvent
  | TitleEvent;

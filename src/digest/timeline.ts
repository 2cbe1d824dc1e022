import type {
  EpochMs,
  FileChange,
  PlanItem,
  RequestVia,
  ToolCallEvent,
  ToolOutcome,
} from '../model/session-event.ts';
import type { CommandPurpose } from './commands.ts';
import type { Constraint } from './constraints.ts';
export interface Request {
  /** Place among the session's events: what a rollback takes back is what came later. */
  order: number;
  turn: number;
  text: string;
  via: RequestVia;
  question: string | undefined;
  at: EpochMs | undefined;
  /** Count of actions before it. */
  position: number;
  /** Files that were edited, and files that were edited or read, until the next request; the first few dozen. */
  edited: string[];
  worked: string[];
}

export interface Action {
  order: number;
  /** Position in the session; the first action is 1. */
  index: number;
  turn: number;
  callId: string;
  tool: string;
  kind: ToolCallEvent['action']['type'];
  byHuman: boolean;
  /** Normalised; for a command, the files that it names. */
  paths: string[];
  changes: FileChange[];
  command: string;
  purpose: CommandPurpose | undefined;
  /** Question, query or task of the other kinds. */
  detail: string;
  outcome: ToolOutcome | undefined;
  exitCode: number | undefined;
  /** What a failure said, or how a success summed itself up. */
  result: string;
  /** A failure whose output says something. */
  complained: boolean;
  /** Files named in a failure's output. */
  failurePaths: string[];
  at: EpochMs | undefined;
}

/** A text of the agent, kept for what it states or asks. */
export interface Statement {
  order: number;
  text: string;
  turn: number;
  position: number;
}

/** Files that the output of one command names. */
export interface ShownFiles {
  /** The call's. */
  index: number;
  paths: string[];
}

export type LastEvent =
  | 'none'
  | 'request'
  | 'text'
  | 'call'
  | 'result'
  | 'interruption'
  | 'limit'
  | 'turn-end';

/** Everything that the digest knows, in bounded memory. */
export interface Timeline {
  requests: Request[];
  actions: Action[];
  actionCount: number;
  turnCount: number;
  constraints: Constraint[];
  definitionOfDone: string | undefined;
  statements: Statement[];
  /** Sentences of the agent that state a decision or a dead end, verbatim. */
  decisions: Statement[];
  /** What the newest commands' outputs name, oldest first. */
  shown: ShownFiles[];
  plan: { items: PlanItem[]; position: number } | undefined;
  planDocument: { text: string; approved: boolean; position: number } | undefined;
  summary: { text: string; position: number } | undefined;
  compactions: number;
  goal: { goal: string; status: string; reason: string } | undefined;
  limit: { limit: 'usage' | 'context' | 'error'; message: string } | undefined;
  last: LastEvent;
  directory: string;
  directories: string[];
  branch: string;
  commit: string;
  remote: string;
  model: string;
  title: string;
  lastAt: EpochMs | undefined;
}

export function emptyTimeline(): Timeline {
  return {
    requests: [],
    actions: [],
    actionCount: 0,
    turnCount: 0,
    constraints: [],
    definitionOfDone: undefined,
    statements: [],
    decisions: [],
    shown: [],
    plan: undefined,
    planDocument: undefined,
    summary: undefined,
    compactions: 0,
    goal: undefined,
    limit: undefined,
    last: 'none',
    directory: '',
    directories: [],
    branch: '',
    commit: '',
    remote: '',
    model: '',
    title: '',
    lastAt: undefined,
  };
}

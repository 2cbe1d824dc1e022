import type { EpochMs, SessionEvent, ToolAction, ToolOutcome } from '../model/session-event.ts';

/** One piece of a shared conversation, before anything of it is cleaned or cut. */
export type TranscriptEntry =
  | { kind: 'human' | 'agent'; text: string; at?: EpochMs }
  /** `subject` is what the call was about: a command, paths, a question. */
  | { kind: 'tool'; tool: string; subject: string; outcome?: ToolOutcome; exitCode?: number; byHuman?: true }
  | { kind: 'note'; text: string };

export interface Transcript {
  entries: TranscriptEntry[];
  /** Older entries that were not kept. */
  leftOut: number;
}

/** Fields that hold words of our own. */
export const TRANSCRIPT_LITERALS: ReadonlySet<string> = new Set(['kind', 'outcome']);

/** A browser still shows a page of this size; more is left out from the oldest end, and counted. UTF-16 units. */
const MOST_CHARS = 8_000_000;
const MOST_ENTRIES = 20_000;

/** Collects what was said and done, in order. Feed every event of one reading. */
export class TranscriptFold {
  private readonly entries: TranscriptEntry[] = [];
  private readonly calls = new Map<string, Extract<TranscriptEntry, { kind: 'tool' }>>();
  private first = 0;
  private chars = 0;

  add(event: SessionEvent): void {
    if (event.kind === 'tool-result') this.settle(event);
    const entry = entryOf(event);
    if (entry === undefined) return;
    if (event.kind === 'tool-call' && entry.kind === 'tool') this.calls.set(event.callId, entry);
    this.entries.push(entry);
    this.chars += charsOf(entry);
    this.dropOldest();
  }

  finish(): Transcript {
    return { entries: this.entries.slice(this.first), leftOut: this.first };
  }

  private settle(event: Extract<SessionEvent, { kind: 'tool-result' }>): void {
    const call = this.calls.get(event.callId);
    if (call === undefined) return;
    call.outcome = event.outcome;
    if (event.exitCode !== undefined) call.exitCode = event.exitCode;
    // A call that was left running tells its end later.
    if (event.outcome !== 'running') this.calls.delete(event.callId);
  }

  /** Dropped entries are emptied: their texts are what takes the room. */
  private dropOldest(): void {
    while (this.entries.length - this.first > MOST_ENTRIES || this.chars > MOST_CHARS) {
      const oldest = this.entries[this.first];
      if (oldest === undefined || this.first === this.entries.length - 1) return;
      this.chars -= charsOf(oldest);
      this.entries[this.first] = { kind: 'note', text: '' };
      this.first += 1;
    }
  }
}

function charsOf(entry: TranscriptEntry): number {
  return entry.kind === 'tool' ? entry.tool.length + entry.subject.length : entry.text.length;
}

function entryOf(event: SessionEvent): TranscriptEntry | undefined {
  switch (event.kind) {
    case 'request':
      return { kind: 'human', text: event.text, ...timeOf(event.at) };
    case 'assistant-text':
      return { kind: 'agent', text: event.text, ...timeOf(event.at) };
    case 'tool-call':
      return {
        kind: 'tool',
        tool: event.tool,
        subject: subjectOf(event.action),
        ...(event.by === 'human' ? { byHuman: true as const } : {}),
      };
    case 'compaction':
      return { kind: 'note', text: 'The context was compacted here.' };
    case 'interruption':
      return { kind: 'note', text: 'The run was interrupted here.' };
    case 'limit':
      return { kind: 'note', text: `The agent could not go on (${event.limit}): ${event.message}` };
    case 'rollback':
      return { kind: 'note', text: `The human took back requests here: ${event.turns}` };
    default:
      return undefined;
  }
}

function timeOf(at: EpochMs | undefined): { at?: EpochMs } {
  return at === undefined ? {} : { at };
}

function subjectOf(action: ToolAction): string {
  switch (action.type) {
    case 'edit':
      return action.changes.map(({ path, change }) => `${change} ${path}`).join(', ');
    case 'read':
      return action.paths.join(', ');
    case 'search':
      return [action.query, ...action.paths].join(' ');
    case 'run':
      return action.command;
    case 'sub-agent':
      return action.task;
    case 'ask':
      return action.question;
    case 'other':
      return action.paths?.join(', ') ?? '';
    case 'plan':
      return '';
    default:
      return action satisfies never;
  }
}

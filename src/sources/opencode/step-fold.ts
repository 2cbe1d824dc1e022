import type { ReadReport } from '../../model/session.ts';
import type {
  FileChange,
  PlanItem,
  SessionEvent,
  ToolAction,
  ToolResultEvent,
} from '../../model/session-event.ts';
import { epochMs, list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';
import type { FileStatuses } from './file-changes.ts';
import { planItems } from './plan.ts';
import { PlanDocument } from './plan-document.ts';
import { type StoredPart, timed } from './stored.ts';
import { questions, toolAction } from './tool-action.ts';
import { type ToolEnd, toolEnd } from './tool-result.ts';
import { noFacts, type StepFacts } from './turn.ts';

export interface MessageContext {
  byHuman: boolean;
  /** Working directory of the session. */
  directory: string | undefined;
  /** The message is a compaction's summary: its text is none of the agent's words. */
  summary: boolean;
}

/** What can change files that its call does not name. */
const CHANGERS: ReadonlySet<ToolAction['type']> = new Set(['run', 'sub-agent', 'other']);

/** Steps are kept back until the list of files that they changed has been seen, but not more events than this. */
const MAX_HELD_EVENTS = 400;

/**
 * Turns the parts of assistant messages into events.
 *
 * A `patch` part names the files that a step changed, whoever did it; it comes behind the step's calls. Files that no
 * edit tool names are what a command or a sub-agent changed: they go to the result of the step's last such call.
 */
export class StepFold {
  readonly #send: (event: SessionEvent) => void;
  readonly #report: ReadReport;
  readonly #statuses: FileStatuses;
  readonly #planDocument = new PlanDocument();
  readonly #callIds = new Map<string, number>();
  #held: SessionEvent[] = [];
  #edited = new Set<string>();
  #changer: ToolResultEvent | undefined;
  #facts: StepFacts = noFacts();
  #said: string[] = [];
  #plan = '';

  constructor(send: (event: SessionEvent) => void, report: ReadReport, statuses: FileStatuses) {
    this.#send = send;
    this.#report = report;
    this.#statuses = statuses;
  }

  message(info: JsonRecord, parts: Iterable<StoredPart>, context: MessageContext): StepFacts {
    this.#facts = noFacts();
    this.#said = [];
    const at = epochMs(record(info['time'])?.['created']);
    for (const { data } of parts) {
      this.#report.records += 1;
      if (data) this.#part(data, context, at);
      else this.#report.broken += 1;
    }
    this.#flush();
    return this.#facts;
  }

  /** All text of the last message. */
  said(): string {
    return this.#said.join('\n\n');
  }

  /** Whether these are the items of the last plan that was sent. */
  isPlan(items: PlanItem[]): boolean {
    return JSON.stringify(items) === this.#plan;
  }

  #part(part: JsonRecord, context: MessageContext, at: number | undefined): void {
    if (part['type'] !== 'retry') this.#facts.retry = undefined;
    switch (part['type']) {
      case 'text':
        this.#text(part, context, at);
        break;
      case 'tool':
        this.#tool(part, context, at);
        break;
      case 'patch':
        this.#patch(part);
        break;
      case 'step-start':
        this.#flush();
        this.#facts = noFacts();
        break;
      case 'retry':
        this.#facts.retry = record(part['error']);
        break;
      case 'reasoning':
      case 'step-finish':
      case 'file':
      case 'snapshot':
      case 'agent':
      case 'subtask':
      case 'compaction':
        break;
      default:
        this.#report.unknown += 1;
    }
  }

  #text(part: JsonRecord, context: MessageContext, at: number | undefined): void {
    const words = nonEmpty(part['text'])?.trim();
    if (!words || part['ignored'] === true || part['synthetic'] === true) return;
    this.#facts.said = true;
    this.#said.push(words);
    const started = epochMs(record(part['time'])?.['start']) ?? at;
    if (!context.summary) this.#hold({ kind: 'assistant-text', text: words, ...timed(started) });
  }

  #tool(part: JsonRecord, context: MessageContext, at: number | undefined): void {
    const tool = nonEmpty(part['tool']) ?? 'unknown';
    const state = record(part['state']) ?? {};
    const input = record(state['input']) ?? {};
    const action = toolAction(tool, input, state);
    if (action.type === 'run' && action.directory === context.directory) delete action.directory;
    const callId = this.#uniqueId(nonEmpty(part['callID']) ?? nonEmpty(part['id']) ?? tool);
    const started = epochMs(record(state['time'])?.['start']) ?? at;
    this.#hold({
      kind: 'tool-call',
      callId,
      tool,
      action,
      ...(context.byHuman ? { by: 'human' as const } : {}),
      ...timed(started),
    });
    const end = toolEnd(tool, state);
    this.#note(part, tool, end);
    if (!end) return;
    if (action.type === 'edit') for (const change of action.changes) this.#name(change, context.directory);
    const ended = epochMs(record(state['time'])?.['end']) ?? started;
    const { words, ...outcome } = end;
    const result: ToolResultEvent = { kind: 'tool-result', callId, ...outcome, ...timed(ended) };
    this.#hold(result);
    if (CHANGERS.has(action.type)) this.#changer = result;
    if (words) this.#hold({ kind: 'request', text: words, via: 'refusal', ...timed(ended) });
    if (end.outcome === 'ok') this.#effects(tool, input, state, ended);
  }

  /** `patch` parts name absolute paths; patches may be relative to the working directory. */
  #name({ path, from }: FileChange, directory: string | undefined): void {
    for (const name of from ? [path, from] : [path]) this.#edited.add(name).add(`${directory}/${name}`);
  }

  /** What else a successful call says. */
  #effects(tool: string, input: JsonRecord, state: JsonRecord, at: number | undefined): void {
    if (tool === 'todowrite') this.#todos(input, at);
    if (tool === 'question') this.#answers(input, state, at);
    const plan = this.#planDocument.after(tool, input);
    if (plan) this.#hold({ kind: 'plan-document', ...plan, ...timed(at) });
  }

  #todos(input: JsonRecord, at: number | undefined): void {
    const items = planItems(input['todos']);
    this.#plan = JSON.stringify(items);
    this.#hold({ kind: 'plan', items, ...timed(at) });
  }

  /** `metadata.answers` holds, for each question, the labels and own words that the human gave. */
  #answers(input: JsonRecord, state: JsonRecord, at: number | undefined): void {
    const answers = list(record(state['metadata'])?.['answers']);
    questions(input).forEach((question, index) => {
      const given = list(answers[index]).flatMap((answer) => nonEmpty(answer) ?? []);
      if (given.length === 0) return;
      this.#hold({ kind: 'request', text: given.join(', '), via: 'answer', question, ...timed(at) });
    });
  }

  #note(part: JsonRecord, tool: string, end: ToolEnd | undefined): void {
    const asks = tool === 'question' || tool === 'plan_exit';
    if (asks && !end) this.#facts.asking = true;
    if (end?.outcome === 'refused' && !end.words) this.#facts.refused = !isRule(part);
    const orphan = end?.outcome === 'interrupted';
    if (!orphan && record(part['metadata'])?.['providerExecuted'] !== true) this.#facts.tools = true;
  }

  #patch(part: JsonRecord): void {
    const changes: FileChange[] = this.#statuses.unnamed(part['files'], this.#edited);
    if (changes.length > 0 && this.#changer) {
      this.#changer.changes = [...(this.#changer.changes ?? []), ...changes];
    }
    this.#flush();
  }

  /** A store that had its ids masked has the same one for many calls. */
  #uniqueId(id: string): string {
    const count = (this.#callIds.get(id) ?? 0) + 1;
    this.#callIds.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  }

  #hold(event: SessionEvent): void {
    this.#held.push(event);
    if (this.#held.length > MAX_HELD_EVENTS) this.#flush();
  }

  #flush(): void {
    for (const event of this.#held) this.#send(event);
    this.#held = [];
    this.#edited = new Set();
    this.#changer = undefined;
  }
}

/** A rule of the configuration refused the call: nobody stopped the agent. */
function isRule(part: JsonRecord): boolean {
  return (text(record(part['state'])?.['error']) ?? '').includes('specified a rule');
}

import type { PlanItem } from '../../model/session-event.ts';
import { list, nonEmpty, record } from '../fields.ts';
import { planItems, samePlan } from '../gemini-cli/plan.ts';
import type { Timeline } from '../gemini-cli/timeline.ts';
import type { ToldResult } from './tool-results.ts';

type When = { at?: number };

/** Todo lists and plan documents of a session: asked for by a call, true once its result says so. */
export class PlanBook {
  readonly #timeline: Timeline;
  readonly #lists = new Map<string, PlanItem[]>();
  readonly #documents = new Map<string, string>();
  #last: { items: PlanItem[]; at: number | undefined } | undefined;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  called(callId: string, tool: string, args: { [key: string]: unknown }, when: When): void {
    if (tool === 'todo_write') this.#lists.set(callId, planItems(args['todos']));
    const plan = tool === 'exit_plan_mode' ? nonEmpty(args['plan']) : undefined;
    if (plan === undefined) return;
    this.#documents.set(callId, plan);
    this.#timeline.send({ kind: 'plan-document', text: plan, approved: false, ...when });
  }

  finished(callId: string, tool: string, told: ToldResult, display: unknown, when: When): void {
    const asked = this.#lists.get(callId);
    this.#lists.delete(callId);
    if (tool === 'todo_write' && told.outcome === 'ok') {
      const shown = list(record(display)?.['todos']);
      this.#send(shown.length > 0 ? planItems(shown) : (asked ?? []), when);
    }
    const plan = this.#documents.get(callId);
    this.#documents.delete(callId);
    if (plan !== undefined && told.outcome === 'ok' && /^(User|Leader) approved/.test(told.output ?? ''))
      this.#timeline.send({ kind: 'plan-document', text: plan, approved: true, ...when });
  }

  /** The todo file, where it is newer than the record and says something else. */
  file(todos: unknown, modifiedAt: number): void {
    const items = planItems(record(todos)?.['todos']);
    if (this.#last ? samePlan(items, this.#last.items) : items.length === 0) return;
    if ((this.#last?.at ?? 0) <= modifiedAt) this.#send(items, {});
  }

  #send(items: PlanItem[], when: When): void {
    this.#last = { items, at: when.at };
    this.#timeline.send({ kind: 'plan', items, ...when });
  }
}

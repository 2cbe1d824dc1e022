import type { PlanItem, PlanItemStatus } from '../../model/session-event.ts';
import { list, nonEmpty, record, text } from '../fields.ts';
import type { JsonRecord } from '../parse-record.ts';

/** A list longer than this is no plan of one session. */
const MAX_ITEMS = 500;

/** The items of a `TodoWrite` (until 2.1.15) or of its state file: the whole list every time. */
export function todoItems(todos: unknown): PlanItem[] {
  const items: PlanItem[] = [];
  for (const todo of list(todos).slice(0, MAX_ITEMS)) {
    const fields = record(todo);
    const content = nonEmpty(fields?.['content']);
    if (content !== undefined)
      items.push({ text: content, status: statusOf(fields?.['status']) ?? 'pending' });
  }
  return items;
}

function statusOf(value: unknown): PlanItemStatus | undefined {
  return value === 'pending' || value === 'in_progress' || value === 'completed' ? value : undefined;
}

/** The state that `TaskCreate`, `TaskUpdate` and `TaskList` (since 2.1.17) tell piece by piece. */
export class TaskList {
  readonly #tasks = new Map<string, PlanItem>();

  /** Whether the list changed; so the others. */
  created(input: JsonRecord, twin: unknown, output: string): boolean {
    const task = record(record(twin)?.['task']);
    // The text result names the number too, for builds whose structured twin is missing.
    const id = text(task?.['id']) ?? /^Task #(\w+) created/.exec(output)?.[1];
    const subject = nonEmpty(task?.['subject']) ?? nonEmpty(input['subject']);
    if (id === undefined || subject === undefined || this.#tasks.size >= MAX_ITEMS) return false;
    this.#tasks.set(id, { text: subject, status: 'pending' });
    return true;
  }

  updated(input: JsonRecord, twin: unknown): boolean {
    if (record(twin)?.['success'] === false) return false;
    const id = text(input['taskId']);
    const task = id === undefined ? undefined : this.#tasks.get(id);
    if (id === undefined || !task) return false;
    if (input['status'] === 'deleted') return this.#tasks.delete(id);
    const status = statusOf(input['status']) ?? task.status;
    const subject = nonEmpty(input['subject']) ?? task.text;
    if (status === task.status && subject === task.text) return false;
    this.#tasks.set(id, { text: subject, status });
    return true;
  }

  /** `TaskList` tells everything, changes by sub-agents included. */
  listed(twin: unknown): boolean {
    const tasks = record(twin)?.['tasks'];
    if (!Array.isArray(tasks)) return false;
    const before = JSON.stringify(this.items());
    this.#tasks.clear();
    for (const task of tasks.slice(0, MAX_ITEMS)) this.#add(record(task));
    return JSON.stringify(this.items()) !== before;
  }

  items(): PlanItem[] {
    return [...this.#tasks.values()];
  }

  #add(task: JsonRecord | undefined): void {
    const id = text(task?.['id']);
    const subject = nonEmpty(task?.['subject']);
    if (id === undefined || subject === undefined || task?.['status'] === 'deleted') return;
    this.#tasks.set(id, { text: subject, status: statusOf(task?.['status']) ?? 'pending' });
  }
}

/** The same items in the same order and state. */
export function samePlan(one: readonly PlanItem[], other: readonly PlanItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => item.text === other[index]?.text && item.status === other[index]?.status)
  );
}

/** One file of `tasks/<session>/`: `undefined` when it is none, or the task was deleted. */
export function taskFileItem(fields: JsonRecord | undefined): PlanItem | undefined {
  const subject = nonEmpty(fields?.['subject']);
  const status = statusOf(fields?.['status']);
  return subject === undefined || status === undefined ? undefined : { text: subject, status };
}
